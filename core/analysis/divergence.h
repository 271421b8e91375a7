// How differently two models look at the same source: Jensen-Shannon divergence (Lin, 1991), in bits.
//
//     JSD(p, q) = (KL(p || m) + KL(q || m)) / 2,   m = (p + q) / 2,   0 log 0 = 0
//
// 0 for the same distribution, 1 for two that share no position; symmetric.
#pragma once

#include "core/trace/trace.h"

#include <Eigen/Core>
#include <optional>
#include <utility>
#include <vector>

namespace heed::analysis {

/// Of two rows of weights over the same positions, each divided by its sum first: local-p's rows, and given
/// ones, need not sum to 1, and how much is missing is not counted as a difference. None where the lengths
/// differ or a row has no weight at all.
std::optional<double> divergence(const Eigen::Ref<const Eigen::VectorXf>& p,
                                 const Eigen::Ref<const Eigen::VectorXf>& q);

/// Outputs that both runs wrote: the longest sequence of equal tokens in both, in order (of several, the one
/// that begins earliest in a). Equal outputs: each with itself. A token more in one shifts nothing.
/// Where more than a thousand outputs in a row differ in both, those are compared position by position.
std::vector<std::pair<int, int>> shared_outputs(const Trace& a, const Trace& b);

/// The mean over the shared outputs of the divergence of their rows. None where it is undefined: a model
/// without weights, sources of different length, no shared output with weights.
std::optional<double> divergence(const Trace& a, const Trace& b);

} // namespace heed::analysis
