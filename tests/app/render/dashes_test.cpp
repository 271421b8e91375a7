#include "app/render/dashes.h"

#include <cmath>
#include <gtest/gtest.h>

namespace heed {
namespace {

float length(const std::vector<Point>& line) {
    float sum = 0;
    for (std::size_t n = 1; n < line.size(); ++n)
        sum += std::hypot(line[n].x - line[n - 1].x, line[n].y - line[n - 1].y);
    return sum;
}

TEST(Dashes, AStraightLineIsCutAtEqualLengths) {
    const auto pieces = split_by_length({{0, 0}, {20, 0}}, {3, 2});
    ASSERT_EQ(pieces.size(), 4u);
    for (std::size_t n = 0; n < 4; ++n) {
        EXPECT_NEAR(pieces[n].front().x, 5.0 * static_cast<double>(n), 1e-4);
        EXPECT_NEAR(length(pieces[n]), 3, 1e-4);
    }
}

TEST(Dashes, ADashGoesRoundACorner) {
    const auto pieces = split_by_length({{0, 0}, {4, 0}, {4, 4}}, {6, 100});
    ASSERT_EQ(pieces.size(), 1u);
    ASSERT_EQ(pieces[0].size(), 3u);
    EXPECT_NEAR(pieces[0][2].y, 2, 1e-4);
    EXPECT_NEAR(length(pieces[0]), 6, 1e-4);
}

TEST(Dashes, ASolidLineStaysWhole) {
    EXPECT_EQ(split_by_length({{0, 0}, {9, 9}}, {}).size(), 1u);
    EXPECT_TRUE(split_by_length({{0, 0}}, {3, 3}).empty());
}

} // namespace
} // namespace heed
