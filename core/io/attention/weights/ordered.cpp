#include "core/io/attention/weights/ordered.h"

#include "core/io/attention/weights/axes.h"

#include <algorithm>

namespace heed::io {

namespace {

/// Of each axis, how far apart its neighbours lie; 0 where the order has no such axis.
std::int64_t stride_of(const GivenArray& array, std::string_view order, char axis) {
    const std::size_t at = order.find(axis);
    if (at == order.npos) return 0;
    std::int64_t stride = 1;
    for (std::size_t n = at + 1; n < array.shape.size(); ++n) stride *= array.shape[n];
    return stride;
}

} // namespace

std::int64_t length_of(const GivenArray& array, std::string_view order, char axis) {
    const std::size_t at = order.find(axis);
    return at == order.npos ? 1 : array.shape[at];
}

std::int64_t batch_length(const GivenArray& array, std::string_view order) {
    return length_of(array, order, 'B');
}

std::vector<GivenMap> maps_of(const GivenArray& array, std::string_view order, std::int64_t n) {
    const auto length = [&](char axis) { return length_of(array, order, axis); };
    const auto stride = [&](char axis) { return stride_of(array, order, axis); };
    const Eigen::Index rows = length('T'), columns = length('S');
    using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
    std::vector<GivenMap> maps;
    for (std::int64_t layer = 0; layer < length('L'); ++layer)
        for (std::int64_t head = 0; head < length('H'); ++head) {
            const float* begin =
                array.values.data() + n * stride('B') + layer * stride('L') + head * stride('H');
            maps.push_back({static_cast<int>(layer), static_cast<int>(head),
                            Eigen::Map<const MatrixXf, 0, Strides>(begin, rows, columns,
                                                                   Strides(stride('S'), stride('T')))});
        }
    return maps;
}

bool sums_are(const GivenArray& array, std::string_view order, float total, float rounding) {
    bool any = false;
    for (std::int64_t n = 0; n < length_of(array, order, 'B'); ++n)
        for (const GivenMap& map : maps_of(array, order, n)) {
            const Eigen::ArrayXf sums = map.weights.rowwise().sum();
            const auto whole = (sums - total).abs() <= rounding;
            if (!(whole || sums == 0).all()) return false;
            any = any || whole.any();
        }
    return any;
}

bool is_sound(const GivenArray& array, std::string_view order) {
    return sums_are(array, order, 1, rounding_of_shares) ||
           sums_are(array, order, whole_percent, rounding_of_percent);
}

bool same_maps(const GivenArray& array, std::string_view one, std::string_view other) {
    const std::int64_t sentences = length_of(array, one, 'B');
    if (sentences != length_of(array, other, 'B')) return false;
    for (std::int64_t n = 0; n < sentences; ++n) {
        const auto a = maps_of(array, one, n), b = maps_of(array, other, n);
        if (!std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const GivenMap& x, const GivenMap& y) {
                return x.layer == y.layer && x.head == y.head && x.weights.rows() == y.weights.rows() &&
                       x.weights.cols() == y.weights.cols() && x.weights == y.weights;
            }))
            return false;
    }
    return true;
}

} // namespace heed::io
