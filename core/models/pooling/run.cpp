#include "core/models/pooling/run.h"

#include "core/base/error.h"
#include "core/models/at_once.h"
#include "core/models/pooling/facts.h"
#include "core/models/pooling/phases.h"
#include "core/models/pooling/reader.h"
#include "core/models/pooling/values.h"
#include "core/text/strings.h"

#include <limits>

namespace heed::pooling {
namespace {

/// Takes what is muted out of what is heard.
void mute(const Model& model, const std::set<int>& muted, Batch& batch) {
    for (const int t : muted) {
        if (t < 0 || t >= batch.length)
            throw Error(model.name, "muted moment", "a moment from 0 to " + std::to_string(batch.length - 1),
                        std::to_string(t));
        batch.heard(0, t) = false;
    }
    if (!batch.heard.any())
        throw Error(model.name, "muted moments", "one that is heard at least", "all of them muted");
}

std::string joined_numbers(const MatrixXf& values) {
    std::string text;
    for (const float value : values.reshaped()) {
        if (!text.empty()) text += ' ';
        text += six_digits(static_cast<double>(value));
    }
    return text;
}

/// A value of one number a moment is noted as a row; a trace keeps what was made at one time as a column.
MatrixXf as_columns(const QuantityInfo& row, const Matrix<float>& value) {
    return row.rows == Axis::Moment && row.columns == Axis::Answer ? MatrixXf(value.transpose()) : value;
}

void say_answer(const Model& model, Trace& trace) {
    const PoolingFacts& facts = pooling_facts(trace);
    if (!facts.config.classes()) {
        trace.log_prob = std::numeric_limits<double>::quiet_NaN();
        trace.target_text = joined_numbers(trace.at(quantity::Output));
        if (!trace.at(quantity::Output).allFinite())
            throw Error(model.name, "the answer", "a finite number", trace.target_text);
        return;
    }
    Eigen::Index best = 0;
    trace.log_prob = static_cast<double>(trace.at(quantity::LogProbs).col(0).maxCoeff(&best));
    trace.target_text = facts.classes[static_cast<std::size_t>(best)];
    if (trace.at(quantity::LogProbs).hasNaN())
        throw Error(model.name, "the answer", "probabilities",
                    "NaN: the model's weights are too large for float32");
}

/// What the moments are called. Dense has numbers for more of them, perhaps: those have no words.
std::vector<std::string> moment_labels(const Config& config, const std::vector<TraceToken>& moments) {
    const int all =
        std::max(static_cast<int>(moments.size()), config.kind == Kind::Dense ? config.dense.steps : 0);
    std::vector<std::string> labels = numbered("", all);
    for (std::size_t t = 0; config.tokens() && t < moments.size(); ++t) labels[t] = moments[t].text;
    return labels;
}

} // namespace

Trace run(const Model& model, const Request& request, const std::atomic<bool>*) {
    refuse_edits_of_writing(model, request, "muted moments");
    const Config& config = model.config.as<Config>();
    Reading reading =
        read_input(config, model.source, model.tokenizer, request.text, model.longest_input, model.name);
    Batch batch = batch_of(config, {&reading.item, 1});
    mute(model, request.edits.muted, batch);

    Trace trace = begin_trace(model, request);
    trace.source = std::move(reading.moments);

    Tape<float> tape(false);
    const nn::Graph<float> graph(tape, model.parameters);
    const auto answer =
        forward<float>(config, graph, batch, [&](std::string_view key, const Matrix<float>& value) {
            const Quantity q = quantity_of(key);
            trace.set(q, 0, as_columns(q.info(), value));
        });
    const Map map = map_of(config, graph, answer, moment_labels(config, trace.source));
    if (!trace.has(map.quantity)) trace.set(map.quantity, 0, map.weights.transpose().cast<float>());
    trace.labels[map.rows] = map.row_labels;
    trace.labels[map.columns] = map.column_labels;
    if (config.classes()) trace.labels[Axis::Class] = pooling_facts(trace).classes;
    say_answer(model, trace);
    trace.outline = outline_of(config, trace.source_length());
    return trace;
}

} // namespace heed::pooling
