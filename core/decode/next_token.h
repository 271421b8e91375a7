// Which token comes next where nobody asks for one: the likeliest, as the model's rules leave it.
#pragma once

#include "core/decode/run.h"

#include <functional>
#include <span>

namespace heed::decode {

/// The numbers of one output, over all that can be written. Logits are asked for only where the rules weigh
/// them.
struct NextScores {
    std::function<Eigen::VectorXf()> log_probs, logits; // (V)
};
/// `written`: what stands before it, from what the decoder was given on.
int next_token(const Beginning& beginning, std::span<const int> written, const NextScores& scores);

/// Whether the model, left alone, writes just what a run that was made to write something wrote, and ends
/// there as well: told by what that run recorded. False for one that has not ended.
bool writes_by_itself(const Model& model, const Trace& run);

} // namespace heed::decode
