// Many items at a time, without a trace: for training and for measuring. What decode::run chooses for each
// item alone is chosen here too; the numbers differ from its by float rounding at most.
#pragma once

#include "core/models/model.h"
#include "core/nn/sequences.h"

#include <span>
#include <vector>

namespace heed::decode {

/// What a forced run of one item says, unpadded: T source tokens, N outputs, end tokens included.
struct Forced {
    std::vector<float> log_probs; // (N) of the wanted tokens
    std::vector<int> best;        // (N) the likeliest tokens; the first of equal ones
    MatrixXf weights;             // (T, N); empty for a model without attention
};

/// Feeds `inputs` and reads off `targets`, which is laid out as inputs.ids is.
std::vector<Forced> force(const Configuration& configuration, const nn::ParameterSet<float>& parameters,
                          const nn::Sequences& source, const nn::Sequences& inputs,
                          std::span<const int> targets);

/// The likeliest token each time, fed with `first` (B ids) before the first output. An item's last is the end
/// token, unless it reached output_limit() without one.
std::vector<std::vector<int>> greedy(const Configuration& configuration,
                                     const nn::ParameterSet<float>& parameters, const nn::Sequences& source,
                                     std::span<const int> first, const SpecialIds& target);

} // namespace heed::decode
