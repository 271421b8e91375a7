#include "core/autodiff/logistic.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed {
namespace {

// Of closed gates, too: Eigen's own is right to a thousandth at -8.9, and to all digits only below -9.
TEST(Logistic, KeepsItsDigitsHoweverSmallItIs) {
    const Eigen::ArrayXf x = Eigen::ArrayXf::LinSpaced(16001, -80, 80);
    const Eigen::ArrayXf y = logistic_of(x);
    for (Eigen::Index k = 0; k < x.size(); ++k) {
        const double right = 1 / (1 + std::exp(-static_cast<double>(x(k))));
        ASSERT_NEAR(static_cast<double>(y(k)), right, 5e-7 * right) << x(k);
    }
}

TEST(Logistic, IsHalfInTheMiddleAndEndsAtNothingAndOne) {
    Eigen::ArrayXd x(5);
    x << -1000, -0.5, 0, 0.5, 1000;
    const Eigen::ArrayXd y = logistic_of(x);
    EXPECT_LT(y(0), 1e-300);
    EXPECT_NEAR(y(1) + y(3), 1, 1e-15);
    EXPECT_EQ(y(2), 0.5);
    EXPECT_EQ(y(4), 1);
}

} // namespace
} // namespace heed
