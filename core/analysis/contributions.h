// What each source position adds to a context: c_i = sum_j alpha_ij h_j   (Bahdanau et al. 2015, eq. 5).
#pragma once

#include "core/trace/trace.h"

#include <Eigen/Core>
#include <vector>

namespace heed::analysis {

/// Shares of alpha_ij ‖h_j‖ in their sum over j: how much of the mixture's length each position brings,
/// before parts that point in different directions cancel. (T), sums to 1; all 0 if every weight is 0.
Eigen::VectorXf contribution_shares(const Trace& trace, int i);

/// Positions by share, largest first (equal shares: the earlier position first).
std::vector<int> by_contribution(const Eigen::Ref<const Eigen::VectorXf>& shares);

/// The unit with the largest |alpha_ij h_jk| for this output and position.
int strongest_unit(const Trace& trace, int i, int j);

} // namespace heed::analysis
