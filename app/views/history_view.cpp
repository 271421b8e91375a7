// The history: every step by its name, the one on the screen marked; a click goes there.
#include "app/figures/base/format.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float row = 28, width = 344, head = 38, foot = 34;

/// Where the list must stand so that a row is in view.
float scrolled_to(float scroll, int n, float room) {
    const float top = static_cast<float>(n) * row;
    return std::clamp(scroll, top + row - room, top);
}

/// Arrows walk the list.
void walk(Ui& ui, int count, int now) {
    if (!ui.pressed("Down") && !ui.pressed("Up")) return;
    const bool here = ui.memory.focus.starts_with("history:");
    const int from = here ? std::stoi(ui.memory.focus.substr(8)) : now;
    const int to = std::clamp(from + (ui.pressed("Down") ? 1 : -1), 0, count - 1);
    ui.point_at("history:" + std::to_string(to));
    ui.memory.scroll["history:to"] = static_cast<float>(to + 1);
}

void draw_row(Ui& ui, Box place, const HistoryStep& step, int n, int now) {
    const Palette& c = ui.colors;
    const std::string id = "history:" + std::to_string(n);
    const Ui::Hit hit = ui.press(id, place, 5);
    row_ground(ui, place, hit, n == now, 5, 0.7f);
    const float y = place.centre().y;
    ui.draw(CircleItem{{place.x + 13, y},
                       n == now ? 4.0f : 2.5f,
                       n > now    ? Color{0, 0, 0, 0}
                       : n == now ? c.t1
                                  : c.t3,
                       n > now ? c.line2 : Color{0, 0, 0, 0},
                       n > now ? 1.25f : 0});
    const std::string shown = ui.cut(step.name, n == now ? Face::Medium : Face::Regular, 13, place.w - 40);
    ui.text({place.x + 28, y}, shown, n == now ? Face::Medium : Face::Regular, 13,
            n > now    ? c.t3
            : n == now ? c.t1
                       : c.t2);
    if (shown != step.name) ui.tooltip(id, place, ui.cut(step.name, Face::Regular, 13, ui.width - 80));
    if (hit.clicked && n != now) ui.send({"go-to-step", "", 0, n});
}

} // namespace

void history_menu(Ui& ui) {
    const Palette& c = ui.colors;
    const History& history = ui.state.history;
    const int count = static_cast<int>(history.steps.size());
    const float room = std::max(row, std::min(static_cast<float>(count) * row,
                                              std::floor((ui.height - 180 - head - foot) / row) * row));
    const Box box{
        std::clamp(ui.memory.history_button.right() - width, 8.0f, std::max(8.0f, ui.width - width - 8)),
        top_bar_height + 4, width, head + room + foot};
    popup_box(ui, box, 8);
    ui.text({box.x + 16, box.y + 20}, "History", Face::Semibold, 13, c.t1);
    ui.text({box.right() - 16, box.y + 20},
            history.now <= 0 && count <= 1 ? "no steps yet" : counted(count - 1, "step"), Face::Regular, 11,
            c.t3, Align::Right);

    float& scroll = ui.memory.scroll["history"];
    float& followed = ui.memory.scroll["history:now"];
    float& wanted = ui.memory.scroll["history:to"];
    if (followed != static_cast<float>(history.now + 1))
        wanted = followed = static_cast<float>(history.now + 1);
    if (wanted > 0) scroll = scrolled_to(scroll, static_cast<int>(wanted) - 1, room);
    wanted = 0;
    if (ui.over(box)) scroll -= ui.wheel() * row;
    const float all = static_cast<float>(count) * row;
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, all - room));

    const Box list{box.x + 6, box.y + head, box.w - 12, room};
    ui.clip(list);
    for (int n = 0; n < count; ++n) {
        const Box place{list.x, list.y + static_cast<float>(n) * row - scroll, list.w, row};
        if (place.bottom() > list.y - row && place.y < list.bottom() + row)
            draw_row(ui, place, history.steps[static_cast<std::size_t>(n)], n, history.now);
    }
    ui.end_clip();
    if (all > room) {
        const float size = room * room / all;
        ui.fill({box.right() - 5, list.y + (room - size) * scroll / (all - room), 3, size}, c.line2, 1.5f);
    }
    ui.fill({box.x + 1, list.bottom() + 4, box.w - 2, 1}, c.line2);
    const float y = box.bottom() - 14;
    float x = box.x + 16;
    for (const std::string_view what : {"undo", "redo"}) {
        const CommandInfo& info = command_info(what);
        ui.text({x, y}, std::string(info.title), Face::Regular, 11, c.t3);
        x += ui.text_width(std::string(info.title), Face::Regular, 11) + 8;
        x += key_chip(ui, {x, y}, key_label(info.keys.front())) + 16;
    }
    walk(ui, count, history.now);
    if (ui.mouse_pressed() && !ui.over(box)) ui.send({"close-menu"});
}

} // namespace heed
