#include "core/models/forecast/run.h"

#include "core/base/error.h"
#include "core/models/at_once.h"
#include "core/models/forecast/phases.h"
#include "core/models/forecast/reader.h"
#include "core/models/forecast/values.h"

#include <cmath>
#include <limits>

namespace heed::forecast {
namespace {

void check_muted(const Model& model, const Config& config, const std::set<int>& muted) {
    if (muted.empty()) return;
    if (!config.attends())
        throw Error(model.name, "muted driver", "none, for this model weighs no driver",
                    std::to_string(*muted.begin()));
    for (const int k : muted)
        if (k < 0 || k >= config.input.drivers)
            throw Error(model.name, "muted driver",
                        "a driver from 0 to " + std::to_string(config.input.drivers - 1), std::to_string(k));
    if (std::ssize(muted) == config.input.drivers)
        throw Error(model.name, "muted drivers", "one that is looked at at least", "all of them muted");
}

} // namespace

Trace run(const Model& model, const Request& request, const std::atomic<bool>*) {
    refuse_edits_of_writing(model, request, "muted drivers");
    const Config& config = model.config.as<Config>();
    Reading reading = read_input(config, request.text, model.name);
    check_muted(model, config, request.edits.muted);
    Batch batch = batch_of(config, {&reading.item, 1});
    batch.muted = request.edits.muted;

    Trace trace = begin_trace(model, request);
    trace.source = std::move(reading.rows);
    trace.labels[Axis::Driver] = driver_labels(config);
    trace.labels[Axis::Moment] = trace.labels[Axis::Step] = moment_labels(config);

    Tape<float> tape(false);
    const nn::Graph<float> graph(tape, model.parameters);
    Record<float> record(config);
    const Answer<float> answer = forward(config, graph, batch, record.listener());
    for (const auto& [key, value] : record.values()) trace.set(quantity_of(key), 0, value);
    if (config.attends())
        trace.set(quantity::InputAttention, 0, trace.at(quantity::InputWeights).transpose());

    trace.log_prob = std::numeric_limits<double>::quiet_NaN();
    const auto forecast = static_cast<double>(answer.forecast.value()(0, 0));
    trace.target_text = answer_text(config, forecast);
    if (!std::isfinite(forecast))
        throw Error(model.name, "the forecast", "a finite number", trace.target_text);
    trace.outline = outline_of(config);
    return trace;
}

} // namespace heed::forecast
