// Tokens of a run: the ids of those read, the likeliest of those that could be written.
#pragma once

#include "core/models/model.h"

#include <vector>

namespace heed {

std::vector<int> ids_of(const std::vector<TraceToken>& tokens);

/// What the decoder is fed before its first output: the start token, or the tag the source begins with.
/// Throws heed::Error where that is no tag.
int first_input(const Model& model, const std::vector<TraceToken>& source);

/// Up to five, best first; of equal ones the lower id first. log_probs: (V, 1).
std::vector<Candidate> best_candidates(const Vocabulary& vocabulary, const MatrixXf& log_probs);

} // namespace heed
