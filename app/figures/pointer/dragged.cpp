// What is dragged: a ring where it is, its ghost and a thread where it was, and what the move makes of the
// answer (gallery §16).
#include "app/figures/base/format.h"
#include "app/figures/pointer/draw.h"
#include "core/tasks/points/plane.h"

#include <algorithm>

namespace heed::points {
namespace {

/// The points as they were before the drag.
tasks::Plane plane_before(const Painter& p) {
    tasks::Plane plane;
    for (int k = 0; k < p.reading.count; ++k) {
        const bool dragged = k == p.settings.drag.point;
        plane.push_back({static_cast<double>(dragged ? p.settings.drag.x : p.reading.x(k)),
                         static_cast<double>(dragged ? p.settings.drag.y : p.reading.y(k))});
    }
    return plane;
}

/// Two lines: what became of the point, and of the hull.
std::vector<std::string> words_of_hull(const Painter& p) {
    const std::vector<int> before = tasks::hull_of(plane_before(p)), &now = p.reading.right();
    const auto corner = [&](const std::vector<int>& hull) {
        return std::find(hull.begin(), hull.end(), p.settings.drag.point) != hull.end();
    };
    const bool was = corner(before), is = corner(now);
    const auto corners = [](std::size_t count) { return counted(static_cast<int>(count), "corner"); };
    return {was == is ? (is ? "it stays a corner" : "it stays inside")
            : is      ? "it was inside, now a corner"
                      : "it was a corner, now inside",
            before.size() == now.size()
                ? "the hull keeps its " + corners(now.size())
                : "the hull goes from " + std::to_string(before.size()) + " to " + corners(now.size())};
}

/// A line: where it stands among the others by size.
std::vector<std::string> words_of_order(const Painter& p) {
    const auto place = [&](float number) {
        int smaller = 1;
        for (int k = 0; k < p.reading.count; ++k)
            smaller += k != p.settings.drag.point && p.reading.x(k) < number;
        return smaller;
    };
    const int was = place(p.settings.drag.x), is = place(p.reading.x(p.settings.drag.point));
    const std::string all = " of " + std::to_string(p.reading.count);
    return {was == is ? "it stays in place " + std::to_string(is) + all
                      : "from place " + std::to_string(was) + " to " + std::to_string(is) + all};
}

struct DragCard {
    std::string title, numbers;
    std::vector<std::string> lines;
    Box box;
};

/// Beside the point, and inside the plane.
DragCard card_of(const Painter& p) {
    constexpr float pad = 12, line = 16, gap = 16;
    const int k = p.settings.drag.point;
    DragCard card{(p.reading.line() ? "Number " : "Point ") + p.reading.name(k) + " of " +
                      std::to_string(p.reading.count),
                  p.reading.numbers(k),
                  p.reading.plane() ? words_of_hull(p) : words_of_order(p),
                  {}};
    float wide = p.measure(card.title, Face::Semibold, 13) + 20 + p.measure(card.numbers, Face::Mono, 11);
    for (const std::string& words : card.lines)
        wide = std::max(wide, p.measure(words, Face::Regular, label_size));
    const Box& plane = p.plan.plane;
    const Point at = p.plan.at(p.reading.x(k), p.reading.y(k));
    card.box.w = wide + 2 * pad;
    card.box.h = 34 + line * static_cast<float>(card.lines.size());
    const float off = p.plan.radius + gap;
    const bool right = at.x + off + card.box.w <= plane.right() - 4;
    card.box.x = right ? at.x + off : std::max(plane.x + 4, at.x - off - card.box.w);
    card.box.y = std::clamp(at.y - card.box.h / 2, plane.y + 4,
                            std::max(plane.y + 4, plane.bottom() - 4 - card.box.h));
    return card;
}

} // namespace

bool is_dragged(const Painter& p) {
    return p.settings.drag.point >= 0 && p.settings.drag.point < p.reading.count;
}

void draw_drag(const Painter& p) {
    if (!is_dragged(p)) return;
    const PointDrag& drag = p.settings.drag;
    const Palette& c = p.colors();
    const Point now = p.plan.at(p.reading.x(drag.point), p.reading.y(drag.point)),
                was = p.plan.at(drag.x, p.reading.plane() ? drag.y : 0);
    add_line(p.scene, was, now, c.t2, 1, {2, 3});
    p.scene.add(CircleItem{was, p.plan.radius, {0, 0, 0, 0}, c.t2, 1, {2, 2.5f}});
    p.scene.add(CircleItem{now, p.plan.radius + 5, {0, 0, 0, 0}, c.t1, 2, {}});
}

Box dragged_card_box(const Painter& p) { return is_dragged(p) ? card_of(p).box : Box{}; }

void draw_dragged_card(const Painter& p) {
    if (!is_dragged(p)) return;
    const Palette& c = p.colors();
    const DragCard card = card_of(p);
    p.scene.add(RectItem{card.box, c.popup, c.line2, 1, 8, {}});
    float y = card.box.y + 17;
    p.text({card.box.x + 12, y}, card.title, 13, c.t1, Align::Left, Face::Semibold);
    p.text({card.box.right() - 12, y}, card.numbers, label_size, c.t2, Align::Right, Face::Mono);
    for (const std::string& words : card.lines) p.text({card.box.x + 12, y += 16}, words, label_size, c.t2);
}

} // namespace heed::points
