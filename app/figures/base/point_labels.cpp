#include "app/figures/base/point_labels.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

bool overlap(const Box& a, const Box& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

bool covers(const Box& box, const LabelledPoint& p) { // any of its dot
    const float x = std::clamp(p.at.x, box.x, box.right()) - p.at.x,
                y = std::clamp(p.at.y, box.y, box.bottom()) - p.at.y;
    return x * x + y * y < p.radius * p.radius;
}

/// How much of the segment lies in the box, in px (Liang and Barsky 1984).
float length_inside(Point a, Point b, const Box& box) {
    float from = 0, until = 1;
    const float dx = b.x - a.x, dy = b.y - a.y;
    for (const auto& [step, room] : {std::pair{-dx, a.x - box.x},
                                     {dx, box.right() - a.x},
                                     {-dy, a.y - box.y},
                                     {dy, box.bottom() - a.y}}) {
        if (step == 0) {
            if (room < 0) return 0;
            continue;
        }
        const float t = room / step;
        if (step < 0)
            from = std::max(from, t);
        else
            until = std::min(until, t);
    }
    return until > from ? (until - from) * std::hypot(dx, dy) : 0;
}

/// Where a label may stand: right, left, above, below, then the corners; best liked first.
struct Direction {
    float x, y, dislike;
};
constexpr std::array<Direction, 8> directions{{{1, 0, 0},
                                               {0, -1, 1},
                                               {-1, 0, 1},
                                               {0, 1, 2},
                                               {0.8f, -0.8f, 2},
                                               {0.8f, 0.8f, 3},
                                               {-0.8f, -0.8f, 3},
                                               {-0.8f, 0.8f, 4}}};

Box beside(const LabelledPoint& p, Direction d, float gap) {
    const float x = p.at.x + d.x * (p.radius + gap + p.width / 2),
                y = p.at.y + d.y * (p.radius + gap + p.height / 2);
    return {x - p.width / 2, y - p.height / 2, p.width, p.height};
}

} // namespace

std::vector<int> spread_order(int count) {
    std::vector<int> order;
    std::vector<bool> taken(static_cast<std::size_t>(std::max(0, count)), false);
    const auto take = [&](int n) {
        if (n < 0 || n >= count || taken[static_cast<std::size_t>(n)]) return;
        taken[static_cast<std::size_t>(n)] = true;
        order.push_back(n);
    };
    take(0);
    take(count - 1);
    int stride = 1;
    while (stride * 2 < count) stride *= 2;
    for (; stride > 0; stride /= 2)
        for (int n = 0; n < count; n += stride) take(n);
    return order;
}

std::vector<std::optional<Box>> place_labels(std::span<const LabelledPoint> points, Box room, int first) {
    std::vector<std::optional<Box>> places(points.size());
    std::vector<Box> taken;
    const auto cost_of = [&](const Box& box, std::size_t own) -> std::optional<float> {
        if (box.x < room.x || box.y < room.y || box.right() > room.right() || box.bottom() > room.bottom())
            return std::nullopt;
        for (const Box& other : taken)
            if (overlap(box, other)) return std::nullopt;
        float crossed = 0;
        for (std::size_t n = 0; n < points.size(); ++n) {
            if (n != own && covers(box, points[n])) return std::nullopt;
            if (n + 1 < points.size()) crossed += length_inside(points[n].at, points[n + 1].at, box);
        }
        return crossed * 0.4f;
    };
    std::vector<int> order = spread_order(static_cast<int>(points.size()));
    std::stable_partition(order.begin(), order.end(), [&](int n) { return n == first; });
    for (const int n : order) {
        const auto own = static_cast<std::size_t>(n);
        const LabelledPoint& p = points[own];
        if (p.width <= 0) continue;
        float best = 1e9f;
        for (const float gap : {4.0f, 9.0f})
            for (const Direction& d : directions) {
                const Box box = beside(p, d, gap);
                const float dislike = d.dislike + (gap > 4 ? 4.0f : 0.0f);
                if (dislike >= best) continue;
                const std::optional<float> cost = cost_of(box, own);
                if (!cost || *cost + dislike >= best) continue;
                best = *cost + dislike;
                places[own] = box;
            }
        if (places[own]) taken.push_back(*places[own]);
    }
    return places;
}

} // namespace heed
