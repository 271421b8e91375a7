// The functions that are compared, each a chip that shows or hides it.
#include "app/state/compare/compare.h"
#include "app/views/base/widgets.h"
#include "app/views/compare/bar.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float chip_gap = 8;

/// The same shown or hidden: nothing moves under the pointer.
float chip_width(const Ui& ui, const std::string& label) {
    return ui.text_width(label, Face::Medium, 13) + 36;
}

/// Room that the chips need beside one another.
float width_of(const Ui& ui, const std::vector<CompareMember>& members) {
    float w = -chip_gap;
    for (const CompareMember& member : members) w += chip_width(ui, member.title) + chip_gap;
    return w;
}

bool chip(Ui& ui, Box box, const CompareMember& member, bool on) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press("chip:" + member.key, box, 14);
    ui.frame(box, on ? c.bg3 : fade(c.bg3, 0.5f * hit.warmth), on ? c.bg3 : c.line2, 14);
    if (on) ui.draw(icon(Icon::Check, c.t1), {box.x + 15, box.centre().y});
    ui.text({box.x + (on ? 25.0f : 18.0f), box.centre().y}, member.title, Face::Medium, 13, on ? c.t1 : c.t2);
    return hit.clicked;
}

/// A small arrow at an end of the chips, where some are out of sight.
void chip_arrow(Ui& ui, Box box, bool left, int to) {
    const Ui::Hit hit = ui.press(left ? "chips:left" : "chips:right", box, 6);
    if (hit.warmth > 0) ui.fill(box, fade(ui.colors.bg3, hit.warmth), 6);
    const float d = left ? 2.0f : -2.0f;
    ui.draw(LineItem{.points = {{box.centre().x + d, box.centre().y - 4},
                                {box.centre().x - d, box.centre().y},
                                {box.centre().x + d, box.centre().y + 4}},
                     .color = ui.colors.t2,
                     .width = 1.4f});
    if (hit.clicked) ui.send({"compare-chips", "", 0, to});
}

} // namespace

float chips_width(const Ui& ui) { return width_of(ui, compare_members(ui.state)); }

/// The functions, each a chip; the wheel moves them where they do not all fit.
void chips(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const std::vector<CompareMember> members = compare_members(s);
    const std::vector<bool> shown = shown_members(s, members);
    const int count = static_cast<int>(members.size());
    const bool fits = width_of(ui, members) <= room.w;
    const int first = fits ? 0 : std::clamp(s.compare.first_chip, 0, std::max(0, count - 1));
    if (fits && s.compare.first_chip != 0) ui.send({"compare-chips", "", 0, 0});
    float x = room.x, right = room.right();
    if (!fits) {
        if (first > 0) chip_arrow(ui, {x - 4, room.y + 4, 20, 20}, true, first - 1);
        x += first > 0 ? 20.0f : 0.0f;
        right -= 22;
    }
    int last = first;
    for (; last < count; ++last) {
        const auto n = static_cast<std::size_t>(last);
        const Box box{x, room.y, chip_width(ui, members[n].title), 28};
        if (box.right() > right && last > first) break;
        if (chip(ui, box, members[n], shown[n])) ui.send({"compare-toggle", members[n].key});
        const int key = last - first + 1;
        ui.tooltip("chip:" + members[n].key, box,
                   std::string(shown[n] ? "Hide " : "Show ") + members[n].title,
                   key <= 9 ? std::to_string(key) : "");
        x += box.w + chip_gap;
    }
    if (fits) return;
    if (last < count) chip_arrow(ui, {room.right() - 20, room.y + 4, 20, 20}, false, first + 1);
    if (ui.over(room) && ui.wheel() != 0) {
        const int to = std::clamp(first + (ui.wheel() < 0 ? 1 : -1), 0, last < count ? count : first);
        if (to != first) ui.send({"compare-chips", "", 0, to});
    }
}

} // namespace heed
