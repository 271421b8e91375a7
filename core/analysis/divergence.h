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

/// Of two rows of weights over the same positions. Nothing is brought to a sum of 1: what a row has less of
/// it, as local-p's have, lies on no position, and counts as a place of its own. Only a row of more than 1,
/// as may be given, is divided by its sum. None where the lengths differ.
std::optional<double> divergence(const Eigen::Ref<const Eigen::VectorXf>& p,
                                 const Eigen::Ref<const Eigen::VectorXf>& q);

/// What each position adds to it; and last, what lies on no position.
std::vector<double> divergence_terms(const Eigen::Ref<const Eigen::VectorXf>& p,
                                     const Eigen::Ref<const Eigen::VectorXf>& q);

/// Outputs that both runs wrote: the equal tokens of core/analysis/token_alignment. Equal outputs: each with
/// itself. A token more in one shifts nothing.
std::vector<std::pair<int, int>> shared_outputs(const Trace& a, const Trace& b);

/// The mean over the shared outputs of the divergence of their rows. None where it is undefined: a model
/// without weights, sources of different length, no shared output.
std::optional<double> divergence(const Trace& a, const Trace& b);

} // namespace heed::analysis
