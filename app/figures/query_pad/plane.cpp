// The plane: keys, query, and what stands between them.
#include "app/figures/base/format.h"
#include "app/figures/query_pad/plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace heed::pads {
namespace {

void draw_grid(const Painter& p) {
    const Palette& c = p.colors();
    const Box& pad = p.plan.pad;
    p.scene.add(RectItem{pad, c.bg1, c.line2, 1, 8, {}});
    for (int n = -2; n <= 2; ++n) {
        const Point at = p.plan.place({static_cast<float>(n), static_cast<float>(n)});
        const Color line = n == 0 ? c.line2 : c.line;
        add_line(p.scene, {at.x, pad.y + 1}, {at.x, pad.bottom() - 1}, line, 1);
        add_line(p.scene, {pad.x + 1, at.y}, {pad.right() - 1, at.y}, line, 1);
        if (n == 0 || pad.w < 260) continue;
        const Point zero = p.plan.place({0, 0});
        const std::string number = fixed(n, 0);
        p.text({at.x + (n < 0 ? 4.0f : -4.0f), zero.y + 9}, number, label_size, c.t3,
               n < 0 ? Align::Left : Align::Right, Face::Mono);
        p.text({zero.x - 5, at.y + (n > 0 ? 8.0f : -8.0f)}, number, label_size, c.t3, Align::Right,
               Face::Mono);
    }
}

void draw_hull(const Painter& p) {
    std::vector<Point> corners;
    for (const Point& corner : hull_of(p.pad.keys)) corners.push_back(p.plan.place(corner));
    if (corners.size() < 2) return;
    corners.push_back(corners.front());
    p.scene.add(LineItem{corners, fade(p.colors().t2, 0.6f), 1, {3, 3}, false, {0, 0, 0, 0}});
}

/// As thick as their weights, the weakest first.
void draw_threads(const Painter& p) {
    std::vector<int> order;
    for (int n = 0; n < p.count(); ++n) order.push_back(n);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return p.weight(a) < p.weight(b); });
    const Point query = p.plan.place(p.pad.query);
    for (const int n : order) {
        const float a = p.weight(n);
        add_line(p.scene, query, p.plan.place(p.pad.keys[static_cast<std::size_t>(n)]),
                 fade(p.colors().attention, 0.16f + 0.74f * std::min(1.0f, 2 * a)), 0.75f + 10 * a);
    }
}

/// Whether a symbol can stand there: on the pad, and on no key, query or context.
bool is_free(const Painter& p, Point place) {
    constexpr float clear = 16;
    const Box& pad = p.plan.pad;
    if (place.x < pad.x + 14 || place.x > pad.right() - 14 || place.y < pad.y + 10 ||
        place.y > pad.bottom() - 10)
        return false;
    const auto near = [&](Point units) {
        const Point at = p.plan.place(units);
        return std::hypot(at.x - place.x, at.y - place.y) < clear;
    };
    return !near(p.pad.query) && !near(p.pad.now().context) &&
           std::none_of(p.pad.keys.begin(), p.pad.keys.end(), near);
}

/// What a symbol should not lie on: the stronger threads, and the two lines from the middle.
std::vector<std::pair<Point, Point>> strong_lines(const Painter& p) {
    constexpr float strong = 0.12f; // of the weight
    const Point zero = p.plan.place({0, 0}), query = p.plan.place(p.pad.query);
    std::vector<std::pair<Point, Point>> lines{{zero, query}, {zero, p.plan.place(p.pad.now().context)}};
    for (int n = 0; n < p.count(); ++n)
        if (p.weight(n) >= strong)
            lines.emplace_back(query, p.plan.place(p.pad.keys[static_cast<std::size_t>(n)]));
    return lines;
}

float distance(Point at, const std::pair<Point, Point>& line) {
    const Point along{line.second.x - line.first.x, line.second.y - line.first.y},
        to{at.x - line.first.x, at.y - line.first.y};
    const float length = along.x * along.x + along.y * along.y;
    const float part = length > 0 ? std::clamp((to.x * along.x + to.y * along.y) / length, 0.0f, 1.0f) : 0;
    return std::hypot(to.x - part * along.x, to.y - part * along.y);
}

/// A symbol beside a point: away from the middle of the keys, or on the first side where nothing is; else
/// where no point is.
void draw_label(const Painter& p, Point at, float away, const std::string& letter, const std::string& number,
                Color color) {
    const Point middle = p.plan.place(p.pad.average());
    const float length = std::max(1.0f, std::hypot(at.x - middle.x, at.y - middle.y)), off = std::abs(away);
    const Point outward{at.x + (at.x - middle.x) / length * away, at.y + (at.y - middle.y) / length * away};
    const Box& pad = p.plan.pad;
    Point place{std::clamp(outward.x, pad.x + 14, pad.right() - 14),
                std::clamp(outward.y, pad.y + 10, pad.bottom() - 10)};
    const float aslant = 0.71f * off;
    const Point sides[] = {outward,
                           {at.x, at.y - off},
                           {at.x, at.y + off},
                           {at.x + off, at.y},
                           {at.x - off, at.y},
                           {at.x - aslant, at.y - aslant},
                           {at.x + aslant, at.y - aslant},
                           {at.x + aslant, at.y + aslant},
                           {at.x - aslant, at.y + aslant},
                           {2 * at.x - outward.x, 2 * at.y - outward.y}};
    const auto lines = strong_lines(p);
    const auto clear = [&](const Point& side) {
        constexpr float letters = 10;
        return is_free(p, side) && std::none_of(lines.begin(), lines.end(), [&](const auto& line) {
                   return distance(side, line) < letters;
               });
    };
    auto side = std::find_if(std::begin(sides), std::end(sides), clear);
    if (side == std::end(sides))
        side =
            std::find_if(std::begin(sides), std::end(sides), [&](const Point& s) { return is_free(p, s); });
    if (side != std::end(sides)) place = *side;
    add_symbol(p.scene, p.style, place, letter, number, 15, color);
}

void draw_keys(const Painter& p) {
    const Palette& c = p.colors();
    float largest = 1e-6f;
    for (int n = 0; n < p.count(); ++n) largest = std::max(largest, p.weight(n));
    for (int n = 0; n < p.count(); ++n) {
        const Point at = p.plan.place(p.pad.keys[static_cast<std::size_t>(n)]);
        p.scene.add(CircleItem{at, 9, c.bg1, {0, 0, 0, 0}, 0, {}});
        p.scene.add(
            CircleItem{at, 9, fade(c.forward, 0.2f + 0.8f * p.weight(n) / largest), c.forward, 1.5f, {}});
        if (n == p.pad.selected || n == p.settings.hover_key)
            p.scene.add(CircleItem{at, 14, {0, 0, 0, 0}, c.t1, 1.5f, {}});
        draw_label(p, at, 22, "k", std::to_string(n + 1), c.forward);
        p.scene.pick(around(at, 24, 24), {PickKind::Column, n, -1, -1, {}},
                     "Key " + std::to_string(n + 1) + " at " +
                         point_words(p.pad.keys[static_cast<std::size_t>(n)]) + ". Drag moves it\tDelete");
    }
}

} // namespace

void draw_plane_alone(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    draw_grid(p);
    draw_hull(p);
    draw_threads(p);
    const Point zero = plan.place({0, 0}), query = plan.place(p.pad.query),
                context = plan.place(p.pad.now().context), average = plan.place(p.pad.average());
    add_line(p.scene, zero, query, c.decoder, 2, {5, 4});
    add_line(p.scene, zero, context, c.attention, 2, {5, 4});
    p.scene.add(CircleItem{average, 5, {0, 0, 0, 0}, c.t3, 1.5f, {}});
    draw_keys(p);
    p.scene.add(CircleItem{context, 10, c.bg1, c.attention, 2, {}});
    p.scene.add(CircleItem{context, 3.5f, c.attention, {0, 0, 0, 0}, 0, {}});
    p.scene.add(CircleItem{query, 9, c.decoder, c.bg1, 1.5f, {}});
    draw_label(p, query, 20, "q", "", c.decoder);
    draw_label(p, context, -20, "c", "", c.attention);
}

void draw_plane(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const float half = plan.pad.w / 2;
    p.text({plan.pad.x, plan.title},
           fitted(p.style, p.settings.paper ? "Keys and a query" : "Move the pointer: it is the query",
                  Face::Semibold, 13, half + 80),
           13, c.t1, Align::Left, Face::Semibold);
    if (plan.pad.w > 440 && !p.settings.paper)
        p.text({plan.pad.right(), plan.title}, "drag a key to move it, double-click for a new one",
               label_size, c.t3, Align::Right);
    draw_plane_alone(p);
    if (plan.pad.w > 440) {
        p.text({plan.pad.x + 12, plan.pad.y + plan.pad.h - 30}, "c stays inside this outline", label_size,
               c.t3);
        p.text({plan.pad.x + 12, plan.pad.y + plan.pad.h - 15}, "grey ring: the plain average", label_size,
               c.t3);
    }
}

} // namespace heed::pads
