// Points of a plane: convex hulls, areas, and how near a point lies to an edge.
#pragma once

#include <vector>

namespace heed::tasks {

struct PlanePoint {
    double x = 0, y = 0;
    bool operator==(const PlanePoint&) const = default;
};
using Plane = std::vector<PlanePoint>;

/// The corners of the convex hull by their places, counter-clockwise from the lowest place; of points in a
/// line the two ends, of one point that one. Points on an edge, and second ones at the same place, are no
/// corners.
std::vector<int> hull_of(const Plane& points);

/// Enclosed, in whichever direction it is gone round; of a polygon that crosses itself meaningless.
double area_of(const Plane& polygon);
/// Whether two edges that are not neighbours meet.
bool crosses_itself(const Plane& polygon);
/// The smallest distance of a point from the line of an edge of the hull that it is no end of; 1 where there
/// is none.
double nearest_to_an_edge(const Plane& points, const std::vector<int>& hull);

} // namespace heed::tasks
