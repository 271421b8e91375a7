#include "core/models/forecast/lessons.h"

#include "core/base/error.h"
#include "core/models/forecast/baselines.h"
#include "core/models/forecast/forecast.h"
#include "core/models/forecast/reader.h"
#include "core/models/forecast/values.h"
#include "core/text/strings.h"

#include <cmath>
#include <numeric>

namespace heed::forecast {
namespace {

/// What explains an answer in a map of so many rows and columns.
Gold::Cells cells_of(std::span<const Explanation> explanations, std::string_view map, int rows, int columns,
                     const std::string& subject) {
    Gold::Cells cells;
    for (const Explanation& one : explanations)
        if (one.map == map) cells.insert(cells.end(), one.cells.begin(), one.cells.end());
    const std::string place = "attention.guided: gold of " + std::string(map);
    if (cells.empty()) throw Error(subject, place, "cells that explain the answer", "none");
    for (const auto& [row, column] : cells)
        if (row < 0 || row >= rows || column < 0 || column >= columns)
            throw Error(subject, place,
                        "cells of a map of " + std::to_string(rows) + " × " + std::to_string(columns),
                        "[" + std::to_string(row) + ", " + std::to_string(column) + "]");
    return cells;
}

class ForecastLessons : public LessonsOf<Item> {
public:
    explicit ForecastLessons(const Config& config) : config_(config) {}

    int length(int) const override { return config_.input.window; }
    int weight(int) const override { return 1; }
    int longest() const override { return config_.input.window; }

    void add(std::string_view input, std::string_view answer, const std::string& subject) override {
        Item item = read_input(config_, input, subject).item;
        read_answer(config_, answer, item, subject);
        keep(std::move(item));
    }

    bool guided() const override { return config_.attention.guided > 0; }
    void explain(std::span<const Explanation> explanations, const std::string& subject) override {
        const int window = config_.input.window;
        last().gold = {cells_of(explanations, "input.attention", config_.input.drivers, window, subject),
                       cells_of(explanations, "temporal.attention", window, window, subject)};
    }

    Var<float> loss(nn::Graph<float>& graph, std::span<const int> items, int weight) const override {
        return scale(batch_loss(config_, graph, chosen(items)), 1 / static_cast<float>(weight));
    }

    std::vector<Reply> replies(const nn::ParameterSet<float>& parameters,
                               std::span<const int> items) const override {
        const std::vector<Item> read = chosen(items);
        Tape<float> tape(false);
        const nn::Graph<float> graph(tape, parameters);
        const Answer<float> answer = forward<float>(config_, graph, batch_of(config_, read));
        std::vector<Reply> replies;
        for (std::size_t b = 0; b < read.size(); ++b) {
            const auto column = static_cast<Eigen::Index>(b);
            const auto forecast = static_cast<double>(answer.forecast.value()(0, column));
            const double error = forecast - read[b].target;
            Reply reply;
            reply.text = shortest_digits(static_cast<float>(in_unit(config_, forecast)));
            reply.loss = error * error;
            reply.errors = {{"forecast", in_scale(error)},
                            {"persistence", in_scale(persistence(read[b]) - read[b].target)}};
            if (const auto& line = config_.forecast.autoregression; !line.empty())
                reply.errors.push_back(
                    {"linear autoregression", in_scale(autoregression(line, read[b]) - read[b].target)});
            if (config_.attends()) {
                reply.maps.push_back({"input.attention", input_map(answer, column), true});
                reply.maps.push_back({"temporal.attention", temporal_map(answer, column)});
            }
            replies.push_back(std::move(reply));
        }
        return replies;
    }

private:
    double in_scale(double error) const { return error * config_.column(config_.input.drivers).scale; }
    Config config_;
};

} // namespace

std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language&) {
    return std::make_unique<ForecastLessons>(config);
}

void finish(Config& config, const nn::ParameterSet<float>& parameters, const ItemLessons& taught,
            const ItemLessons& held_out) {
    const auto& learnt = dynamic_cast<const ForecastLessons&>(taught).items();
    if (!learnt.empty()) config.forecast.autoregression = fit_autoregression(learnt);
    constexpr int at_once = 64;
    std::vector<double> errors;
    for (int first = 0; first < held_out.size(); first += at_once) {
        std::vector<int> batch(static_cast<std::size_t>(std::min(at_once, held_out.size() - first)));
        std::iota(batch.begin(), batch.end(), first);
        for (const Reply& reply : held_out.replies(parameters, batch))
            errors.push_back(std::abs(reply.errors.front().error));
    }
    if (!errors.empty()) config.forecast.interval = quantile(std::move(errors), config.forecast.share);
}

} // namespace heed::forecast
