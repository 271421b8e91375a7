#include "app/figures/query_pad/plan.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <cmath>

namespace heed {

Point QueryPad::average() const {
    Point sum;
    for (const Point& key : keys) sum = {sum.x + key.x, sum.y + key.y};
    const auto n = static_cast<float>(std::max<std::size_t>(1, keys.size()));
    return {sum.x / n, sum.y / n};
}

int QueryPad::strongest() const {
    const std::vector<float>& weights = now().weights;
    return static_cast<int>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

namespace pads {

Plan plan_of(const QueryPad& pad, const PadSettings& settings) {
    constexpr float designed_height = 808, designed_width = 1240;
    Plan plan;
    const float width = settings.width, height = settings.height;
    plan.tall = height >= 640;
    plan.fields = height >= 580;
    const float grown = std::clamp(std::min(width / designed_width, height / designed_height), 0.5f, 2.0f);
    plan.tile_height = plan.tall ? 152 * std::max(1.0f, grown) : plan.fields ? 116 : 42;
    const float below = plan.tile_height + (plan.tall ? 96.0f : 44.0f);
    const float side =
        std::max(160.0f, std::min({height - 40 - below - 10, 0.42f * width, 520 * std::max(1.0f, grown)}));
    plan.pad = {32, 40, side, side};
    plan.labels = plan.pad.right() + 32;
    plan.first = plan.labels + 100;
    plan.right = width - 32;
    plan.column =
        std::min(104 * std::max(1.0f, grown),
                 (plan.right - plan.first) / static_cast<float>(std::max<std::size_t>(1, pad.keys.size())));
    const float k = side / 520; // the columns are as high as the plane
    plan.keys = 40 + 12 * std::min(1.0f, k) + 2;
    plan.reach = std::max(16.0f, 40 * k);
    plan.scores = plan.keys + (plan.tall ? 48 : 34) + plan.reach;
    plan.temperature = plan.scores + plan.reach + (plan.tall ? 38 * std::max(1.0f, k) : 26);
    plan.unit = plan.tall ? 84 * k : std::max(24.0f, 40 + side - 20 - plan.temperature - 54);
    plan.weights = plan.temperature + plan.unit + (plan.tall ? 58 * std::max(1.0f, k) : 42);
    if (plan.tall) {
        const float top = plan.weights + 48;
        plan.sum = {plan.first, top, 200 * std::max(1.0f, k), std::max(40.0f, plan.pad.bottom() - top)};
    }
    plan.tiles = plan.pad.bottom() + 46;
    const auto tiles = static_cast<float>(std::max<std::size_t>(1, pad.scores.size()));
    plan.tile_width = (plan.right - plan.pad.x - 10 * (tiles - 1)) / tiles;
    plan.legend = plan.tiles + plan.tile_height + 26;
    return plan;
}

std::string point_words(Point p) {
    return fixed(static_cast<double>(p.x), 2) + ", " + fixed(static_cast<double>(p.y), 2);
}

std::vector<Point> hull_of(std::vector<Point> points) { // monotone chain
    if (points.size() < 3) return points;
    std::sort(points.begin(), points.end(),
              [](Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    const auto turns_left = [](Point a, Point b, Point c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
    };
    std::vector<Point> hull;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t begin = hull.size();
        for (const Point& point : points) {
            while (hull.size() >= begin + 2 && !turns_left(hull[hull.size() - 2], hull.back(), point))
                hull.pop_back();
            hull.push_back(point);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

} // namespace pads

PadLayout pad_layout(const QueryPad& pad, const PadSettings& settings) {
    const pads::Plan plan = pads::plan_of(pad, settings);
    PadLayout layout;
    layout.pad = plan.pad;
    const float track = std::min(250.0f, std::max(80.0f, plan.right - plan.first - 210));
    layout.temperature = {plan.first, plan.temperature - 8, track, 16};
    layout.reset = {plan.right - 100, plan.temperature - 14, 100, 28};
    for (std::size_t n = 0; n < pad.scores.size(); ++n)
        layout.tiles.push_back({plan.pad.x + static_cast<float>(n) * (plan.tile_width + 10), plan.tiles,
                                plan.tile_width, plan.tile_height});
    return layout;
}

Point PadLayout::place(Point u) const {
    return {pad.x + (u.x / pad_reach + 1) / 2 * pad.w, pad.y + (1 - u.y / pad_reach) / 2 * pad.h};
}
Point PadLayout::units(Point at) const {
    const float x = ((at.x - pad.x) / pad.w * 2 - 1) * pad_reach,
                y = (1 - (at.y - pad.y) / pad.h * 2) * pad_reach;
    return {std::clamp(x, -pad_reach, pad_reach), std::clamp(y, -pad_reach, pad_reach)};
}

int pad_key_at(const QueryPad& pad, const PadLayout& layout, Point at) {
    constexpr float reach = 12;
    int nearest = -1;
    float best = reach;
    for (std::size_t n = 0; n < pad.keys.size(); ++n) {
        const Point key = layout.place(pad.keys[n]);
        if (const float distance = std::hypot(key.x - at.x, key.y - at.y); distance <= best) {
            best = distance;
            nearest = static_cast<int>(n);
        }
    }
    return nearest;
}

float pad_slider(float temperature) { return std::clamp((std::log10(temperature) + 1) / 2, 0.0f, 1.0f); }
float pad_temperature(float slider) { return std::pow(10.0f, 2 * std::clamp(slider, 0.0f, 1.0f) - 1); }

} // namespace heed
