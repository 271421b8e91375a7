#include "tests/support/samples/sample_what_if.h"

#include "tests/support/samples/sample_trace.h"

#include <algorithm>

namespace heed {
namespace {

void add_token(Trace& trace, int before, const std::string& text) {
    TraceStep step = trace.steps[static_cast<std::size_t>(before)];
    step.token = {text, 5, 0, 0, false, false, false};
    step.log_prob = -0.4f;
    trace.steps.insert(trace.steps.begin() + before, step);
    for (const Quantity q : {Quantity::Weights, Quantity::LogProbs})
        if (trace.has(q)) {
            const MatrixXf old = trace.at(q);
            MatrixXf wider(old.rows(), old.cols() + 1);
            wider << old.leftCols(before), old.col(before), old.rightCols(old.cols() - before);
            trace.set(q, 0, wider);
        }
}

void rewrite(Trace& trace, int i, const std::string& text, float log_prob) {
    if (i >= trace.outputs() || trace.steps[static_cast<std::size_t>(i)].token.is_end) return;
    TraceStep& step = trace.steps[static_cast<std::size_t>(i)];
    step.token.text = text;
    step.token.id = 4;
    step.log_prob = log_prob;
}

/// The row turned by a few positions and flattened.
void look_elsewhere(Trace& trace, int i, int by) {
    if (!trace.has_weights() || i >= trace.outputs()) return;
    MatrixXf weights = trace.at(Quantity::Weights);
    const Eigen::VectorXf own = weights.col(i);
    const auto length = static_cast<int>(own.size());
    for (int j = 0; j < length; ++j)
        weights(j, i) = 0.7f * own((j + by) % length) + 0.3f / static_cast<float>(length);
    trace.set(Quantity::Weights, 0, weights);
}

} // namespace

WhatIf sample_what_if(const SampleWhatIf& options) {
    using Edit = SampleWhatIf::Edit;
    SampleOptions sample;
    sample.words = options.words;
    if (!options.attention) sample.score = "none";
    auto model = std::make_shared<Trace>(sample_trace(options.sources, options.outputs, sample));
    for (TraceStep& step : model->steps) step.forced = false;
    auto changed = std::make_shared<Trace>(*model);
    const std::string own = options.words ? "autre" : "9", next = options.words ? "chose" : "x";
    const int i = std::min(options.output, options.outputs - 1);
    if (options.edit == Edit::Token) {
        rewrite(*changed, i, own, -1.7f);
        changed->steps[static_cast<std::size_t>(i)].forced = true;
    } else if (options.edit == Edit::Row) {
        changed->steps[static_cast<std::size_t>(i)].weights_given = true;
        changed->steps[static_cast<std::size_t>(i)].log_prob -= 0.2f;
        look_elsewhere(*changed, i, 3);
    } else if (options.edit == Edit::EveryRow) {
        for (TraceStep& step : changed->steps) step.weights_given = true;
        for (int k = 0; k < options.outputs; ++k) look_elsewhere(*changed, k, 0);
    }
    if (options.edit != Edit::Nothing) {
        rewrite(*changed, i + 2, next, -0.9f);
        look_elsewhere(*changed, i + 1, 1);
        look_elsewhere(*changed, i + 2, 2);
        if (options.longer && i + 4 < options.outputs)
            add_token(*changed, i + 4, options.words ? "petite" : "7");
        changed->log_prob = model->log_prob - 1.42;
    }
    return what_if(model, changed);
}

} // namespace heed
