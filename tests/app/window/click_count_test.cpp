#include "app/window/click_count.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

constexpr int left = 0, right = 1;

TEST(ClickCount, TwoPressesAtOnePlaceWithinATime) {
    ClickCount clicks;
    clicks.listens(0);
    EXPECT_EQ(clicks.press(left, 10, 10, 1), 1);
    EXPECT_EQ(clicks.press(left, 11, 10, 1.2), 2);
    EXPECT_EQ(clicks.press(left, 11, 11, 1.5), 3);
    EXPECT_EQ(clicks.press(left, 11, 11, 2.0), 1) << "too late";
    EXPECT_EQ(clicks.press(left, 19, 11, 2.1), 1) << "elsewhere";
    EXPECT_EQ(clicks.press(right, 19, 11, 2.2), 1) << "another button";
}

TEST(ClickCount, ASlowFrameBetweenTwoPressesDoesNotPartThem) {
    ClickCount clicks;
    clicks.listens(0);
    EXPECT_EQ(clicks.press(left, 10, 10, 1), 1);
    clicks.stops(1.0001); // the frame takes three seconds
    clicks.listens(4);
    EXPECT_EQ(clicks.press(left, 10, 10, 4.0002), 2);
}

TEST(ClickCount, WhatIsHeardAtOnceCameThen) {
    ClickCount clicks;
    clicks.listens(0);
    EXPECT_EQ(clicks.press(left, 10, 10, 1), 1);
    clicks.stops(1.0001);
    clicks.listens(1.05);
    EXPECT_EQ(clicks.press(left, 10, 10, 4), 1) << "the window was listening all the time";
}

TEST(ClickCount, WhoWasElsewhereOrTypedBeginsAnew) {
    ClickCount clicks;
    EXPECT_EQ(clicks.press(0, 50, 50, 1), 1);
    clicks.moved(51, 51);
    EXPECT_EQ(clicks.press(0, 50, 50, 1.1), 2);
    clicks.moved(90, 50);
    clicks.moved(50, 50);
    EXPECT_EQ(clicks.press(0, 50, 50, 1.2), 1);
    clicks.ends();
    EXPECT_EQ(clicks.press(0, 50, 50, 1.3), 1);
    EXPECT_EQ(clicks.press(0, 50, 50, 1.4), 2);
}

} // namespace
} // namespace heed
