#include "app/views/step/all_maps.h"

#include "app/figures/base/format.h"
#include "app/figures/seq2seq/inspector/every_map.h"
#include "app/figures/trace_map.h"
#include "app/state/weights/weights.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

const RunMap& map_of(const AppState& s, int k) { return s.maps[static_cast<std::size_t>(k)]; }

/// The map that the panel shows: under the pointer, else chosen.
int looked_at(const AppState& s) {
    const int k = s.hover.unit >= 0 ? s.hover.unit : s.map;
    return std::clamp(k, 0, static_cast<int>(s.maps.size()) - 1);
}

void scroll_to(Ui& ui, const GridPlan& plan, Point to) {
    const float x = std::clamp(to.x, 0.0f, plan.most_scroll_x),
                y = std::clamp(to.y, 0.0f, plan.most_scroll_y);
    ui.send({"maps-scroll", "", 0, static_cast<int>(std::round(x)), static_cast<int>(std::round(y))});
}

/// By the wheel, and to the map that the keyboard has moved to.
void scroll_maps(Ui& ui, const Thumbnails& all, const GridPlan& plan, Box room) {
    const AppState& s = ui.state;
    if (ui.over(room) && (ui.wheel() != 0 || ui.wheel_across() != 0)) {
        const bool down = plan.most_scroll_y > 0;
        scroll_to(ui, plan,
                  {plan.scroll_x - (ui.wheel_across() + (down ? 0 : ui.wheel())) * 60,
                   plan.scroll_y - (down ? ui.wheel() * 60 : 0)});
    } else if (s.weights.follow)
        scroll_to(ui, plan, plan.scroll_to(all.maps[static_cast<std::size_t>(s.map)]));
}

/// How much of it all is in sight, and which part.
void scroll_bars(Ui& ui, const GridPlan& plan, Box room) {
    const auto bar = [&](float from, float length, float most, float at) {
        const float size = length * length / (length + most);
        return std::pair(from + (length - size) * at / most, size);
    };
    const Box area{room.x + plan.area.x, room.y + plan.area.y, plan.area.w, plan.area.h};
    if (plan.most_scroll_y > 0) {
        const auto [y, size] = bar(area.y, area.h, plan.most_scroll_y, plan.scroll_y);
        ui.fill({room.right() - 8, y, 4, size}, ui.colors.line2, 2);
    }
    if (plan.most_scroll_x > 0) {
        const auto [x, size] = bar(area.x, area.w, plan.most_scroll_x, plan.scroll_x);
        ui.fill({x, area.bottom() + 10, size, 4}, ui.colors.line2, 2);
    }
}

void point_at_maps(Ui& ui, const GridCell& at, const GridPlan& plan, const Thumbnails& all, Box room) {
    if (at.map < 0 || !ui.memory.pressed.empty()) return;
    const AppState& s = ui.state;
    ui.memory.hovered = {at.column, at.row, at.map};
    const RunMap& map = map_of(s, at.map);
    Box spot = plan.box(all.maps[static_cast<std::size_t>(at.map)]);
    spot.x += room.x;
    spot.y += room.y;
    std::string words = title_of(map), value;
    if (at.row >= 0) {
        words += ": " + cell_words(map, at.row, at.column);
        value = fixed(static_cast<double>((*map.weights)(at.column, at.row)), 3); // as the panel says it
    }
    ui.tooltip("maps:" + std::to_string(at.map), spot, words, value);
    if (!ui.mouse_pressed()) return;
    const int cell = at.row < 0 ? -1 : at.row * map.columns() + at.column;
    ui.send({"enlarge-map", "", 0, at.map, cell});
}

} // namespace

void all_maps(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Thumbnails all = thumbnails(s.maps);
    GridSettings settings = grid_settings(s, all);
    settings.width = room.w;
    settings.height = room.h;
    const auto& kept = s.maps.front().run;
    const Scene& scene = cached_scene(ui, "maps:all", settings, kept,
                                      [&] { return grid_figure(all.maps, settings, figure_style(ui)); });
    const GridCell cell = grid_cell(s);
    const Scene& marks = cached_scene(ui, "maps:marks", std::tuple(settings, cell), kept, [&] {
        return grid_pointing(all.maps, settings, cell, figure_style(ui));
    });
    ui.draw(scene, {room.x, room.y});
    ui.draw(marks, {room.x, room.y});
    const FigureStyle style = figure_style(ui);
    const GridPlan plan = grid_plan(all.maps, settings, style);
    scroll_bars(ui, plan, room);
    scroll_maps(ui, all, plan, room);
    if (ui.over(room))
        point_at_maps(ui, grid_at(all.maps, settings, style, {ui.mouse().x - room.x, ui.mouse().y - room.y}),
                      plan, all, room);
}

void all_maps_panel(Ui& ui, Box room) {
    constexpr float inset = 4, top = 6; // so that its title stands beside that of the canvas
    const AppState& s = ui.state;
    const int k = looked_at(s);
    const GridCell cell = grid_cell(s);
    const RunMap& map = map_of(s, k);
    MapSettings settings;
    settings.width = room.w - 2 * inset;
    settings.height = std::min(room.w, std::round(room.h * 0.55f));
    settings.title = title_of(map);
    if (cell.row < map.rows()) settings.row = cell.row; // a shorter sentence has no such place
    if (cell.column < map.columns()) settings.column = cell.column;
    const Scene& picture = cached_scene(ui, "maps:one", settings, map.alone, [&] {
        return map_figure(labelled_map(*map.alone), settings, figure_style(ui));
    });
    const Scene& table = cached_scene(ui, "maps:table", std::tuple(room.w, k, cell), s.maps.front().run, [&] {
        return every_map_figure(s.maps, k, cell.row, cell.column, room.w, figure_style(ui));
    });
    float& scroll = ui.memory.scroll["maps:panel"];
    if (ui.over(room)) scroll -= ui.wheel() * 48;
    const float until = top + picture.height;
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, until + table.height - room.h));
    ui.draw(picture, {room.x + inset, room.y + top - scroll});
    ui.draw(table, {room.x, room.y + until - scroll});
}

} // namespace heed
