// Ranks among numbers, some of which are equal.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace heed::heads {

/// The places that a number and those equal to it take together, from 1: 1 to 3 of three firsts. 0: there is
/// no number.
struct Rank {
    int first = 0, last = 0;
    bool shared() const { return last > first; }
    bool operator==(const Rank&) const = default;
};

/// How far apart equal numbers may lie: sums that differ in their order alone.
inline constexpr double equal_within = 1e-12;

/// Of each key, the smallest first.
std::vector<Rank> ranks_of(std::span<const std::optional<double>> keys);

} // namespace heed::heads
