#include "core/analysis/sharpness.h"

#include "core/attention/scores.h"
#include "core/base/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::analysis {
namespace {

Eigen::VectorXd softmax(const Eigen::VectorXd& energies) {
    const Eigen::ArrayXd raised = (energies.array() - energies.maxCoeff()).exp();
    return raised / raised.sum();
}

Trace run(const std::string& score, const std::string& alignment, int length) {
    Trace trace;
    trace.model.score = score;
    trace.model.alignment = alignment;
    trace.source.resize(static_cast<std::size_t>(length));
    trace.set(Quantity::Weights, 0, Eigen::MatrixXf::Constant(length, 2, 1 / static_cast<float>(length)));
    trace.parameters = kept({{"attention.log_beta", Eigen::MatrixXf::Constant(1, 1, std::log(4.0f))}});
    return trace;
}

TEST(Sharpness, OfKnownMaps) {
    Eigen::MatrixXf weights(3, 2); // sources down, outputs across
    weights << 0.5f, 0.1f, 0.25f, 0.1f, 0.25f, 0.2f;
    EXPECT_NEAR(sharpness(weights), 0.35, 1e-7); // the second row as it stands, though it sums to .4
    EXPECT_NEAR(normalised_entropy(weights), (1.5 + 1.5) * std::log(2.0) / 2 / std::log(3.0), 1e-7);
    EXPECT_EQ(sharpness(Eigen::MatrixXf(4, 0)), 0);
    EXPECT_EQ(normalised_entropy(Eigen::MatrixXf::Ones(1, 3)), 0);
    EXPECT_NEAR(normalised_entropy(Eigen::MatrixXf::Constant(7, 3, 1 / 7.0f)), 1, 1e-6);
}

TEST(Sharpness, MonotonicityCountsStepsThatDoNotGoBack) {
    EXPECT_EQ(monotonicity(Eigen::MatrixXf::Identity(4, 4)), 1.0);
    EXPECT_EQ(monotonicity(Eigen::MatrixXf::Identity(4, 4).rowwise().reverse()), 0.0);
    Eigen::MatrixXf weights(3, 4);
    weights << 1, 0, 0, 0.2f, 0, 1, 0, 0.2f, 0, 0, 0, 0; // positions 0, 1, none, .5
    EXPECT_EQ(monotonicity(weights), 0.5);
    EXPECT_FALSE(monotonicity(Eigen::MatrixXf::Ones(3, 1)));
    EXPECT_FALSE(monotonicity(Eigen::MatrixXf::Zero(3, 4)));
}

TEST(SaturationCeiling, IsTheLawsNumbers) {
    EXPECT_NEAR(saturation_ceiling(1, 4), 0.71, 0.005);
    EXPECT_NEAR(saturation_ceiling(1, 10), 0.45, 0.005);
    EXPECT_NEAR(saturation_ceiling(1, 50), 0.13, 0.005);
    EXPECT_EQ(saturation_ceiling(1, 1), 1);
    EXPECT_EQ(saturation_ceiling(0, 8), 0.125);
    EXPECT_EQ(saturation_ceiling(5000, 8), 1); // no overflow on the way
}

TEST(SaturationCeiling, IsNeverPassedAndReachedAtTheExtreme) {
    Random random(11);
    for (int k = 0; k < 500; ++k) {
        const int T = 1 + static_cast<int>(random.below(60));
        const double bound = random.uniform(0, 9), ceiling = saturation_ceiling(bound, T);
        Eigen::VectorXd energies(T);
        for (int j = 0; j < T; ++j)
            energies(j) = random.real() < 0.5 ? -bound : random.uniform(-bound, bound);
        EXPECT_LE(softmax(energies).maxCoeff(), ceiling + 1e-12);
        energies.setConstant(-bound);
        energies(T / 2) = bound;
        EXPECT_NEAR(softmax(energies).maxCoeff(), ceiling, 1e-12);
    }
}

TEST(SaturationCeiling, IsForBoundedScoresOverTheWholeSource) {
    EXPECT_EQ(energy_bound(run("cosine", "global", 10)), 1.0);
    EXPECT_EQ(energy_bound(run("token-plain", "global", 10)), 1.0);
    EXPECT_NEAR(*energy_bound(run("cosine-beta", "global", 10)), 4, 1e-5);
    for (const char* score : {"additive", "dot", "general", "none", "location"})
        EXPECT_FALSE(energy_bound(run(score, "global", 10))) << score;
    EXPECT_NEAR(*saturation_ceiling(run("cosine", "global", 10)), 0.45, 0.005);
    EXPECT_FALSE(saturation_ceiling(run("cosine", "local-p", 10)));
    EXPECT_FALSE(saturation_ceiling(run("cosine", "local-m", 10)));
    EXPECT_FALSE(saturation_ceiling(run("dot", "global", 10)));
    Trace other = run("cosine-beta", "global", 10); // read from a file: no parameters
    other.parameters = nullptr;
    EXPECT_FALSE(saturation_ceiling(other));
}

TEST(SaturationCeiling, IsForTheScoresThatTheirTableCallsBounded) {
    for (const ScoreInfo& score : score_table()) {
        const auto bound = energy_bound(run(std::string(score.id), "global", 10));
        EXPECT_EQ(bound.has_value(), score.bound != ScoreBound::None) << score.id;
        if (score.bound == ScoreBound::One) {
            EXPECT_EQ(bound, 1.0) << score.id;
        }
    }
}

} // namespace
} // namespace heed::analysis
