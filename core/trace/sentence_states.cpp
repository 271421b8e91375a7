#include "core/trace/sentence_states.h"

namespace heed {

std::size_t SentenceStates::bytes() const {
    std::size_t numbers = static_cast<std::size_t>(annotations.size());
    for (const MatrixXf& states : decoder) numbers += static_cast<std::size_t>(states.size());
    std::size_t letters = text.size();
    for (const auto* tokens : {&source, &outputs})
        for (const TraceToken& token : *tokens) letters += token.text.size() + sizeof(TraceToken);
    return numbers * sizeof(float) + letters + sizeof(SentenceStates);
}

int decoder_rows(const Trace& trace) {
    int rows = 0;
    while (trace.has(Quantity::State, rows) || trace.has(Quantity::InitialState, rows)) ++rows;
    return rows;
}

MatrixXf decoder_path(const Trace& trace, int row) {
    if (row < 0 || row >= decoder_rows(trace)) return {};
    const int begins = trace.has(Quantity::InitialState, row) ? row : 0;
    if (!trace.has(Quantity::InitialState, begins)) return {};
    const MatrixXf& first = trace.at(Quantity::InitialState, begins);
    if (!trace.has(Quantity::State, row)) return first;
    const MatrixXf& states = trace.at(Quantity::State, row);
    MatrixXf path(states.rows(), states.cols() + 1);
    path << first, states;
    return path;
}

SentenceStates states_to_keep(const Trace& trace) {
    SentenceStates kept;
    kept.text = trace.source_text;
    kept.source = trace.source;
    for (const TraceStep& step : trace.steps) kept.outputs.push_back(step.token);
    if (trace.has(Quantity::Annotation)) kept.annotations = trace.at(Quantity::Annotation);
    for (int row = 0; row < decoder_rows(trace); ++row) kept.decoder.push_back(decoder_path(trace, row));
    return kept;
}

} // namespace heed
