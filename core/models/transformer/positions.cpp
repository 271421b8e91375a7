#include "core/models/transformer/positions.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace heed::transformer {
namespace {

// PE(p, 2i) = sin(p / 10000^(2i/d)), PE(p, 2i + 1) = cos of the same    Vaswani et al. 2017, section 3.5
template <class T>
void sinusoidal(Eigen::Ref<Eigen::Matrix<T, Eigen::Dynamic, 1>> to, int place) {
    const auto d = static_cast<double>(to.rows());
    for (Eigen::Index i = 0; i < to.rows(); i += 2) {
        const double angle = place / std::pow(10000.0, static_cast<double>(i) / d);
        to(i) = static_cast<T>(std::sin(angle));
        to(i + 1) = static_cast<T>(std::cos(angle));
    }
}

// The same angles, all sines before all cosines, rounded to float32 as those who use them do. Of an odd
// number the last angle has a sine alone.
template <class T>
void halves(Eigen::Ref<Eigen::Matrix<T, Eigen::Dynamic, 1>> to, int place) {
    const Eigen::Index sines = (to.rows() + 1) / 2, cosines = to.rows() - sines;
    for (Eigen::Index i = 0; i < sines; ++i) {
        const double angle =
            place / std::pow(10000.0, 2 * static_cast<double>(i) / static_cast<double>(to.rows()));
        to(i) = static_cast<T>(static_cast<float>(std::sin(angle)));
        if (i < cosines) to(sines + i) = static_cast<T>(static_cast<float>(std::cos(angle)));
    }
}

// Angles p exp(-i ln(10000) / (d/2 - 1)), in float32 throughout. Of an odd number the last is 0.
template <class T>
void fairseq(Eigen::Ref<Eigen::Matrix<T, Eigen::Dynamic, 1>> to, int place) {
    const Eigen::Index half = to.rows() / 2;
    const auto step = static_cast<float>(std::log(10000.0) / static_cast<double>(half - 1));
    for (Eigen::Index i = 0; i < half; ++i) {
        const float angle = static_cast<float>(place) * std::exp(static_cast<float>(i) * -step);
        to(i) = static_cast<T>(std::sin(angle));
        to(half + i) = static_cast<T>(std::cos(angle));
    }
    if (to.rows() > 2 * half) to(2 * half) = 0;
}

} // namespace

namespace {

template <class T>
using FillPlace = void (*)(Eigen::Ref<Eigen::Matrix<T, Eigen::Dynamic, 1>>, int);

template <class T>
FillPlace<T> fill_of(const Config& config) {
    return config.positions == Positions::Sinusoidal ? FillPlace<T>(sinusoidal<T>)
           : config.positions == Positions::Halves   ? FillPlace<T>(halves<T>)
                                                     : FillPlace<T>(fairseq<T>);
}

int offset_of(const Config& config) {
    return config.positions == Positions::Fairseq ? config.position.offset : 0;
}

} // namespace

template <class T>
Matrix<T> place_vectors(const Config& config, int size, int first, int count, int items,
                        const std::vector<int>& behind) {
    const FillPlace<T> fill = fill_of<T>(config);
    const int offset = offset_of(config);
    Matrix<T> vectors(size, count * items);
    for (int p = 0; p < count; ++p)
        for (int b = 0; b < items; ++b) {
            const int late = behind.empty() ? 0 : behind[static_cast<std::size_t>(b)];
            if (b > 0 && behind.empty())
                vectors.col(p * items + b) = vectors.col(p * items);
            else
                fill(vectors.col(p * items + b), std::max(0, first + p - late) + offset);
        }
    return vectors;
}

template <class T>
Matrix<T> place_vectors_at(const Config& config, int size, const std::vector<int>& places) {
    Matrix<T> vectors = Matrix<T>::Zero(size, std::ssize(places));
    for (std::size_t k = 0; k < places.size(); ++k)
        if (places[k] >= 0)
            fill_of<T>(config)(vectors.col(static_cast<Eigen::Index>(k)), places[k] + offset_of(config));
    return vectors;
}

std::vector<int> counted_places(std::span<const int> ids, int items, int placeless,
                                std::vector<int>& counted) {
    counted.resize(static_cast<std::size_t>(items));
    std::vector<int> places;
    for (std::size_t k = 0; k < ids.size(); ++k)
        places.push_back(ids[k] == placeless ? -1 : counted[k % counted.size()]++);
    return places;
}

int bucket_of(int distance, bool both_ways, int buckets, int reach) {
    int first = 0;
    if (both_ways) {
        buckets /= 2;
        if (distance > 0) first = buckets;
        distance = std::abs(distance);
    } else {
        distance = std::max(-distance, 0);
    }
    const int single = buckets / 2;
    if (distance < single) return first + distance;
    const float along = std::log(static_cast<float>(distance) / static_cast<float>(single)) /
                        static_cast<float>(std::log(static_cast<double>(reach) / single)) *
                        static_cast<float>(buckets - single);
    return first + std::min(buckets - 1, single + static_cast<int>(along));
}

std::vector<int> buckets_of(const Config& config, bool both_ways, int keys, int first, int queries) {
    std::vector<int> buckets(static_cast<std::size_t>(keys) * static_cast<std::size_t>(queries));
    for (int j = 0; j < keys; ++j)
        for (int i = 0; i < queries; ++i)
            buckets[static_cast<std::size_t>(j * queries + i)] =
                bucket_of(j - (first + i), both_ways, config.position.buckets, config.position.distance);
    return buckets;
}

template Matrix<float> place_vectors(const Config&, int, int, int, int, const std::vector<int>&);
template Matrix<double> place_vectors(const Config&, int, int, int, int, const std::vector<int>&);
template Matrix<float> place_vectors_at(const Config&, int, const std::vector<int>&);
template Matrix<double> place_vectors_at(const Config&, int, const std::vector<int>&);

} // namespace heed::transformer
