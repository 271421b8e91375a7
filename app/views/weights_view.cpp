// Step of weights that were computed elsewhere: the map, the row looked at, and what can be said without a
// model.
#include "app/figures/compare/compare.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/state/open/opening.h"
#include "app/views/views.h"
#include "app/views/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

/// The row that is looked at: under the pointer, else chosen, else the first.
int row_of(const AppState& s) {
    const int row = s.hover.row >= 0 ? s.hover.row : std::max(0, s.selection.row);
    return std::min(row, s.trace->outputs() - 1);
}

} // namespace

void weights_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    ComparePanel panel;
    panel.key = "map";
    panel.title = map_title(s, s.map);
    panel.trace = s.trace;
    CompareOptions options;
    options.hover = {s.hover.row >= 0 || s.hover.column >= 0 ? 0 : -1, s.hover.row, s.hover.column};
    options.pinned = {s.selection.row >= 0 || s.selection.column >= 0 ? 0 : -1, s.selection.row,
                      s.selection.column};
    const Box box{room.x + 16, room.y + 16, room.w - 32, room.h - 24};
    const Scene& scene = cached_scene(ui, "weights", std::tuple(options, box.w, box.h, s.map), s.trace, [&] {
        return compare_panels(std::span(&panel, 1), options, box.w, box.h, figure_style(ui));
    });
    ui.clip(room);
    ui.draw(scene, {box.x, box.y});
    point_into(ui, "weights", scene, {box.x, box.y});
    ui.end_clip();
}

void weights_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg1);
    ui.fill({room.x, room.y, 1, room.h}, ui.colors.line);
    if (s.trace->outputs() == 0) return;
    const int row = row_of(s), column = s.hover.column >= 0 ? s.hover.column : s.selection.column;
    const Scene& scene = cached_scene(ui, "weights:row", std::tuple(room.w, row, column), s.trace, [&] {
        return weights_row_figure(*s.trace, row, column, room.w, figure_style(ui));
    });
    float& scroll = ui.memory.scroll["weights:row"];
    if (ui.over(room)) scroll -= ui.wheel() * 48;
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, scene.height - room.h));
    ui.clip(room);
    ui.draw(scene, {room.x, room.y - scroll});
    point_into(ui, "weights:row", scene, {room.x, room.y - scroll});
    ui.end_clip();
    if (ui.memory.hovered.column >= 0 && ui.memory.hovered.row < 0)
        ui.memory.hovered.row = s.hover.row >= 0 ? s.hover.row : -1;
}

void weights_bar(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float top = ui.height - bottom_height, x = 16, first = top + 28, second = top + 68;
    ui.fill({0, top, ui.width, bottom_height}, c.bg1);
    ui.fill({0, top, ui.width, 1}, c.line);
    const float right = ui.width - 16 - 128 - 24;
    ui.draw(CircleItem{{x + 5, first}, 5, c.attention, {0, 0, 0, 0}, 0, {}});
    const std::string title = "Computed elsewhere";
    ui.text({x + 18, first}, title, Face::Semibold, 13, c.t1);
    const float after = x + 18 + ui.text_width(title, Face::Semibold, 13) + 14;
    ui.text({after, first}, ui.cut(weights_summary(*s.trace), Face::Regular, 13, right - after),
            Face::Regular, 13, c.t2);
    static const std::array<std::string, 2> scales = {"Linear", "Lift small"};
    const int lifted = s.settings.scale == ValueScale::LiftSmall ? 1 : 0;
    const Box weights{x, second - 14, 140, 28};
    if (const int n = segmented(ui, "weights", weights, scales, lifted); n >= 0 && n != lifted)
        ui.send(Do::ToggleLift);
    ui.tooltip("weights", weights, "Lift small: square root, to make faint weights visible", "L");
    float left = weights.right() + 24;
    if (s.maps.size() > 1) {
        const std::string count = "map " + std::to_string(s.map + 1) + " of " + std::to_string(s.maps.size());
        if (icon_button(ui, "map:back", {left, second - 14, 28, 28}, Icon::Back, "Previous map", "PageUp",
                        s.map > 0))
            ui.send(Do::PreviousMap);
        if (icon_button(ui, "map:on", {left + 32, second - 14, 28, 28}, Icon::Forward, "Next map", "PageDown",
                        s.map + 1 < static_cast<int>(s.maps.size())))
            ui.send(Do::NextMap);
        ui.text({left + 70, second}, count, Face::Regular, 13, c.t2);
        left += 70 + ui.text_width(count, Face::Regular, 13) + 24;
    }
    const std::string keys = "point to a cell, click to keep its row";
    if (left + ui.text_width(keys, Face::Regular, 11) < right)
        ui.text({right, second}, keys, Face::Regular, 11, c.t3, Align::Right);
    weight_legend(ui, {ui.width - 16 - 128, first - 6, 128, 26});
}

} // namespace heed
