#include "core/analysis/projection.h"

#include "core/base/random.h"

#include <Eigen/QR>
#include <gtest/gtest.h>
#include <limits>

namespace heed::analysis {
namespace {

using Eigen::MatrixXf;
using Eigen::VectorXf;

MatrixXf random_points(int rows, int columns, std::uint64_t seed) {
    Random random(seed);
    MatrixXf points(rows, columns);
    for (float& x : points.reshaped()) x = static_cast<float>(random.normal());
    return points;
}

/// A random turn of a space of that many dimensions.
MatrixXf turn(int size, std::uint64_t seed) {
    return Eigen::HouseholderQR<MatrixXf>(random_points(size, size, seed)).householderQ();
}

TEST(Projection, ByHand) {
    // Centred: (-1, -4/3), (0, -1/3), (1, 5/3); products 2, 3, 14/3; eigenvalues 10/3 ± √(97/9).
    MatrixXf points(2, 3);
    points << 1, 2, 3, 1, 2, 4;
    const Projection p = principal_components(points);
    EXPECT_NEAR(p.share(0), 0.992443f, 1e-5f);
    EXPECT_NEAR(p.share(1), 0.007557f, 1e-5f);
    EXPECT_NEAR(p.axes(0, 0), 0.544914f, 1e-5f);
    EXPECT_NEAR(p.axes(1, 0), 0.838496f, 1e-5f);
    EXPECT_NEAR(p.of(points)(0, 0), -1.662909f, 1e-5f);
}

TEST(Projection, AKnownPlane) { // in five dimensions; more points than dimensions, and fewer
    for (const int count : {40, 4}) {
        const MatrixXf plane = turn(5, 2).leftCols(2);
        const MatrixXf inside = random_points(2, count, 3).array().colwise() * Eigen::Array2f(3, 1);
        const MatrixXf points = (plane * inside).colwise() + random_points(5, 1, 4).col(0);
        const Projection p = principal_components(points);
        EXPECT_NEAR(p.share.sum(), 1, 1e-5);
        const MatrixXf back = (p.axes * p.of(points)).colwise() + p.mean;
        EXPECT_LT((back - points).cwiseAbs().maxCoeff(), 1e-5f);
        const MatrixXf within =
            plane.transpose() * p.axes; // the axes seen from inside the plane: none of them is lost
        EXPECT_LT((within.transpose() * within - MatrixXf::Identity(2, 2)).cwiseAbs().maxCoeff(), 1e-4f);
    }
}

TEST(Projection, BothWaysOfComputingAgree) {
    const MatrixXf points = random_points(7, 7, 5);
    MatrixXf more(7, 14); // each twice: the same directions, by the other product
    more << points, points;
    EXPECT_LT(
        (principal_components(more, 3).share - principal_components(points, 3).share).cwiseAbs().maxCoeff(),
        1e-5f);
    const MatrixXf few = points.topLeftCorner(5, 6); // fewer dimensions than points
    MatrixXf raised = MatrixXf::Zero(9, 6);          // the same points where there are more
    raised.topRows(5) = few;
    const Projection a = principal_components(few, 3), b = principal_components(raised, 3);
    EXPECT_LT((b.axes.topRows(5) - a.axes).cwiseAbs().maxCoeff(), 1e-5f);
    EXPECT_LT((b.share - a.share).cwiseAbs().maxCoeff(), 1e-5f);
}

TEST(Projection, SharesFallAndSumToOne) {
    const MatrixXf points = random_points(6, 30, 6);
    const Projection p = principal_components(points, 6);
    EXPECT_NEAR(p.share.sum(), 1, 1e-5);
    for (int a = 1; a < 6; ++a) EXPECT_GE(p.share(a - 1), p.share(a));
    EXPECT_LT((p.axes.transpose() * p.axes - MatrixXf::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-5f);
    const MatrixXf coordinates = p.of(points);
    EXPECT_LT(coordinates.rowwise().mean().cwiseAbs().maxCoeff(), 1e-5f);
    EXPECT_NEAR(coordinates.row(0).dot(coordinates.row(1)), 0, 1e-3); // uncorrelated
}

TEST(Projection, TurningThePointsChangesNothing) {
    for (const int count : {3, 50}) {
        const MatrixXf points = random_points(12, count, 7);
        const MatrixXf before = principal_components(points).of(points);
        const MatrixXf turned = (turn(12, 8) * points).colwise() + random_points(12, 1, 9).col(0);
        EXPECT_LT((principal_components(turned).of(turned) - before).cwiseAbs().maxCoeff(), 1e-4f);
    }
}

TEST(Projection, APathBeginsLeftAndBelow) {
    MatrixXf points(2, 3);
    points << 5, 1, -3, 2, -4, 2; // the first is to the right of the mean
    const MatrixXf p = principal_components(points).of(points);
    EXPECT_LT(p(0, 0), 0);
    const MatrixXf mirrored = -points, q = principal_components(mirrored).of(mirrored);
    EXPECT_LT((p - q).cwiseAbs().maxCoeff(), 1e-6f);
}

TEST(Projection, NewPointsFallIntoTheSamePlane) {
    const MatrixXf points = random_points(9, 20, 10);
    const Projection p = principal_components(points);
    EXPECT_LT((p.of(points.col(4)) - p.of(points).col(4)).cwiseAbs().maxCoeff(), 1e-5f);
    const VectorXf off = points.col(4) + 3 * p.axes.col(0) - 2 * p.axes.col(1);
    EXPECT_NEAR((p.of(off) - p.of(points.col(4)))(0), 3, 1e-5);
    EXPECT_NEAR((p.of(off) - p.of(points.col(4)))(1), -2, 1e-5);
}

TEST(Projection, TwoPointsAreALine) {
    const MatrixXf points = random_points(30, 2, 11);
    const Projection p = principal_components(points);
    EXPECT_NEAR(p.share(0), 1, 1e-6);
    EXPECT_EQ(p.share(1), 0);
    EXPECT_TRUE(p.axes.col(1).isZero());
    const MatrixXf at = p.of(points);
    EXPECT_NEAR(at(0, 1) - at(0, 0), (points.col(1) - points.col(0)).norm(), 1e-4);
    EXPECT_LT(at(0, 0), 0);
}

TEST(Projection, NothingToTellApart) {
    const auto all_zero = [](const MatrixXf& points) {
        const Projection p = principal_components(points);
        EXPECT_EQ(p.axes.rows(), points.rows());
        EXPECT_EQ(p.axes.cols(), 2);
        EXPECT_TRUE(p.axes.isZero() && p.share.isZero());
        if (points.cols() > 0 && points.allFinite()) {
            EXPECT_TRUE(p.of(points).isZero());
        }
    };
    all_zero(MatrixXf::Constant(4, 1, 3));
    all_zero(VectorXf::LinSpaced(40, -1, 1).replicate(1, 9)); // one point nine times
    all_zero(MatrixXf::Zero(4, 3));
    all_zero(MatrixXf(4, 0));
    all_zero(MatrixXf(0, 4));
    MatrixXf broken = random_points(3, 3, 1);
    broken(1, 1) = std::numeric_limits<float>::quiet_NaN();
    all_zero(broken);
}

TEST(Projection, SamePointsSameNumbers) {
    const MatrixXf points = random_points(48, 13, 12);
    const Projection a = principal_components(points), b = principal_components(points);
    EXPECT_EQ(a.axes, b.axes);
    EXPECT_EQ(a.share, b.share);
}

} // namespace
} // namespace heed::analysis
