// An array of weights whose axes have an order, a letter each as AxesFound has them.
#pragma once

#include "core/io/attention/parts.h"

#include <cstdint>
#include <string_view>

namespace heed::io {

/// How many there are along an axis; 1 where the order has none.
std::int64_t length_of(const GivenArray& array, std::string_view order, char axis);
/// Whether all rows sum to that; or are 0, as those of padding may be, but not all of them.
bool sums_are(const GivenArray& array, std::string_view order, float total, float rounding);
/// Whether rows sum to 1 or to 100, to what rounding leaves of it.
bool is_sound(const GivenArray& array, std::string_view order);
/// Whether two orders make the same maps: of axes of length 1 the order is no matter.
bool same_maps(const GivenArray& array, std::string_view one, std::string_view other);

inline constexpr float rounding_of_shares = 0.02f; // of shares with two digits, many in a row
inline constexpr float whole_percent = 100, rounding_of_percent = 1.5f;

} // namespace heed::io
