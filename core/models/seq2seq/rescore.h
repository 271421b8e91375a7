// The same run under another scoring function: what the score alone changes.
#pragma once

#include "core/models/model.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace heed::seq2seq {

/// Scores the annotations and queries of `base`, a run of that model, by another function: its energies,
/// weights, contexts, and from these and the states of `base` the probabilities of the tokens that `base`
/// wrote, at its temperature. Annotations h, states s and the tokens stay what they were; nothing was trained
/// for it. Throws heed::Error: a function this program does not know, or one that is not in
/// shared_functions().
Trace rescore(const Model& model, Trace base, const std::string& function);

/// The functions that can take the place of the model's own, which comes first: those without parameters of
/// their own whose sizes fit, and the model's own score in a window that walks along.
std::vector<std::string> shared_functions(const Model& model);

} // namespace heed::seq2seq
