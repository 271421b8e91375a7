// Random numbers that do not change with the standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heed {

/// splitmix64 (Steele, Lea and Flood, 2014). The same seed gives the same numbers everywhere; the tasks'
/// generators, parameter initialisation, shuffling and dropout all draw from it and from nothing else.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next();
    /// An integer in [0, n), n > 0.
    std::uint64_t below(std::uint64_t n) { return next() % n; }
    /// A number in [0, 1), a multiple of 2^-53.
    double real() { return static_cast<double>(next() >> 11) * (1.0 / 9007199254740992.0); }
    /// A number in [low, high).
    double uniform(double low, double high) { return low + (high - low) * real(); }
    /// A standard normal number (Box and Muller, 1958, one of the pair).
    double normal();
    /// An index drawn with probability proportional to its weight; the sum must be positive.
    std::size_t weighted(const std::vector<double>& weights);

    template <class Container>
    void shuffle(Container& items) {
        using std::swap;
        for (std::size_t i = items.size(); i > 1; --i) swap(items[i - 1], items[below(i)]);
    }

    std::uint64_t state() const { return state_; }

private:
    std::uint64_t state_;
};

} // namespace heed
