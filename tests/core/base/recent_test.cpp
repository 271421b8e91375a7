#include "core/base/recent.h"

#include <gtest/gtest.h>

#include <string>

namespace heed {
namespace {

TEST(Recent, WhatWasNotUsedForLongestGoesFirst) {
    Recent<std::string, int> kept(30);
    kept.add("a", 1, 10);
    kept.add("b", 2, 10);
    kept.add("c", 3, 10);
    EXPECT_EQ(*kept.find("a"), 1);
    kept.add("d", 4, 10);
    ASSERT_NE(kept.find("b"), nullptr) << "nothing goes before it is told to";
    kept.find("c");
    kept.find("a");
    kept.find("d");
    kept.trim();
    EXPECT_EQ(kept.find("b"), nullptr);
    EXPECT_EQ(kept.size(), 3u);
}

TEST(Recent, NeverMoreThanTheBudgetAfterTrimming) {
    Recent<int, int> kept(100);
    std::size_t newest_cost = 0;
    for (int n = 0; n < 2000; ++n) {
        newest_cost = static_cast<std::size_t>(n * 7919 % 60);
        kept.add(n * 31 % 97, n, newest_cost);
        if (n % 5 == 0) kept.trim();
        if (n % 5 == 0) {
            EXPECT_LE(kept.cost(), 100u);
            ASSERT_NE(kept.find(n * 31 % 97), nullptr) << "the newest fits by itself";
            EXPECT_EQ(*kept.find(n * 31 % 97), n);
        }
    }
    kept.forget(12345);
}

} // namespace
} // namespace heed
