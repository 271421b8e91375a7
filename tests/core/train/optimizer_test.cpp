#include "core/train/optimizer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::train {
namespace {

TEST(LearningRate, RisesThenFallsAlongAHalfCosine) {
    OptimizerSettings s;
    s.learning_rate = 1;
    s.warm_up = 10;
    s.floor = 0.02;
    EXPECT_NEAR(learning_rate(s, 0, 1000), 0.1, 1e-12);
    EXPECT_NEAR(learning_rate(s, 4, 1000), 0.5 * (0.02 + 0.98 * 0.5 * (1 + std::cos(M_PI * 0.004))), 1e-12);
    EXPECT_NEAR(learning_rate(s, 500, 1000), 0.51, 1e-12);
    EXPECT_NEAR(learning_rate(s, 1000, 1000), 0.02, 1e-12);
}

TEST(Clip, ScalesAllGradientsTogether) {
    Gradients g{Eigen::MatrixXf::Constant(1, 1, 3), Eigen::MatrixXf::Constant(1, 1, 4)};
    EXPECT_NEAR(clip_gradients(g, 10), 5, 1e-6);
    EXPECT_FLOAT_EQ(g[0](0, 0), 3);
    EXPECT_NEAR(clip_gradients(g, 1), 5, 1e-6);
    EXPECT_NEAR(g[0](0, 0), 0.6, 1e-6);
    EXPECT_NEAR(g[1](0, 0), 0.8, 1e-6);
    EXPECT_NEAR(clip_gradients(g, 0), 1, 1e-6);
}

// Two updates of one number by hand: rate .1, gradients 2 and -1.
TEST(Adam, FollowsItsEquations) {
    nn::ParameterSet<float> set;
    set[set.add("w", 1, 1)].value(0, 0) = 1;
    Adam adam({}, set);
    double w = 1, m = 0, v = 0;
    const double gradients[] = {2, -1};
    for (int t = 1; t <= 2; ++t) {
        const double g = gradients[t - 1];
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        w -= 0.1 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.999, t))) + 1e-8);
        adam.update(set, {Eigen::MatrixXf::Constant(1, 1, static_cast<float>(g))}, 0.1);
        EXPECT_NEAR(set[0].value(0, 0), w, 1e-6);
    }
    EXPECT_NEAR(w, 0.9 - 0.1 * (0.08 / 0.19) / std::sqrt(0.004996 / 0.001999), 1e-6);
}

} // namespace
} // namespace heed::train
