// The least change of a row of weights that makes a model write another token there.
#pragma once

#include "core/models/model.h"
#include "core/trace/trace.h"

#include <atomic>
#include <optional>
#include <string>

namespace heed::analysis {

struct LeastChange {
    Eigen::VectorXf row; // (T), not negative, with the sum of the row it changes
    float moved = 0;     // weight that was moved: half the sum of absolute differences, the total variation
    int from = -1, to = -1; // source positions that lost and gained most
    int before_id = -1, after_id = -1;
    std::string before, after;       // likeliest tokens under the old row and the new one
    float p_before = 0, p_after = 0; // of `after`
};

/// Searches for the row nearest to the one that `run` used at `output`, by the weight that is moved, under
/// which another token is the likeliest. Everything before the output stays. The effect of each weight on
/// each rival's lead is measured on the step itself; weight is moved from where it keeps the rival down to
/// where it helps it most, as far as needed, and measured again there until nothing is gained. Moves towards
/// single positions, an even row and drawn ones (from a fixed seed) are tried as well. What is found does
/// flip the output; a smaller change may exist. None: no row that was tried changes the token, among them
/// each position alone. Throws heed::Error where the model has no weights, decode::Cancelled when `cancelled`
/// becomes true. Time grows with the source's length times a step.
std::optional<LeastChange> least_change(const Model& model, const Trace& run, int output,
                                        const std::atomic<bool>* cancelled = nullptr);

} // namespace heed::analysis
