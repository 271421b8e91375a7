#include "app/figures/base/tiles.h"

#include "core/base/random.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace heed {
namespace {

struct PooledMap {
    std::vector<float> numbers;
    MapValues map;

    PooledMap(int rows, int columns, bool either_sign, double missing) {
        Random random(static_cast<std::uint64_t>(rows * 100 + columns));
        for (int n = 0; n < rows * columns; ++n)
            numbers.push_back(random.real() < missing
                                  ? std::numeric_limits<float>::quiet_NaN()
                                  : static_cast<float>(random.real() - (either_sign ? 0.5 : 0)));
        map = {nullptr, numbers.data(), rows, columns};
    }
};

/// Cell by cell, each into the block that holds its share of the way.
std::vector<float> pooled_plainly(const MapValues& map, int rows, int columns, bool either_sign) {
    std::vector<float> blocks(static_cast<std::size_t>(rows * columns),
                              std::numeric_limits<float>::quiet_NaN());
    for (int i = 0; i < map.rows; ++i)
        for (int j = 0; j < map.columns; ++j) {
            float& most =
                blocks[static_cast<std::size_t>(i * rows / map.rows * columns + j * columns / map.columns)];
            const float value = map.values[i * map.columns + j];
            if (std::isnan(value)) continue;
            if (std::isnan(most) || (either_sign ? std::abs(value) > std::abs(most) : value > most))
                most = value;
        }
    return blocks;
}

TEST(Tiles, BlocksAreTheLargestOfTheirCells) {
    for (const auto [rows, columns, high, wide] : {std::array{200, 200, 35, 47}, std::array{7, 90, 7, 13},
                                                   std::array{33, 5, 10, 5}, std::array{3, 3, 3, 3}})
        for (const bool either_sign : {false, true})
            for (const double missing : {0.0, 0.6, 1.0}) {
                const PooledMap p(rows, columns, either_sign, missing);
                const auto got = largest_of_blocks(p.map, 0, rows, 0, columns, high, wide, either_sign),
                           want = pooled_plainly(p.map, high, wide, either_sign);
                ASSERT_EQ(got.size(), want.size());
                for (std::size_t n = 0; n < got.size(); ++n)
                    EXPECT_TRUE(got[n] == want[n] || (std::isnan(got[n]) && std::isnan(want[n])))
                        << rows << " x " << columns << ", block " << n << ": " << got[n] << ", " << want[n];
            }
}

TEST(Tiles, BlocksOfAPartReadThatPartAlone) {
    const PooledMap p(20, 30, false, 0);
    const auto got = largest_of_blocks(p.map, 4, 8, 10, 14, 2, 2, false);
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            float most = 0;
            for (int a = 0; a < 2; ++a)
                for (int b = 0; b < 2; ++b)
                    most = std::max(
                        most, p.numbers[static_cast<std::size_t>((4 + 2 * i + a) * 30 + 10 + 2 * j + b)]);
            EXPECT_EQ(got[static_cast<std::size_t>(2 * i + j)], most);
        }
}

} // namespace
} // namespace heed
