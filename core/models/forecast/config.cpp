#include "core/models/forecast/config.h"

#include "core/base/error.h"
#include "core/models/config_section.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::forecast {
namespace {

using Json = nlohmann::json;
using namespace std::string_view_literals;
using words::name_in;

constexpr std::array scores = {"additive"sv, "linear"sv, "none"sv}; // in the order of their enumeration
// Words of which there is one.
constexpr std::array series_kind = {"series"sv};
constexpr std::array lstm_cell = {"lstm"sv};

constexpr int longest_window = 2000, most_drivers = 10000;
constexpr double largest_interval = 1e30;

std::string shown(const Json& found) { return found.dump(-1, ' ', true, Json::error_handler_t::replace); }

/// A finite number; the scale of a column is above 0.
double number_of(const Json& column, const char* key, double usual, bool above_zero, const std::string& place,
                 const std::string& subject) {
    const auto found = column.find(key);
    if (found == column.end()) return usual;
    const double value = found->is_number() ? found->get<double>() : std::nan("");
    if (!std::isfinite(value) || (above_zero && value <= 0))
        throw Error(subject, place + "." + key, above_zero ? "a number above 0" : "a number", shown(*found));
    return value;
}

/// The columns by name, the target last.
std::vector<Column> columns_of(const Json& input, int drivers, const std::string& subject) {
    const auto found = input.find("columns");
    if (found == input.end()) return {};
    const std::size_t count = static_cast<std::size_t>(drivers) + 1;
    if (!found->is_array() || found->size() != count)
        throw Error(subject, "input.columns",
                    "the drivers and then the target, " + std::to_string(count) + " in all",
                    found->is_array() ? std::to_string(found->size()) : std::string(found->type_name()));
    std::vector<Column> columns;
    for (const Json& column : *found) {
        const std::string place = "input.columns[" + std::to_string(columns.size()) + "]";
        if (!column.is_object() || !column.contains("name") || !column["name"].is_string())
            throw Error(subject, place, "an object with a name", shown(column));
        columns.push_back({column["name"], number_of(column, "mean", 0, false, place, subject),
                           number_of(column, "scale", 1, true, place, subject)});
    }
    return columns;
}

/// The bias and a weight for each value of the history.
std::vector<double> line_of(const Json& forecast, int history, const std::string& subject) {
    const auto found = forecast.find("autoregression");
    if (found == forecast.end()) return {};
    const auto fits = [](const Json& one) { return one.is_number() && std::isfinite(one.get<double>()); };
    const std::size_t count = static_cast<std::size_t>(history) + 1;
    if (!found->is_array() || found->size() != count || !std::all_of(found->begin(), found->end(), fits))
        throw Error(subject, "decoder.autoregression", std::to_string(count) + " numbers", shown(*found));
    return found->get<std::vector<double>>();
}

} // namespace

std::string_view name_of(Score score) { return name_in<Score>(scores, score); }

std::string Config::driver_name(int k) const {
    return input.columns.empty() ? "driver " + std::to_string(k + 1) : column(k).name;
}
std::string Config::target_name() const {
    return input.columns.empty() ? "the target" : input.columns.back().name;
}
Column Config::column(int k) const {
    return input.columns.empty() ? Column{} : input.columns[static_cast<std::size_t>(k)];
}

Config config_from_json(const Json& config, const std::string& subject) {
    const ConfigSection input(config, "input", subject);
    const ConfigSection encoder(config, "encoder", subject);
    const ConfigSection decoder(config, "decoder", subject);
    const ConfigSection attention(config, "attention", subject);
    Config value;
    input.only("kind", series_kind);
    input.integer("drivers", value.input.drivers, 1, most_drivers);
    input.integer("window", value.input.window, 2, longest_window);
    value.input.history = value.input.window;
    input.integer("history", value.input.history, value.input.window - 1, value.input.window);
    if (config.contains("input"))
        value.input.columns = columns_of(config["input"], value.input.drivers, subject);
    encoder.only("cell", lstm_cell);
    encoder.integer("hidden", value.encoder.hidden, 1, largest_size);
    encoder.positive("input_noise", value.encoder.input_noise, 10);
    encoder.positive("memory_noise", value.encoder.memory_noise, 10);
    attention.word("score", value.attention.score, scores);
    attention.positive("guided", value.attention.guided, 1000);
    if (value.attention.guided > 0 && !value.attends())
        throw Error(subject, "attention.guided", "a score that looks at something", "none");
    decoder.only("cell", lstm_cell);
    decoder.integer("hidden", value.decoder.hidden, 1, largest_size);
    decoder.positive("interval", value.forecast.interval, largest_interval);
    decoder.positive("share", value.forecast.share, 1);
    if (config.contains("decoder"))
        value.forecast.autoregression = line_of(config["decoder"], value.input.history, subject);
    return value;
}

void to_json(Json& config, const Config& value) {
    config["architecture"] = "da-rnn";
    Json& input = config["input"] = {{"kind", "series"},
                                     {"drivers", value.input.drivers},
                                     {"window", value.input.window},
                                     {"history", value.input.history}};
    for (const Column& column : value.input.columns)
        input["columns"].push_back({{"name", column.name}, {"mean", column.mean}, {"scale", column.scale}});
    Json& encoder = config["encoder"] = {{"cell", "lstm"}, {"hidden", value.encoder.hidden}};
    if (value.encoder.input_noise > 0) encoder["input_noise"] = value.encoder.input_noise;
    if (value.encoder.memory_noise > 0) encoder["memory_noise"] = value.encoder.memory_noise;
    Json& decoder = config["decoder"] = {{"cell", "lstm"}, {"hidden", value.decoder.hidden}};
    if (value.forecast.interval > 0) {
        decoder["interval"] = value.forecast.interval;
        decoder["share"] = value.forecast.share;
    }
    if (!value.forecast.autoregression.empty()) decoder["autoregression"] = value.forecast.autoregression;
    Json& attention = config["attention"] = {{"score", name_of(value.attention.score)}};
    if (value.attention.guided > 0) attention["guided"] = value.attention.guided;
}

} // namespace heed::forecast
