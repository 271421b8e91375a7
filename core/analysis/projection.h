// Points of many dimensions shown in a few: principal component analysis.
//
// Letters: D dimensions, M points, k directions kept. A point is a column.
#pragma once

#include <Eigen/Core>

namespace heed::analysis {

/// The directions in which points differ most. All of it is determined by the points: the same points give
/// the same numbers, and points that are turned about give the same coordinates.
struct Projection {
    Eigen::VectorXf mean;  // (D)
    Eigen::MatrixXf axes;  // (D, k) columns of length 1 at right angles, largest variance first; zero where
                           // the points do not differ any more
    Eigen::VectorXf share; // (k) of the whole variance, 0 … 1; zero where nothing differs

    /// Coordinates of points in the plane, (k, M).
    Eigen::MatrixXf of(const Eigen::Ref<const Eigen::MatrixXf>& points) const;
};

/// Of the columns of `points` (D, M). Along each axis the first point that is off the mean lies on the
/// negative side, so that a path begins left and below. Points that are not finite, or none: zero axes. O(D M
/// min(D, M) + min(D, M)³).
Projection principal_components(const Eigen::Ref<const Eigen::MatrixXf>& points, int k = 2);

} // namespace heed::analysis
