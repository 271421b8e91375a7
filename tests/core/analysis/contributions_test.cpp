#include "core/analysis/contributions.h"
#include "core/analysis/doctor/row_measures.h"
#include "core/analysis/value_lengths.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

namespace heed::analysis {
namespace {

TEST(Contributions, SharesSumToOneAndFollowWeightTimesLength) {
    const Trace trace = sample_trace(13, 11);
    const Eigen::VectorXf shares = contribution_shares(trace, 6);
    EXPECT_NEAR(shares.sum(), 1, 1e-5);
    const MatrixXf& h = trace.at(Quantity::Annotation);
    EXPECT_NEAR(shares(2) / shares(3),
                trace.weight(6, 2) * h.col(2).norm() / (trace.weight(6, 3) * h.col(3).norm()), 1e-3);
}

TEST(Contributions, ThoseOfTheDoctorAreTheSame) {
    const Trace trace = sample_trace(13, 11);
    const MatrixXf all = doctor::value_weighted(trace);
    ASSERT_EQ(all.cols(), trace.outputs());
    for (int i = 0; i < trace.outputs(); ++i)
        EXPECT_LT((all.col(i) - contribution_shares(trace, i)).cwiseAbs().maxCoeff(), 1e-6f) << i;
}

TEST(Contributions, LengthsAreThoseOfTheColumns) {
    Eigen::Matrix2d values;
    values << 3, 0, 4, -2;
    EXPECT_EQ(value_lengths(values), Eigen::Vector2d(5, 2));
}

TEST(Contributions, NothingToMixGivesZeroShares) {
    Trace trace = sample_trace(5, 4);
    trace.set(Quantity::Weights, 0, MatrixXf::Zero(5, 4));
    EXPECT_EQ(contribution_shares(trace, 0).sum(), 0);
}

TEST(Contributions, OrderIsLargestFirstAndStable) {
    EXPECT_EQ(by_contribution(Eigen::Vector4f(0.2f, 0.5f, 0.2f, 0.1f)), (std::vector<int>{1, 0, 2, 3}));
}

TEST(Contributions, StrongestUnitIsTheLargestTerm) {
    Trace trace = sample_trace(5, 4);
    MatrixXf h = trace.at(Quantity::Annotation);
    h(7, 2) = -4;
    trace.set(Quantity::Annotation, 0, h);
    EXPECT_EQ(strongest_unit(trace, 1, 2), 7);
}

} // namespace
} // namespace heed::analysis
