// 1 / (1 + e^-x), with all its digits.
#pragma once

#include <Eigen/Core>

namespace heed {

/// Of each number, to a few units in the last place of what it gives: where e^-x is large, one more beside it
/// changes nothing, and where it overflows the quotient is 0. Eigen's own has for float an error that is as
/// large wherever it stands, so that of a gate that is nearly closed only three digits are right. An
/// expression: `of` must outlive it.
template <class Derived>
auto logistic_of(const Eigen::ArrayBase<Derived>& of) {
    using T = typename Derived::Scalar;
    return (T(1) + (-of.derived()).exp()).inverse();
}

} // namespace heed
