// The plane and the line of numbers: points, the path through what was chosen, whom the newest output points
// at.
#include "app/figures/base/format.h"
#include "app/figures/pointer/draw.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace heed::points {
namespace {

/// From one point to another, short of both by their radii.
void add_edge(Scene& scene, Point a, Point b, float off, Color color, float width, float head) {
    const float dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
    if (length <= 2 * off) return;
    const Point from{a.x + dx / length * off, a.y + dy / length * off},
        to{b.x - dx / length * off, b.y - dy / length * off};
    add_line(scene, from, to, color, width);
    if (head <= 0) return;
    const Point m{(from.x + to.x) / 2, (from.y + to.y) / 2}; // the arrow's head stands halfway
    const float ux = dx / length, uy = dy / length;
    for (const float side : {-1.0f, 1.0f})
        add_line(scene, m, {m.x - head * (ux + side * uy * 0.7f), m.y - head * (uy - side * ux * 0.7f)},
                 color, width * 0.8f);
}

/// Away from the middle of all, where a number covers no line.
Point outward(const Plan& plan, Point at, float by) {
    const Point middle = plan.inner.centre();
    float dx = at.x - middle.x, dy = at.y - middle.y;
    const float length = std::max(1.0f, std::hypot(dx, dy));
    return {at.x + dx / length * by, at.y + dy / length * by};
}

Point place(const Painter& p, int k) { return p.plan.at(p.reading.x(k), p.reading.y(k)); }

void draw_true_hull(const Painter& p) {
    const std::vector<int>& right = p.reading.right();
    for (std::size_t k = 0; right.size() > 2 && k < right.size(); ++k)
        add_line(p.scene, place(p, right[k]), place(p, right[(k + 1) % right.size()]),
                 fade(p.colors().t2, 0.55f), 1, {2, 4});
}

/// From where the newest output stands to everything it gives weight to.
void draw_fan(const Painter& p) {
    if (p.output < 0 || p.output < p.taken - 1) return;
    const int from = p.output > 0 ? p.reading.chosen(p.output - 1) : -1;
    if (from < 0 || p.reading.is_end(from)) return;
    const Point a = place(p, from);
    for (int s = 0; s < p.reading.count; ++s) {
        const float w = p.reading.weight(p.output, s) * p.grown;
        if (w < 0.001f || s == from) continue;
        const Point b = place(p, s);
        // Bent a little, so that it does not lie on the hull.
        const Point bend{(a.x + b.x) / 2 - (b.y - a.y) * 0.16f, (a.y + b.y) / 2 + (b.x - a.x) * 0.16f};
        const auto towards = [&](Point end) {
            return Point{end.x + (bend.x - end.x) * 2 / 3, end.y + (bend.y - end.y) * 2 / 3};
        };
        p.scene.add(CurveItem{
            a, towards(a), towards(b), b, fade(p.colors().attention, 0.22f + 0.6f * w), 0.75f + 10 * w, {}});
    }
}

void draw_point(const Painter& p, int k) {
    const Palette& c = p.colors();
    const Point at = place(p, k);
    const bool chosen = p.is_taken(k), next = p.next() == k;
    const float radius = p.plan.radius * (chosen || next ? 0.85f : 1.0f);
    if (p.reading.muted(k))
        p.scene.add(CircleItem{at, radius, c.bg1, c.t3, 1.5f, {2, 2.5f}});
    else if (chosen || next)
        p.scene.add(CircleItem{at, radius, chosen ? c.output : c.attention, {0, 0, 0, 0}, 0, {}});
    else
        p.scene.add(CircleItem{at, radius, c.bg1, c.forward, 2, {}});
    if (p.slot == k && p.playhead.hover_column == k)
        p.scene.add(CircleItem{at, p.plan.radius + 4, {0, 0, 0, 0}, c.t2, 1, {}});
}

/// Every point's number beside it, where it stands clear of the others'; of those that were chosen first.
void draw_point_names(const Painter& p) {
    std::vector<int> order;
    for (int k = 0; k < p.reading.count; ++k) order.push_back(k);
    std::stable_partition(order.begin(), order.end(), [&](int k) { return p.is_taken(k) || p.next() == k; });
    std::vector<Box> full;
    for (int k = 0; k < p.reading.count; ++k)
        full.push_back(around(place(p, k), 2 * p.plan.radius - 2, 2 * p.plan.radius - 2));
    if (is_dragged(p)) full.push_back(dragged_card_box(p));
    for (const int k : order) {
        const bool strong = p.is_taken(k) || p.next() == k;
        const std::string name = p.reading.name(k);
        const float wide = p.measure(name, Face::MonoSemibold, label_size) + 2, off = p.plan.radius + 11;
        const Point at = place(p, k);
        const Point places[] = {outward(p.plan, at, off), {at.x, at.y - off},       {at.x, at.y + off},
                                {at.x + off, at.y},       {at.x - off, at.y},       {at.x + off, at.y - off},
                                {at.x - off, at.y - off}, {at.x + off, at.y + off}, {at.x - off, at.y + off}};
        for (const Point& middle : places) {
            const Box box = around(middle, wide, 13);
            const bool inside = box.x > p.plan.plane.x + 1 && box.right() < p.plan.plane.right() - 1 &&
                                box.y > p.plan.plane.y + 1 && box.bottom() < p.plan.plane.bottom() - 1;
            const bool free = std::none_of(full.begin(), full.end(), [&](const Box& other) {
                return other.x < box.right() && box.x < other.right() && other.y < box.bottom() &&
                       box.y < other.bottom();
            });
            if (!inside || !free) continue;
            p.text(middle, name, label_size, strong ? p.colors().t1 : p.colors().t2, Align::Centre,
                   strong ? Face::MonoSemibold : Face::Mono);
            full.push_back(box);
            break;
        }
    }
}

} // namespace

Color state_color(const Painter& p, int slot) {
    return p.is_taken(slot)   ? p.colors().output
           : p.next() == slot ? p.colors().attention
                              : p.colors().forward;
}

void draw_ground(const Painter& p) {
    const Palette& c = p.colors();
    const Box& box = p.plan.plane;
    add_fill(p.scene, box, c.bg1, 8);
    if (p.reading.plane())
        for (const float part : {0.25f, 0.5f, 0.75f}) {
            add_line(p.scene, {box.x + part * box.w, box.y}, {box.x + part * box.w, box.bottom()}, c.line, 1);
            add_line(p.scene, {box.x, box.y + part * box.h}, {box.right(), box.y + part * box.h}, c.line, 1);
        }
    add_frame(p.scene, box, c.line, 1, 8);
    if (p.settings.hall) return;
    p.text({p.plan.edge, p.plan.title}, p.reading.line() ? "The numbers" : "The plane", 13, c.t1, Align::Left,
           Face::Semibold);
    const float room = box.w - p.measure("The numbers", Face::Semibold, 13) - 16;
    const std::string what = p.reading.line() ? "number" : "point";
    for (const std::string& hint : {"drag a " + what + ", double-click adds one, Delete removes it",
                                    "drag a " + what + " or double-click"})
        if (p.measure(hint, Face::Regular, label_size) <= room) {
            p.text({box.right(), p.plan.title}, hint, label_size, c.t3, Align::Right);
            break;
        }
}

void draw_taken(const Painter& p) {
    for (int i = 1; i < p.taken; ++i) {
        const int from = p.reading.chosen(i - 1);
        int to = p.reading.chosen(i);
        if (p.reading.is_end(to)) to = p.reading.chosen(0); // the outline closes
        if (p.reading.is_end(from) || p.reading.is_end(to)) continue;
        const bool back = p.reading.is_end(p.reading.chosen(i));
        add_edge(p.scene, place(p, from), place(p, to), p.plan.radius, p.colors().output, back ? 1.5f : 2.5f,
                 p.reading.plane() && !back ? 7.0f : 0);
    }
}

void draw_plane(const Painter& p) {
    draw_true_hull(p);
    draw_fan(p);
    draw_taken(p);
    draw_drag(p);
    for (int k = 0; k < p.reading.count; ++k) draw_point(p, k);
    draw_point_names(p);
    draw_dragged_card(p);
    for (int k = 0; k < p.reading.count; ++k) {
        const Point at = place(p, k);
        p.scene.pick(around(at, 2 * p.plan.radius + 8, 2 * p.plan.radius + 8),
                     {PickKind::Column, k, -1, -1, {}}, capitalized_words(p, k));
    }
}

void draw_line_of_numbers(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const float y = plan.inner.y;
    add_line(p.scene, {plan.inner.x, y}, {plan.inner.right(), y}, c.line2, 1.5f);
    for (int k = 0; k <= 10; ++k) {
        const float part = static_cast<float>(k) / 10, x = plan.inner.x + part * plan.inner.w;
        add_line(p.scene, {x, y - 4}, {x, y + 4}, c.line2, 1);
        if (k % 5 == 0)
            p.text({x, y + 48}, up_to(static_cast<double>(plan.low + part * (plan.high - plan.low)), 1),
                   label_size, c.t3, Align::Centre, Face::Mono);
    }
    // From each chosen number to the next: arcs above the line, the newest in amber.
    const auto arc = [&](int from, int to, Color color, float width) {
        const Point a = plan.at(p.reading.x(from), 0), b = plan.at(p.reading.x(to), 0);
        const float high = std::min(plan.inner.y - plan.plane.y - 40, 26 + 0.45f * std::abs(b.x - a.x));
        p.scene.add(CurveItem{{a.x, y - plan.radius},
                              {a.x, y - high},
                              {b.x, y - high},
                              {b.x, y - plan.radius},
                              color,
                              width,
                              {}});
    };
    if (p.output > 0 && p.output >= p.taken - 1 && !p.reading.is_end(p.reading.chosen(p.output - 1)))
        for (int s = 0; s < p.reading.count; ++s) {
            const float w = p.reading.weight(p.output, s) * p.grown;
            if (w >= 0.002f && s != p.reading.chosen(p.output - 1))
                arc(p.reading.chosen(p.output - 1), s, fade(c.attention, 0.2f + 0.6f * w), 0.75f + 8 * w);
        }
    for (int i = 1; i < p.taken; ++i)
        if (!p.reading.is_end(p.reading.chosen(i)) && !p.reading.is_end(p.reading.chosen(i - 1)))
            arc(p.reading.chosen(i - 1), p.reading.chosen(i), c.output, 2);
    draw_drag(p);
    std::vector<Box> named;
    if (is_dragged(p)) named.push_back(dragged_card_box(p));
    for (int k = 0; k < p.reading.count; ++k) {
        const Point at = place(p, k);
        const bool chosen = p.is_taken(k), next = p.next() == k;
        p.scene.add(CircleItem{at, plan.radius * 0.85f,
                               chosen ? c.output
                               : next ? c.attention
                                      : c.bg1,
                               chosen || next       ? Color{0, 0, 0, 0}
                               : p.reading.muted(k) ? c.t3
                                                    : c.forward,
                               chosen || next ? 0.0f : 2.0f, p.reading.muted(k) ? Dash{2, 2.5f} : Dash{}});
        const float wide = p.measure(p.reading.name(k), Face::Mono, label_size) + 3;
        for (const float below : {18.0f, 31.0f}) {
            const Box box = around({at.x, y + below}, wide, 12);
            const bool free = std::none_of(named.begin(), named.end(), [&](const Box& other) {
                return other.x < box.right() && box.x < other.right() && other.y < box.bottom() &&
                       box.y < other.bottom();
            });
            if (!free) continue;
            p.text(box.centre(), p.reading.name(k), label_size, chosen || next ? c.t1 : c.t2, Align::Centre,
                   Face::Mono);
            named.push_back(box);
            break;
        }
        p.scene.pick(around(at, 2 * plan.radius + 8, 2 * plan.radius + 8), {PickKind::Column, k, -1, -1, {}},
                     capitalized_words(p, k));
    }
    draw_dragged_card(p);
}

std::string capitalized_words(const Painter& p, int k) {
    std::string words =
        (p.reading.line() ? "Number " : "Point ") + p.reading.name(k) + ", " + p.reading.numbers(k);
    if (p.output >= 0 && p.reading.open(p.output, k))
        words += ": p " + exact(static_cast<double>(p.reading.weight(p.output, k))) + " at output " +
                 std::to_string(p.output + 1);
    else if (p.output >= 0)
        words += p.reading.muted(k) ? ": muted" : ": chosen before, masked";
    return words + (p.reading.muted(k) ? ". M lets it be chosen again" : ". M mutes it, Delete removes it");
}

void draw_key(const Painter& p) {
    const Palette& c = p.colors();
    float x = p.plan.plane.x + 6;
    const auto entry = [&](const std::string& words, Color fill, Color border) {
        if (x + 14 + p.measure(words, Face::Regular, label_size) > p.plan.plane.right()) return;
        p.scene.add(CircleItem{
            {x, p.plan.key}, border.a > 0 ? 6.0f : 5.0f, fill, border, border.a > 0 ? 2.0f : 0, {}});
        p.text({x + 12, p.plan.key}, words, label_size, c.t2);
        x += 12 + p.measure(words, Face::Regular, label_size) + 24;
    };
    entry("chosen so far", c.output, {0, 0, 0, 0});
    entry("next", c.attention, {0, 0, 0, 0});
    entry("not chosen", c.bg0, c.forward);
    const std::string hull = "true hull";
    if (!p.reading.plane() || p.reading.right().empty() ||
        x + 40 + p.measure(hull, Face::Regular, label_size) > p.plan.plane.right())
        return;
    add_line(p.scene, {x - 4, p.plan.key}, {x + 30, p.plan.key}, fade(c.t2, 0.7f), 1, {2, 4});
    p.text({x + 38, p.plan.key}, hull, label_size, c.t2);
}

} // namespace heed::points
