#include "core/io/run/attention_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace heed::io {

namespace {

/// The orders that are written, the usual ones of a rank first.
constexpr std::string_view orders[] = {
    "TS",     "ST",                                                          //
    "HTS",    "HST",    "TSH",   "THS",   "BTS",                             //
    "LHTS",   "BHTS",   "LHST",  "BHST",  "LTHS",  "TLHS",  "LTSH",  "THOS", //
    "LBHTS",  "BLHTS",  "LBHST", "BLHST", "TLBHS", "TLHOS", "LBTHS",         //
    "TLBHOS", "TBLHOS",
};

bool has(std::string_view order, char axis) { return order.find(axis) != order.npos; }

bool are_steps(std::string_view order) { return has(order, 'O') || order.starts_with("TL"); }

/// So many as there are words, or one more for the end; or, of steps, one less: none for the start.
bool fits(std::string_view order, char axis, std::int64_t length, const AxisLengths& want, bool exactly) {
    switch (axis) {
    case 'T':
        return want.outputs == 0 || length == want.outputs ||
               (!exactly && (length == want.outputs + 1 || (are_steps(order) && length + 1 == want.outputs)));
    case 'S':
        return want.sources == 0 || length == want.sources || (!exactly && length == want.sources + 1);
    case 'B':
        return length == want.sentences;
    case 'O':
        return length == 1;
    default:
        return true;
    }
}

bool fits(std::string_view order, const GivenArray& array, const AxisLengths& want, bool exactly) {
    if (order.size() != array.shape.size()) return false;
    for (std::size_t axis = 0; axis < order.size(); ++axis)
        if (!fits(order, order[axis], array.shape[axis], want, exactly)) return false;
    return true;
}

/// Of each axis, how far apart its neighbours lie; 0 where the order has no such axis.
std::int64_t stride_of(const GivenArray& array, std::string_view order, char axis) {
    const std::size_t at = order.find(axis);
    if (at == order.npos) return 0;
    std::int64_t stride = 1;
    for (std::size_t n = at + 1; n < array.shape.size(); ++n) stride *= array.shape[n];
    return stride;
}

std::int64_t length_of(const GivenArray& array, std::string_view order, char axis) {
    const std::size_t at = order.find(axis);
    return at == order.npos ? 1 : array.shape[at];
}

/// How far the sums of rows are from 1, at most.
float off_one(const GivenArray& array, std::string_view order) {
    float off = 0;
    for (std::int64_t n = 0; n < length_of(array, order, 'B'); ++n)
        for (const GivenMap& map : maps_of(array, order, n)) {
            const float of_map = (map.weights.rowwise().sum().array() - 1).abs().maxCoeff();
            off = std::isfinite(of_map) ? std::max(off, of_map) : 1e9f;
        }
    return off;
}

/// Of axes of length 1 the order is no matter.
bool same_maps(const GivenArray& array, std::string_view one, std::string_view other) {
    const auto a = maps_of(array, one), b = maps_of(array, other);
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const GivenMap& x, const GivenMap& y) {
        return x.layer == y.layer && x.head == y.head && x.weights.rows() == y.weights.rows() &&
               x.weights.cols() == y.weights.cols() && x.weights == y.weights;
    });
}

std::string or_one_more(std::int64_t count) {
    return std::to_string(count) + ", or " + std::to_string(count + 1) + " with the end";
}

/// Of the order that is usual for its rank, the first axis that is at fault.
Error misfit(const GivenArray& array, const AxisLengths& want, const std::string& what) {
    const std::size_t rank = array.shape.size();
    const std::string_view order = *std::find_if(std::begin(orders), std::end(orders),
                                                 [&](std::string_view o) { return o.size() == rank; });
    const auto name = [&](char axis) {
        return axis == 'B'   ? "the batch"
               : axis == 'O' ? "the outputs of a step"
               : axis == 'T' ? "the outputs"
                             : "the source tokens";
    };
    const auto wanted = [&](char axis) {
        return axis == 'B'   ? want.sentences == 1 ? std::string("1 sentence")
                                                   : std::to_string(want.sentences) + " sentences"
               : axis == 'O' ? std::string("1")
                             : or_one_more(axis == 'T' ? want.outputs : want.sources);
    };
    for (const char axis : std::string_view("BOST")) {
        if (!has(order, axis) || fits(order, axis, length_of(array, order, axis), want, false)) continue;
        return {what,
                "axis " + std::to_string(order.find(axis) + 1) + " of " + std::to_string(rank) + ", " +
                    name(axis),
                wanted(axis), std::to_string(length_of(array, order, axis))};
    }
    return {what, "weights", std::string(expected_axes), axes_text(array.shape)};
}

bool is_turned(std::string_view order) { return order.find('S') < order.find('T'); }

} // namespace

AxesFound axes_of(const GivenArray& array, const AxisLengths& want, const std::string& what) {
    const std::size_t rank = array.shape.size();
    if (rank < fewest_axes || rank > most_axes || array.numbers() == 0 ||
        array.values.size() != array.numbers())
        throw Error(what, "weights", std::string(expected_axes), axes_text(array.shape));
    // No words tell an axis by its length: the usual order, or its last two turned.
    const bool blind = want.outputs == 0 && want.sources == 0;
    std::vector<std::string_view> fitting;
    for (const bool exactly : {true, false}) {
        if (exactly && (want.outputs == 0 || want.sources == 0)) continue; // half of it tells nothing
        for (const std::string_view order : orders) {
            const bool known = std::find(fitting.begin(), fitting.end(), order) != fitting.end();
            const bool plain = order.ends_with("TS") || order.ends_with("ST") || has(order, 'O');
            if (!known && (plain || !blind) && fits(order, array, want, exactly)) fitting.push_back(order);
        }
        if (!fitting.empty()) break;
    }
    if (fitting.empty()) throw misfit(array, want, what);
    if (array.written && fitting.front() == "TS") return {fitting.front(), false};
    constexpr float rounding = 0.02f; // of shares with two digits, many in a row
    std::vector<std::string_view> sound;
    if (fitting.size() > 1)
        for (const std::string_view order : fitting)
            if (off_one(array, order) <= rounding) sound.push_back(order);
    const std::string_view order = sound.empty() ? fitting.front() : sound.front();
    const bool ambiguous = std::any_of(
        sound.begin(), sound.end(), [&](std::string_view other) { return !same_maps(array, order, other); });
    return {order, is_turned(order), ambiguous};
}

std::string order_words(std::string_view order) {
    std::string words;
    for (const char axis : order)
        words += (words.empty() ? "" : " × ") + std::string(axis == 'L'   ? "layers"
                                                            : axis == 'H' ? "heads"
                                                            : axis == 'B' ? "batch"
                                                            : axis == 'S' ? "source tokens"
                                                            : axis == 'O' ? "the output of a step"
                                                                          : "outputs");
    return words;
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

} // namespace heed::io
