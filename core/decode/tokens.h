// Tokens of a run: the ids of those read, the likeliest of those that could be written.
#pragma once

#include "core/text/vocabulary.h"
#include "core/trace/trace.h"

#include <vector>

namespace heed::decode {

std::vector<int> ids_of(const std::vector<TraceToken>& tokens);

/// Up to five, best first; of equal ones the lower id first. log_probs: (V, 1).
std::vector<Candidate> best_candidates(const Vocabulary& vocabulary, const MatrixXf& log_probs);

} // namespace heed::decode
