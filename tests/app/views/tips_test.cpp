#include "app/views/base/tips.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Tips, StandBelowUnlessAskedOrOutOfRoom) {
    const Box window{0, 0, 1280, 800}, size{0, 0, 300, 32}, bar{600, 200, 24, 60};
    EXPECT_FLOAT_EQ(tip_box(bar, size, window, {610, 220}, false).y, 268);
    const Box above = tip_box(bar, size, window, {610, 220}, true);
    EXPECT_FLOAT_EQ(above.bottom(), 196);
    EXPECT_FLOAT_EQ(above.centre().x, bar.centre().x);
    EXPECT_FLOAT_EQ(tip_box({600, 20, 24, 60}, size, window, {610, 40}, true).y, 88) << "no room above";
    EXPECT_FLOAT_EQ(tip_box({600, 740, 24, 40}, size, window, {610, 750}, false).bottom(), 732);
    EXPECT_FLOAT_EQ(tip_box({4, 200, 24, 60}, size, window, {10, 220}, true).x, 8) << "in the window";
}

} // namespace
} // namespace heed
