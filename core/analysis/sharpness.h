// What a map of weights is like: how sharp, how spread, in which order, what it covers; and how sharp a
// bounded score can be at all.
//
// weights: (T, N), column i for output i.
#pragma once

#include "core/trace/trace.h"

#include <Eigen/Core>
#include <optional>

namespace heed::analysis {

/// The mean over outputs of the largest weight, as it stands (local-p's rows are not divided by their sums);
/// 0 if there is no output.
double sharpness(const Eigen::Ref<const Eigen::MatrixXf>& weights);

/// The mean over outputs of entropy / ln T: 0 all on one position, 1 spread evenly. 0 where T is 1.
double normalised_entropy(const Eigen::Ref<const Eigen::MatrixXf>& weights);

/// The share of steps from one output to the next on which the expected position sum_j j a_ij / sum_j a_ij
/// does not go back. Rows without any weight are passed over; none with fewer than two others.
std::optional<double> monotonicity(const Eigen::Ref<const Eigen::MatrixXf>& weights);

/// The saturation law: energies that all lie in [-bound, bound] give no softmax weight over `positions` above
///     e^{2 bound} / (e^{2 bound} + positions - 1),
/// reached where one energy is at the top and all others at the bottom. bound >= 0, positions >= 1.
double saturation_ceiling(double bound, int positions);

/// The bound of the energies that the model's score sets by itself, as its row of the table says: 1 for a
/// cosine or a tanh, exp(log_beta) for a learned strength. None: they can grow without end.
std::optional<double> energy_bound(const Trace& trace);

/// The ceiling of this run's weights at its temperature; none where the score has no bound, where the softmax
/// runs over a window and not over the whole source, and where weights were set by hand.
std::optional<double> saturation_ceiling(const Trace& trace);

} // namespace heed::analysis
