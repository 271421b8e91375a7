#include "core/analysis/entropy.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::analysis {
namespace {

TEST(Entropy, OfEqualOneHotAndKnownWeights) {
    EXPECT_NEAR(entropy(Eigen::VectorXf::Constant(8, 0.125f)), std::log(8.0), 1e-12);
    EXPECT_EQ(entropy(Eigen::VectorXf::Unit(5, 2)), 0);
    EXPECT_NEAR(entropy(Eigen::Vector3f(0.5f, 0.25f, 0.25f)), 1.5 * std::log(2.0), 1e-12);
}

TEST(Entropy, DividesByTheSumFirst) {
    EXPECT_NEAR(entropy(Eigen::Vector3f(2, 1, 1)), 1.5 * std::log(2.0), 1e-12);
    EXPECT_EQ(entropy(Eigen::Vector3f::Zero()), 0);
}

TEST(Entropy, MeanOverColumnsAndOfRows) {
    Eigen::MatrixXf weights(2, 3);
    weights << 1, 0.5f, 0, 0, 0.5f, 1;
    EXPECT_NEAR(mean_entropy(weights), std::log(2.0) / 3, 1e-12);
    EXPECT_EQ(mean_entropy(Eigen::MatrixXf(4, 0)), 0);
    EXPECT_NEAR(entropy(weights.row(0).transpose()), -(2 / 3.0) * std::log(2 / 3.0) - std::log(1 / 3.0) / 3,
                1e-7);
}

} // namespace
} // namespace heed::analysis
