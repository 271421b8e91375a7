// What the weights of a run mean, sentence by sentence and output by output: the weights beside what reading
// moves, what leaving out changes, and what other weights would have written.
#pragma once

#include "core/analysis/meaning/forced.h"
#include "core/analysis/meaning/measured.h"
#include "core/models/model.h"
#include "core/trace/trace.h"

#include <string>

namespace heed::analysis::meaning {

/// Why it cannot be measured of this run; empty: it can. A model must make its weights and write token by
/// token.
std::string not_measured(const ModelFacts& model, const Request& request);
/// The request without what changes weights: the model's own weights are what is measured.
Request own_weights(Request request);

/// The run as it is measured, fed what it wrote. Both must outlive it. Throws heed::Error where
/// not_measured() says why.
Forced<float> forced_by(const Model& model, const Trace& run);

/// What is measured of a sentence, in this order, and how much of the work is done then.
struct SentencePart {
    const char* name;
    double until;
};
inline constexpr SentencePart sentence_parts[] = {
    {"gradient × input", 0.4}, {"each row of weights", 0.6}, {"leave one out", 1}};

Sentence measure_sentence(const Model& model, const Trace& run, const Watch& watch = {});

/// The other map's numbers are those of a run of its own with these weights given (core/decode/run.h).
OutputMeaning measure_output(const Model& model, const Trace& run, int output, const Watch& watch = {});

} // namespace heed::analysis::meaning
