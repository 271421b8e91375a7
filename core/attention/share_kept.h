// A row of weights whose part on the source is held by a hand, and what lies beyond it.
#pragma once

#include <algorithm>

namespace heed::attention {

/// The factor, 0 to 1, by which the weights beyond the source, `there` in all, shrink so that the row keeps
/// its sum where the source holds `surplus` more than it had. What rounding adds is no surplus: 1 then.
template <class T>
T share_kept(T there, T surplus) {
    return surplus > T(1e-5) && there > 0 ? std::max(there - surplus, T(0)) / there : T(1);
}

} // namespace heed::attention
