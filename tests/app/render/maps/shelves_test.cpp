#include "app/render/maps/shelves.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Shelves, NoTwoBoxesMeetAndAllLieInside) {
    constexpr int side = 256;
    Random random(3);
    Shelves shelves(side);
    std::vector<unsigned char> taken(side * side);
    int placed = 0;
    for (int n = 0; n < 400; ++n) {
        const int wide = 1 + static_cast<int>(random.below(40)),
                  high = 1 + static_cast<int>(random.below(30));
        const auto at = shelves.place(wide, high);
        if (!at) continue;
        ++placed;
        ASSERT_LE(at->x + wide, side);
        ASSERT_LE(at->y + high, side);
        for (int y = at->y; y < at->y + high; ++y)
            for (int x = at->x; x < at->x + wide; ++x) {
                ASSERT_EQ(taken[static_cast<std::size_t>(y * side + x)], 0) << n;
                taken[static_cast<std::size_t>(y * side + x)] = 1;
            }
    }
    EXPECT_GT(placed, 100);
}

TEST(Shelves, BoxesOfOneSizeFillTheSquare) {
    Shelves shelves(100);
    for (int n = 0; n < 10 * 20; ++n) EXPECT_TRUE(shelves.place(10, 5)) << n;
    EXPECT_FALSE(shelves.place(1, 1));
    EXPECT_FALSE(Shelves(100).place(101, 1));
    EXPECT_FALSE(Shelves(100).place(1, 101));
}

} // namespace
} // namespace heed
