#include "core/train/course/series.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::train {
namespace {

constexpr double learnt = 0.7, chosen_by = 0.1; // shares of the windows
constexpr std::size_t fewest = 60;
constexpr int hidden = 32, steps = 1500, looks = 15;

/// The columns with the target last.
std::vector<std::size_t> in_order(const SeriesTable& table) {
    std::vector<std::size_t> order;
    std::size_t target = table.columns.size();
    for (std::size_t k = 0; k < table.columns.size(); ++k)
        table.columns[k] == table.target ? void(target = k) : order.push_back(k);
    if (target == table.columns.size())
        throw Error(table.name, "the column to foretell", listed(table.columns, " or "),
                    in_quotes(table.target, 60));
    if (order.empty()) throw Error(table.name, "columns of numbers", "at least 2", "1");
    order.push_back(target);
    return order;
}

std::size_t rows_to_learn_from(const SeriesTable& table) {
    return static_cast<std::size_t>(learnt * static_cast<double>(table.rows()));
}

/// Mean and spread of the rows to learn from; a column that never changes is left as it is.
nlohmann::json scaled_column(const SeriesTable& table, std::size_t k) {
    const auto count = static_cast<std::ptrdiff_t>(rows_to_learn_from(table));
    const std::vector<double> values(table.values[k].begin(), table.values[k].begin() + count);
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    const double mean = sum / static_cast<double>(count);
    for (const double value : values) squares += (value - mean) * (value - mean);
    const double spread = std::sqrt(squares / static_cast<double>(count));
    return {{"name", table.columns[k]}, {"mean", mean}, {"scale", spread > 1e-12 ? spread : 1.0}};
}

} // namespace

std::size_t fewest_rows(int window) { return std::max(fewest, 5 * static_cast<std::size_t>(window)); }

Recipe series_recipe(const SeriesTable& table, bool attention, const std::string& name) {
    if (table.rows() < fewest_rows(table.window))
        throw Error(table.name + ": only " + plural(table.rows(), "row", "rows") + ": at least " +
                    std::to_string(fewest_rows(table.window)) + " are needed");
    nlohmann::json columns = nlohmann::json::array();
    const auto order = in_order(table);
    for (const std::size_t k : order) columns.push_back(scaled_column(table, k));
    return recipe_from_json({{"format", "heed.recipe"},
                             {"version", 1},
                             {"architecture", "da-rnn"},
                             {"name", name},
                             {"input",
                              {{"kind", "series"},
                               {"drivers", order.size() - 1},
                               {"window", table.window},
                               {"history", table.window},
                               {"columns", std::move(columns)}}},
                             {"encoder", {{"cell", "lstm"}, {"hidden", hidden}}},
                             {"decoder", {{"cell", "lstm"}, {"hidden", hidden}}},
                             {"attention", {{"score", attention ? "additive" : "none"}}},
                             {"steps", steps},
                             {"batch", 64},
                             {"learning_rate", 0.003},
                             {"check_every", steps / looks}},
                            table.name);
}

ItemData series_data(const SeriesTable& table) {
    const auto order = in_order(table);
    std::vector<std::string> lines(table.rows());
    for (std::size_t r = 0; r < lines.size(); ++r)
        for (std::size_t n = 0; n < order.size(); ++n) {
            if (n > 0) lines[r] += ',';
            lines[r] += nine_digits(table.values[order[n]][r]);
        }
    ItemData data;
    data.name = table.name;
    data.language.tokenizer = {TokenLevel::Given, false};
    const auto window = static_cast<std::size_t>(table.window), windows = table.rows() - window;
    const auto first_valid = static_cast<std::size_t>(learnt * static_cast<double>(windows));
    const auto first_test = static_cast<std::size_t>((learnt + chosen_by) * static_cast<double>(windows));
    for (std::size_t w = 0; w < windows; ++w) {
        tasks::Item item;
        for (std::size_t r = w; r < w + window; ++r) item.input += (r == w ? "" : " ") + lines[r];
        item.answer = nine_digits(table.values[order.back()][w + window]);
        (w < first_valid ? data.train : w < first_test ? data.valid : data.test).push_back(std::move(item));
    }
    return data;
}

SeriesLearning::SeriesLearning(SeriesTable table, std::string name, const SeriesSettings& settings)
    : table_(std::move(table)), name_(std::move(name)), settings_(settings),
      unit_(scaled_column(table_, in_order(table_).back()).at("scale")) {
    begin(true);
}
SeriesLearning::~SeriesLearning() = default;

void SeriesLearning::begin(bool attention) {
    Recipe recipe = series_recipe(table_, attention, attention ? name_ : name_ + "/lstm");
    recipe.training.steps = settings_.steps;
    recipe.training.seed = settings_.seed;
    recipe.check_every = std::max(1, settings_.steps / looks);
    training_ = std::make_unique<Training>(recipe, item_course(recipe, series_data(table_)));
}

bool SeriesLearning::advance() {
    if (lstm_) return false;
    if (training_->advance()) return true;
    if (!training_->best())
        throw Error(table_.name + ": the loss became infinite at step " +
                    std::to_string(training_->diverged().value_or(0)));
    (attention_ ? lstm_ : attention_) = make_model(*training_, measure(*training_));
    if (!lstm_) begin(false);
    return !lstm_;
}

SeriesProgress SeriesLearning::progress() const {
    SeriesProgress progress{training_->steps_done(), 2 * settings_.steps, attention_.has_value(), 0};
    if (attention_) progress.step += settings_.steps;
    if (training_->best()) progress.error = unit_ * std::sqrt(training_->best()->loss);
    return progress;
}

SeriesModels SeriesLearning::models() const {
    SeriesModels models{*attention_, *lstm_};
    models.attention.config_json["training"]["results"]["rmse"]["LSTM"] =
        models.lstm.config_json["training"]["results"]["rmse"]["forecast"];
    return models;
}

} // namespace heed::train
