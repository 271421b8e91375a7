// 1 / (1 + e^-x), with all its digits.
#pragma once

#include <Eigen/Core>

namespace heed {

/// Of each number, to a few units in the last place of what it gives. Eigen's own has for float an error that
/// is as large wherever it stands, so that of a gate that is nearly closed only three digits are right.
template <class Derived>
typename Derived::PlainObject logistic_of(const Eigen::ArrayBase<Derived>& of) {
    using T = typename Derived::Scalar;
    typename Derived::PlainObject x = of;
    const typename Derived::PlainObject small = (-x.abs()).exp(); // e^-|x|, at most 1
    x = (x >= T(0)).select(T(1) / (T(1) + small), small / (T(1) + small));
    return x;
}

} // namespace heed
