#include "app/figures/base/tiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

/// Each of `most` or the number beside it. Of so many at once, since of a loop of any length the compiler
/// makes one number after another, in three times as long.
void keep_larger(float* __restrict most, const float* __restrict row, std::size_t count) {
    constexpr std::size_t at_once = 16;
    std::size_t j = 0;
    for (; j + at_once <= count; j += at_once)
        for (std::size_t k = 0; k < at_once; ++k)
            most[j + k] = row[j + k] > most[j + k] ? row[j + k] : most[j + k];
    for (; j < count; ++j) most[j] = row[j] > most[j] ? row[j] : most[j];
}

} // namespace

std::vector<float> largest_of_blocks(const MapValues& map, int first_row, int last_row, int first_column,
                                     int last_column, int rows, int columns, bool either_sign) {
    const float none = std::numeric_limits<float>::quiet_NaN(),
                least = -std::numeric_limits<float>::infinity();
    const auto wide = static_cast<std::size_t>(columns);
    std::vector<float> blocks(static_cast<std::size_t>(rows) * wide, none);
    const int down = last_row - first_row, across = last_column - first_column;
    if (down <= 0 || across <= 0) return blocks;
    const auto first_of = [](int block, int of, int cells) { // the first cell that lies in it
        return static_cast<int>((static_cast<long long>(block) * cells + of - 1) / of);
    };
    std::vector<std::size_t> first(wide + 1); // of each column of blocks, and the end: divided once
    for (std::size_t c = 0; c <= wide; ++c)
        first[c] = static_cast<std::size_t>(first_of(static_cast<int>(c), columns, across));
    // Rows first, where neighbours lie side by side in memory. What is no number is greater than nothing.
    std::vector<float> most(static_cast<std::size_t>(across)), size(most.size());
    const std::size_t count = most.size();
    for (int r = 0; r < rows; ++r) {
        std::fill(most.begin(), most.end(), least);
        std::fill(size.begin(), size.end(), least);
        for (int i = first_of(r, rows, down); i < first_of(r + 1, rows, down); ++i) {
            const float* row =
                map.values + static_cast<std::size_t>(first_row + i) * static_cast<std::size_t>(map.columns) +
                first_column;
            if (either_sign)
                for (std::size_t j = 0; j < count; ++j) {
                    const float value = row[j], far = std::abs(value);
                    most[j] = far > size[j] ? value : most[j];
                    size[j] = far > size[j] ? far : size[j];
                }
            else
                keep_larger(most.data(), row, count);
        }
        float* const block = blocks.data() + static_cast<std::size_t>(r) * wide;
        for (std::size_t c = 0; c < wide && !either_sign; ++c) {
            float found = least;
            for (std::size_t j = first[c]; j < first[c + 1]; ++j) found = most[j] > found ? most[j] : found;
            if (found > least) block[c] = found;
        }
        for (std::size_t c = 0; c < wide && either_sign; ++c) {
            float reach = least;
            for (std::size_t j = first[c]; j < first[c + 1]; ++j)
                if (size[j] > reach) {
                    reach = size[j];
                    block[c] = most[j];
                }
        }
    }
    return blocks;
}

MatrixItem as_matrix(const TiledItem& item, float cells_per_unit) {
    const MapValues& map = *item.values;
    const int first_row = std::clamp(static_cast<int>(std::floor(item.first_row + 0.001f)), 0, map.rows),
              last_row = std::clamp(static_cast<int>(std::ceil(item.first_row + item.rows - 0.001f)),
                                    first_row, map.rows),
              first_column =
                  std::clamp(static_cast<int>(std::floor(item.first_column + 0.001f)), 0, map.columns),
              last_column = std::clamp(static_cast<int>(std::ceil(item.first_column + item.columns - 0.001f)),
                                       first_column, map.columns);
    const float wide = item.box.w / std::max(item.columns, 1e-6f),
                high = item.box.h / std::max(item.rows, 1e-6f);
    MatrixItem matrix;
    matrix.box = {item.box.x + (static_cast<float>(first_column) - item.first_column) * wide,
                  item.box.y + (static_cast<float>(first_row) - item.first_row) * high,
                  static_cast<float>(last_column - first_column) * wide,
                  static_cast<float>(last_row - first_row) * high};
    const auto cells = [&](int count, float length) {
        return std::max(1, std::min(count, static_cast<int>(length * cells_per_unit)));
    };
    matrix.rows = cells(last_row - first_row, matrix.box.h);
    matrix.columns = cells(last_column - first_column, matrix.box.w);
    std::vector<float> values = largest_of_blocks(map, first_row, last_row, first_column, last_column,
                                                  matrix.rows, matrix.columns, item.minimum < 0);
    const float span = item.maximum - item.minimum;
    for (float& value : values) value = (value - item.minimum) / (span > 0 ? span : 1);
    matrix.values = std::make_shared<const std::vector<float>>(std::move(values));
    matrix.map = item.map;
    matrix.scale = item.scale;
    matrix.dark = item.dark;
    matrix.gap = item.gap;
    matrix.radius = item.radius;
    return matrix;
}

} // namespace heed
