#include "core/base/random.h"

#include <cmath>
#include <numbers>

namespace heed {

std::uint64_t Random::next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double Random::normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - real()));
    return radius * std::cos(2.0 * std::numbers::pi * real());
}

std::size_t Random::weighted(const std::vector<double>& weights) {
    double sum = 0;
    for (double w : weights) sum += w;
    double x = real() * sum;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        x -= weights[i];
        if (x < 0) return i;
    }
    return weights.size() - 1;
}

} // namespace heed
