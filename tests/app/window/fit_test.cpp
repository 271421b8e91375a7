// What is in the window shrinks where the screen has less room than the smallest window.
#include "app/window/fit.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Fit, WhatHasRoomIsLeftAsItIs) {
    EXPECT_EQ(scale_that_fits(1, 960, 640), 1);
    EXPECT_EQ(scale_that_fits(1, 1600, 1000), 1);
    EXPECT_EQ(scale_that_fits(2, 1920, 1280), 2);
}

TEST(Fit, AllOfTheSmallestWindowIsSeenInLess) {
    for (const auto& [width, height] : {std::pair(640, 480), std::pair(800, 600), std::pair(1600, 500)}) {
        const float scale = scale_that_fits(1, width, height);
        EXPECT_LT(scale, 1);
        EXPECT_GE(static_cast<float>(width) / scale, smallest_width - 0.01f) << width;
        EXPECT_GE(static_cast<float>(height) / scale, smallest_height - 0.01f) << width;
    }
    EXPECT_FLOAT_EQ(scale_that_fits(2, 640, 480), 2.0f / 3); // of a display of many dots, too
    EXPECT_EQ(scale_that_fits(1, 200, 100), smallest_scale);
}

} // namespace
} // namespace heed
