#include "core/analysis/meaning/agreement.h"

#include <gtest/gtest.h>

#include <limits>

namespace heed::analysis::meaning {
namespace {

using Eigen::VectorXd;

TEST(Agreement, TauIsOneForTheSameOrderAndMinusOneForTheOther) {
    const VectorXd a{{.1, .5, .2, .9}};
    EXPECT_DOUBLE_EQ(*kendall(a, a), 1);
    EXPECT_DOUBLE_EQ(*kendall(a, a.array().exp().matrix()), 1); // order alone counts
    EXPECT_DOUBLE_EQ(*kendall(a, -a), -1);
}

TEST(Agreement, TiesCountInNeither) {
    // pairs: (1,2) tied in a; of the other two both are in order, of b's three all are ordered
    EXPECT_DOUBLE_EQ(*kendall(VectorXd{{1, 1, 2}}, VectorXd{{1, 2, 3}}), 2 / std::sqrt(2.0 * 3));
    EXPECT_DOUBLE_EQ(*kendall(VectorXd{{1, 1 + 1e-13, 2}}, VectorXd{{1, 2, 3}}), 2 / std::sqrt(2.0 * 3));
}

TEST(Agreement, WithoutAnOrderThereIsNone) {
    const VectorXd flat = VectorXd::Constant(4, .25), a{{1, 2, 3, 4}};
    EXPECT_FALSE(kendall(flat, a));
    EXPECT_FALSE(kendall(a, flat));
    EXPECT_FALSE(kendall(VectorXd{{1}}, VectorXd{{2}}));
    EXPECT_FALSE(kendall(a, VectorXd{{1, 2, std::numeric_limits<double>::quiet_NaN(), 4}}));
    EXPECT_FALSE(kendall(a, VectorXd{{1, 2}}));
}

TEST(Agreement, TheMeanLeavesOutWhatHasNone) {
    const auto mean = mean_tau({0.2, std::nullopt, 0.6, 0.4});
    ASSERT_TRUE(mean);
    EXPECT_NEAR(mean->mean, 0.4, 1e-15);
    EXPECT_EQ(mean->outputs, 3);
    EXPECT_LT(mean->low, mean->mean);
    EXPECT_GT(mean->high, mean->mean);
    EXPECT_GE(mean->low, 0.2);
    EXPECT_LE(mean->high, 0.6);
    EXPECT_EQ(mean_tau({0.2, std::nullopt, 0.6, 0.4}), mean); // from a seed
    EXPECT_FALSE(mean_tau({std::nullopt}));
    const auto one = mean_tau({0.3});
    EXPECT_EQ(one->low, one->high);
}

/// Of draws from a distribution whose mean is known, about 95 in 100 intervals hold it.
TEST(Agreement, TheIntervalHoldsTheMeanAboutAsOftenAsItSays) {
    int held = 0;
    constexpr int times = 200;
    std::uint64_t state = 12345;
    const auto draw = [&] {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<double>(state >> 40) / static_cast<double>(1 << 24); // even in [0, 1)
    };
    for (int n = 0; n < times; ++n) {
        std::vector<std::optional<double>> taus;
        for (int k = 0; k < 30; ++k) taus.emplace_back(draw());
        const auto mean = mean_tau(taus, static_cast<std::uint64_t>(n));
        held += mean->low <= 0.5 && 0.5 <= mean->high;
    }
    EXPECT_GE(held, times * 88 / 100);
    EXPECT_LT(held, times);
}

} // namespace
} // namespace heed::analysis::meaning
