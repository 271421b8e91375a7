// How long a vector each place brings to a mixture c_i = Σ_j α_ij v_j: a heavy weight on a place whose value
// is near zero moves nothing (Kobayashi et al. 2020).
#pragma once

#include <Eigen/Core>

namespace heed::analysis {

/// ‖v_j‖ of each place, (T). `values`: (d, T), a column a place.
template <class Derived>
Eigen::Matrix<typename Derived::Scalar, Eigen::Dynamic, 1>
value_lengths(const Eigen::MatrixBase<Derived>& values) {
    return values.colwise().norm().transpose();
}

} // namespace heed::analysis
