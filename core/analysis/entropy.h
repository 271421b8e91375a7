// How spread out a row of attention is.
#pragma once

#include <Eigen/Core>

namespace heed::analysis {

/// - sum_j a_j ln a_j in nats, 0 ln 0 = 0, of the weights divided by their sum: 0 for all on one position,
/// ln n for n equal ones. Given weights and local-p's do not sum to 1; dividing makes rows comparable.
/// Weights are not negative; if all are 0, the entropy is 0. Any vector: a column of (T, N), or a row.
double entropy(const Eigen::Ref<const Eigen::VectorXf, 0, Eigen::InnerStride<>>& weights);

/// The mean over the columns of (T, N); 0 if there is none.
double mean_entropy(const Eigen::Ref<const Eigen::MatrixXf>& weights);

} // namespace heed::analysis
