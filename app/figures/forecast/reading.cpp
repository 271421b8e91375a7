#include "app/figures/forecast/reading.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace heed {

const ForecastMethod* ForecastBoard::best_baseline() const {
    const ForecastMethod* best = nullptr;
    for (const ForecastMethod& method : methods)
        if (!method.attention && method.error && (!best || *method.error < *best->error)) best = &method;
    return best;
}
const ForecastMethod* ForecastBoard::model() const {
    for (const ForecastMethod& method : methods)
        if (method.attention) return &method;
    return nullptr;
}

namespace series {
namespace {

namespace phases = forecast::phase;
namespace quantity = forecast::quantity;

const std::array<const PhaseInfo*, 9>& in_order() { // of Doing
    static const std::array<const PhaseInfo*, 9> all{
        &phases::InputScore, &phases::InputSoftmax,  &phases::Weigh,
        &phases::Read,       &phases::TemporalScore, &phases::TemporalSoftmax,
        &phases::Context,    &phases::Step,          &phases::Answer};
    return all;
}

} // namespace

Doing doing_of(const Phase& phase) {
    const auto& all = in_order();
    const auto found = std::find_if(all.begin(), all.end(), [&](const PhaseInfo* p) { return phase.is(*p); });
    return static_cast<Doing>(std::min<std::ptrdiff_t>(found - all.begin(), 8));
}

Reading::Reading(const Trace& trace) : run(trace), config(forecast_facts(trace).config) {
    drivers = config.input.drivers;
    window = config.input.window;
    attends = trace.has(quantity::InputWeights) && trace.has(quantity::TemporalWeights);
}

float Reading::driver(int k, int t) const {
    const float weight = alpha(k, t);
    return weight > 0 ? at(quantity::Weighted)(k, t) / weight : std::numeric_limits<float>::quiet_NaN();
}

int Reading::strongest_driver(int t) const {
    Eigen::Index k = 0;
    at(quantity::InputWeights).col(t).maxCoeff(&k);
    return static_cast<int>(k);
}
int Reading::strongest_moment(int step) const {
    Eigen::Index t = 0;
    at(quantity::TemporalWeights).col(step).maxCoeff(&t);
    return static_cast<int>(t);
}

float Reading::mean_weight(int k) const { return at(quantity::InputWeights).row(k).mean(); }

std::vector<int> Reading::by_weight() const {
    std::vector<int> order(static_cast<std::size_t>(drivers));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return mean_weight(a) > mean_weight(b); });
    return order;
}

double Reading::variance() const {
    const Eigen::MatrixXd weights = at(quantity::InputWeights).cast<double>();
    const Eigen::MatrixXd apart = weights.colwise() - weights.rowwise().mean();
    return apart.rowwise().squaredNorm().maxCoeff() / static_cast<double>(window);
}

double Reading::forecast() const {
    const forecast::Column target = config.column(drivers);
    return target.mean + target.scale * static_cast<double>(at(quantity::Forecast)(0, 0));
}

std::string Reading::answer() const {
    std::string text = significant(forecast(), 3);
    if (config.forecast.interval > 0) text += " ± " + significant(config.forecast.interval, 2);
    return text;
}

bool Reading::revealed(int at, Doing doing, int place) const {
    return heed::revealed(run.outline, at, {*in_order()[static_cast<std::size_t>(doing)], 0}, place);
}

int step_shown(const Reading& r, const Playhead& playhead) {
    const Moment now = moment_at(r.run.outline, playhead.at);
    return now.started && now.axis == Axis::Step ? now.position : r.window - 1;
}

int moment_shown(const Reading& r, const Playhead& playhead) {
    for (const int t : {playhead.hover_column, playhead.column})
        if (t >= 0 && t < r.window) return t;
    const Moment now = moment_at(r.run.outline, playhead.at);
    if (now.started && now.axis == Axis::Moment) return now.position;
    return r.attends && now.started ? r.strongest_moment(step_shown(r, playhead)) : r.window - 1;
}

int driver_shown(const Reading& r, const Playhead& playhead, int moment) {
    for (const int k : {playhead.hover_row, playhead.row})
        if (k >= 0 && k < r.drivers) return k;
    return r.strongest_driver(moment);
}

} // namespace series
} // namespace heed
