// What a model's rules for writing (core/models/generation.h) make of the scores of its next token.
#pragma once

#include "core/models/generation.h"

#include <Eigen/Core>
#include <span>

namespace heed::decode {

/// The place that a text has reached.
struct WrittenSoFar {
    std::span<const int> ids; // all of it, from the token that it started from, or the text it goes on from
    std::span<const int> source; // what the encoder read; empty without one
    int given = 1;               // how many of `ids` were not written
    int longest = 0;             // how long ids may become; 0: any length
};

/// Changes `scores` (V), log-probabilities or logits: what may not come next becomes -infinity; where one
/// token must come, that is 0 and all others are -infinity.
void apply_rules(const GenerationRules& rules, const WrittenSoFar& so_far, Eigen::VectorXf& scores);

} // namespace heed::decode
