#include "app/figures/pointer/plan.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace points {
namespace {

constexpr float design_height = 808, gap = 64, name_room = 100;
constexpr float widest_slot = 47, inset = 24;

/// All numbers lie in it, and where they are of the usual size it is the usual one.
void find_range(const Reading& r, Plan& plan) {
    float low = 0, high = r.line() ? 10 : 1;
    for (int k = 0; k < r.count; ++k)
        for (const float v : {r.x(k), r.plane() ? r.y(k) : r.x(k)}) {
            low = std::min(low, v);
            high = std::max(high, v);
        }
    if (r.line() && high > 0 && low >= 0 && r.count > 0) { // numbers far below ten fill the line as well
        float largest = 0;
        for (int k = 0; k < r.count; ++k) largest = std::max(largest, r.x(k));
        if (largest > 0 && largest <= 1) high = 1;
    }
    plan.low = low;
    plan.high = high;
}

/// Where the numbers of the points lie in the plane, or on the line.
void place_inner(const Reading& r, Plan& plan) {
    const Box& plane = plan.plane;
    plan.inner = {plane.x + inset, plane.y + inset, plane.w - 2 * inset, plane.h - 2 * inset};
    if (r.line()) plan.inner = {plane.x + inset + 8, plane.y + 0.62f * plane.h, plane.w - 2 * inset - 16, 0};
    plan.radius = plane.w > 300 ? 9 : 7;
    find_range(r, plan);
}

/// Outputs that have a row, be they written or not.
float rows_of(const Reading& r) {
    return static_cast<float>(std::max(1, std::max(r.outputs, r.plane() ? std::min(r.slots, 7) : r.slots)));
}

/// In a hall the plane and the columns share the height; nothing stands below them.
Plan hall_plan(const Reading& r, const PointerSettings& settings) {
    constexpr float edge = 22, air = 14, names = 84, widest = 60;
    const float W = settings.width, H = settings.height, up = std::clamp(H / 388, 0.7f, 1.6f);
    Plan plan;
    plan.edge = edge;
    plan.roomy = false;
    const float side = std::max(120.0f, std::min(0.4f * W, H - 2 * air));
    plan.plane = {edge, (H - side) / 2, side, side};
    place_inner(r, plan);
    plan.names = plan.plane.right() + edge;
    plan.first = plan.names + names;
    plan.pitch =
        std::min(widest, std::max(60.0f, W - edge - plan.first) / static_cast<float>(std::max(1, r.slots)));
    plan.right = plan.first + plan.pitch * static_cast<float>(r.slots);
    plan.box_wide = std::min(34.0f, 0.74f * plan.pitch);
    plan.box_high = 20 * up;
    plan.room = 50 * up;
    plan.decoder = plan.plane.y + plan.box_high / 2;
    plan.base = plan.decoder + plan.box_high / 2 + 12 + plan.room;
    plan.encoder = plan.base + 20 + 14 * up;
    plan.labels = plan.encoder + plan.box_high / 2 + 16;
    plan.map = plan.labels + (r.line() ? 32.0f : 18.0f); // the numbers themselves stand between
    plan.row = std::clamp((plan.plane.bottom() - plan.map) / rows_of(r), 1.0f, 42 * up);
    return plan;
}

} // namespace

Point Plan::at(float px, float py) const {
    const float span = std::max(1e-6f, high - low);
    return {inner.x + (px - low) / span * inner.w, inner.bottom() - (py - low) / span * inner.h};
}

Plan plan_of(const Reading& r, const PointerSettings& settings) {
    if (settings.hall) return hall_plan(r, settings);
    Plan plan;
    const float W = settings.width, H = settings.height;
    const float f = std::clamp(H / design_height, 0.5f, 1.4f);
    const bool tall = H >= 640;
    plan.edge = W < 900 ? 16 : 32;
    plan.roomy = H >= 560;
    plan.title = std::max(16.0f, 28 * f);
    const float top = plan.title + (plan.roomy ? 24.0f : 16.0f), below = tall ? 172.0f : 76.0f;
    const float side = std::max(120.0f, std::min(0.42f * W, H - top - below));
    plan.plane = {plan.edge, top, side, side};
    place_inner(r, plan);
    plan.key = plan.plane.bottom() + (plan.roomy ? 22.0f : 16.0f);
    plan.controls = {plan.plane.x, plan.key + (tall ? 16.0f : 12.0f), side, 28};
    if (tall) plan.words = plan.controls.bottom() + 24;

    plan.names = plan.plane.right() + (W < 900 ? 20.0f : gap / 2);
    const float names = W < 900 ? 84.0f : name_room;
    plan.first = plan.names + names;
    const float room = std::max(60.0f, W - plan.edge - 7 - plan.first);
    plan.pitch =
        std::min(widest_slot * std::max(1.0f, W / 1240), room / static_cast<float>(std::max(1, r.slots)));
    plan.right = plan.first + plan.pitch * static_cast<float>(r.slots);
    plan.box_wide = std::min(34.0f, 0.74f * plan.pitch);
    plan.box_high = std::clamp(28 * f, 16.0f, 28.0f);
    plan.decoder = std::max(plan.title + 26, 72 * f);
    plan.room = std::clamp(52 * f, 28.0f, 64.0f);
    plan.base = plan.decoder + plan.box_high / 2 + 26 * f + plan.room;
    plan.encoder = plan.base + 20 + 28 * f;
    plan.labels = plan.encoder + std::max(24.0f, 38 * f);
    plan.map = plan.labels + std::max(16.0f, 24 * f);
    const bool panel = H >= 700 && r.points_at();
    const float panel_high = r.plane() ? 150.0f : 129.0f, // the area has a row of its own
        foot = panel ? panel_high + 52 : 40;
    plan.row = std::clamp((H - 12 - foot - plan.map) / rows_of(r), 1.0f, 42 * std::max(1.0f, f));
    plan.legend = plan.map + plan.row * rows_of(r) + 22;
    const float left = plan.names;
    plan.panel = {left, H - panel_high - 20, std::max(240.0f, W - plan.edge - left), panel ? panel_high : 0};
    if (panel) plan.panel.y = std::max(plan.legend + 24, std::min(plan.panel.y, plan.legend + 44));
    if (panel) plan.toggle = {left + 84, plan.panel.y + 12, 30, 18};
    return plan;
}

} // namespace points

PointerLayout pointer_layout(const Trace& run, const PointerSettings& settings) {
    const points::Reading reading(run);
    const points::Plan plan = points::plan_of(reading, settings);
    return {plan.plane,     plan.inner,    plan.low,    plan.high,
            reading.line(), plan.controls, plan.toggle, plan.radius};
}

Point PointerLayout::at(float x, float y) const {
    const float span = std::max(1e-6f, high - low);
    return {inner.x + (x - low) / span * inner.w, inner.bottom() - (line ? 0 : (y - low) / span * inner.h)};
}

std::pair<float, float> PointerLayout::number_at(Point p) const {
    const float span = high - low;
    const float x = low + (p.x - inner.x) / std::max(1.0f, inner.w) * span,
                y = line ? 0 : low + (inner.bottom() - p.y) / std::max(1.0f, inner.h) * span;
    const auto held = [&](float v) { return std::round(std::clamp(v, low, high) * 100) / 100; };
    return {held(x), held(y)};
}

int pointer_point_at(const Trace& run, const PointerLayout& layout, Point p) {
    const points::Reading reading(run);
    int nearest = -1;
    float best = (layout.radius + 6) * (layout.radius + 6);
    for (int k = 0; k < reading.count; ++k) {
        const Point c = layout.at(reading.x(k), reading.y(k));
        const float dx = c.x - p.x, dy = c.y - p.y, far = dx * dx + dy * dy;
        if (far < best) {
            best = far;
            nearest = k;
        }
    }
    return nearest;
}

} // namespace heed
