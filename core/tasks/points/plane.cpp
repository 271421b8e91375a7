#include "core/tasks/points/plane.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace heed::tasks {
namespace {

const PlanePoint& at(const Plane& points, int k) { return points[static_cast<std::size_t>(k)]; }

/// Twice the area of the triangle, above 0 where o, a, b go counter-clockwise.
double turn(const PlanePoint& o, const PlanePoint& a, const PlanePoint& b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// From the first of `order` to the last, turning left only; the last left out (Andrew 1979).
std::vector<int> half_hull(const Plane& points, const std::vector<int>& order) {
    std::vector<int> side;
    for (const int k : order) {
        while (side.size() > 1 &&
               turn(at(points, side[side.size() - 2]), at(points, side.back()), at(points, k)) <= 0)
            side.pop_back();
        side.push_back(k);
    }
    side.pop_back();
    return side;
}

bool apart(double a, double b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

bool meet(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c, const PlanePoint& d) {
    const bool bounds = std::max(a.x, b.x) >= std::min(c.x, d.x) &&
                        std::max(c.x, d.x) >= std::min(a.x, b.x) &&
                        std::max(a.y, b.y) >= std::min(c.y, d.y) && std::max(c.y, d.y) >= std::min(a.y, b.y);
    return bounds && !apart(turn(a, b, c), turn(a, b, d)) && !apart(turn(c, d, a), turn(c, d, b));
}

} // namespace

std::vector<int> hull_of(const Plane& points) {
    if (points.size() < 2) return std::vector<int>(points.size(), 0);
    std::vector<int> order(points.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const PlanePoint &p = at(points, a), &q = at(points, b);
        return p.x < q.x || (p.x == q.x && p.y < q.y);
    });
    std::vector<int> hull = half_hull(points, order);
    std::reverse(order.begin(), order.end());
    const std::vector<int> back = half_hull(points, order);
    hull.insert(hull.end(), back.begin(), back.end());
    std::rotate(hull.begin(), std::min_element(hull.begin(), hull.end()), hull.end());
    return hull;
}

double area_of(const Plane& polygon) {
    double twice = 0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const PlanePoint &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        twice += a.x * b.y - a.y * b.x;
    }
    return std::abs(twice) / 2;
}

bool crosses_itself(const Plane& polygon) {
    const std::size_t n = polygon.size();
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = a + 2; b < n; ++b) {
            if (a == 0 && b + 1 == n) continue; // neighbours
            if (meet(polygon[a], polygon[a + 1], polygon[b], polygon[(b + 1) % n])) return true;
        }
    return false;
}

double nearest_to_an_edge(const Plane& points, const std::vector<int>& hull) {
    double nearest = 1;
    for (std::size_t k = 0; k < hull.size(); ++k) {
        const int first = hull[k], second = hull[(k + 1) % hull.size()];
        const PlanePoint &a = at(points, first), &b = at(points, second);
        for (int p = 0; p < static_cast<int>(points.size()); ++p)
            if (p != first && p != second)
                nearest =
                    std::min(nearest, std::abs(turn(a, b, at(points, p))) / std::hypot(b.x - a.x, b.y - a.y));
    }
    return nearest;
}

} // namespace heed::tasks
