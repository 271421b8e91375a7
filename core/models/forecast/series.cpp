#include "core/models/forecast/series.h"

#include "core/models/forecast/baselines.h"
#include "core/models/forecast/reader.h"
#include "core/models/forecast/values.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>

namespace heed::forecast {
namespace {

constexpr int at_once = 64; // windows of a batch

/// Calls `use` with each batch of windows and the row that follows the first of them.
void over_windows(const Config& config, const Series& series,
                  const std::function<void(int first, std::span<const Item> items)>& use) {
    for (int first = config.input.window; first <= series.rows(); first += at_once) {
        std::vector<Item> items;
        for (int end = first; end < std::min(first + at_once, series.rows() + 1); ++end)
            items.push_back(window_of(config, series, end));
        use(first, items);
    }
}

std::vector<double> nothing_yet(const Series& series) {
    return std::vector<double>(static_cast<std::size_t>(series.rows()) + 1,
                               std::numeric_limits<double>::quiet_NaN());
}

} // namespace

Item window_of(const Config& config, const Series& series, int end) {
    assert(config.whole_history() && end >= config.input.window && end <= series.rows());
    const Eigen::Index window = config.input.window, first = end - window;
    return {series.drivers.middleRows(first, window), series.target.middleRows(first, window),
            end < series.rows() ? series.target(end, 0) : 0};
}

std::vector<double> foretold(const Config& config, const nn::ParameterSet<float>& parameters,
                             const Series& series) {
    std::vector<double> values = nothing_yet(series);
    over_windows(config, series, [&](int first, std::span<const Item> items) {
        Tape<float> tape(false);
        const nn::Graph<float> graph(tape, parameters);
        const Answer<float> answer = forward<float>(config, graph, batch_of(config, items));
        for (std::size_t b = 0; b < items.size(); ++b)
            values[static_cast<std::size_t>(first) + b] = in_unit(
                config, static_cast<double>(answer.forecast.value()(0, static_cast<Eigen::Index>(b))));
    });
    return values;
}

std::vector<double> foretold_by_persistence(const Config& config, const Series& series) {
    std::vector<double> values = nothing_yet(series);
    for (int end = config.input.window; end <= series.rows(); ++end)
        values[static_cast<std::size_t>(end)] = in_unit(config, persistence(window_of(config, series, end)));
    return values;
}

std::vector<double> foretold_by_line(const Config& config, const Series& series) {
    std::vector<double> values = nothing_yet(series);
    const auto& line = config.forecast.autoregression;
    for (int end = config.input.window; !line.empty() && end <= series.rows(); ++end)
        values[static_cast<std::size_t>(end)] =
            in_unit(config, autoregression(line, window_of(config, series, end)));
    return values;
}

MeanWeights mean_weights(const Config& config, const nn::ParameterSet<float>& parameters,
                         const Series& series) {
    Eigen::VectorXd drivers = Eigen::VectorXd::Zero(config.input.drivers);
    Eigen::VectorXd moments = Eigen::VectorXd::Zero(config.input.window);
    int windows = 0;
    over_windows(config, series, [&](int, std::span<const Item> items) {
        Tape<float> tape(false);
        const nn::Graph<float> graph(tape, parameters);
        const Answer<float> answer = forward<float>(config, graph, batch_of(config, items));
        for (Eigen::Index b = 0; b < std::ssize(items); ++b, ++windows) {
            drivers += input_map(answer, b).cast<double>().rowwise().mean();
            moments += answer.temporal.back().value().row(b).transpose().cast<double>();
        }
    });
    drivers /= std::max(1, windows);
    moments /= std::max(1, windows);
    return {{drivers.begin(), drivers.end()}, {moments.begin(), moments.end()}};
}

} // namespace heed::forecast
