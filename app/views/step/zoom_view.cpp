#include "app/views/step/zoom_view.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/trace_map.h"
#include "app/state/step/influence.h"
#include "app/state/step/layers/front.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float rows_a_notch = 3, columns_a_notch = 3;

void send_zoom(Ui& ui, const MapZoom& zoom) {
    Command command{"map-zoom-to", "", static_cast<double>(zoom.scale)};
    command.x = static_cast<double>(zoom.column);
    command.y = static_cast<double>(zoom.row);
    ui.send(std::move(command));
}

void send_corner(Ui& ui, Point corner) {
    Command command{"map-scroll-to"};
    command.x = static_cast<double>(corner.x);
    command.y = static_cast<double>(corner.y);
    ui.send(std::move(command));
}

void turn_wheel(Ui& ui, const ZoomedCanvas& c) {
    const float down = ui.wheel(), across = ui.wheel_across();
    if (!ui.over(c.room) || (down == 0 && across == 0)) return;
    const MapWindow& window = c.view.window;
    if (ui.control()) {
        const float scale = std::clamp(aimed_scale(ui.state, c.view) * std::pow(zoom_notch, down),
                                       c.view.least, most_scale(c.view.room));
        send_zoom(ui, c.about(scale, {ui.mouse().x - c.origin.x, ui.mouse().y - c.origin.y}));
        return;
    }
    if (c.view.all) return;
    const bool sideways = ui.shift();
    // Small cells pass more at once: a notch is about 54 px.
    const auto step = [&](float least, float side) {
        return std::max(least, std::round(54 / std::max(side, 0.1f)));
    };
    const float columns = (sideways ? down : 0) + across, rows = sideways ? 0 : down;
    const auto within = [](float at, int count, float seen) {
        return std::clamp(at, 0.0f, std::max(0.0f, static_cast<float>(count) - seen));
    };
    const Point corner{
        within(window.column - columns * step(columns_a_notch, window.cell.width), c.view.room.columns,
               window.columns),
        within(window.row - rows * step(rows_a_notch, window.cell.height), c.view.room.rows, window.rows)};
    if (corner.x != window.column || corner.y != window.row) send_corner(ui, corner);
}

/// The frame is taken hold of where it is pressed; a press beside it brings it there.
void drag_frame(Ui& ui, const ZoomedCanvas& c) {
    if (c.whole.w <= 0) return;
    const Box picture{c.origin.x + c.whole.x, c.origin.y + c.whole.y, c.whole.w, c.whole.h};
    const Box frame = frame_in(c.view.room, c.view.window, picture);
    const Ui::Hit hit = ui.press("whole-map", picture, 2, false);
    ui.tooltip("whole-map", picture, "Drag the frame; a double click shows the whole", "Z");
    if (!hit.held || !ui.mouse_down()) return;
    Point& grip = ui.memory.frame_grip;
    if (ui.mouse_pressed()) {
        if (ui.clicks() == 2) return ui.send({"map-zoom-whole"});
        const Point middle = frame.centre();
        grip = frame.contains(ui.mouse()) ? Point{middle.x - ui.mouse().x, middle.y - ui.mouse().y} : Point{};
        if (frame.contains(ui.mouse())) return;
    }
    Point corner =
        corner_for_frame(c.view.room, c.view.window, picture, {ui.mouse().x + grip.x, ui.mouse().y + grip.y});
    const CellSize cell = c.view.window.cell; // large cells are not cut
    if (cell.width >= 10) corner.x = std::round(corner.x);
    if (cell.height >= 10) corner.y = std::round(corner.y);
    if (std::abs(corner.x - c.view.window.column) > 1e-3f || std::abs(corner.y - c.view.window.row) > 1e-3f)
        send_corner(ui, corner);
}

void zoom_slider(Ui& ui, const ZoomedCanvas& c) {
    if (c.whole.w <= 0 || c.hall) return;
    const float y = c.origin.y + c.whole.bottom() + 30 * c.type, x = c.origin.x + c.whole.x;
    if (y + 10 > c.room.bottom()) return;
    ui.text({x - 8, y}, "Zoom", Face::Regular, 11, ui.colors.t3, Align::Right);
    const Box box{x, y - 12, c.whole.w, 24};
    const MapRoom& room = c.view.room;
    if (const auto moved = slider(ui, "map-zoom", box, slider_of(room, c.view.scale), 0.05f)) {
        const float scale = std::clamp(scale_of_slider(room, *moved), c.view.least, most_scale(room));
        if (std::abs(scale / c.view.scale - 1) > 1e-3f) send_zoom(ui, c.about(scale, c.cells.centre()));
    }
    ui.tooltip("map-zoom", box, "From the whole to one cell; Ctrl and the wheel do the same", "+");
}

void follow_button(Ui& ui, const ZoomedCanvas& c) {
    if (!c.follows || c.whole.w <= 0 || ui.state.zoom.now.following || c.view.all) return;
    // Left of the slider; in a narrow canvas over the end of the title.
    const float x = c.origin.x + c.whole.x;
    const bool beside = c.cells.right() + 12 <= c.whole.x - 116;
    const Box box = c.hall   ? Box{x - 76, c.origin.y + c.whole.y - 18 * c.type - 12, 64, 24}
                    : beside ? Box{x - 116, c.origin.y + c.whole.bottom() + 30 * c.type - 12, 64, 24}
                             : Box{x + c.whole.w - 64, c.origin.y + c.whole.y - 54, 64, 24};
    if (button(ui, "map-follow", box, "Follow")) ui.send({"map-follow"});
    ui.tooltip("map-follow", box, "Keep the newest output in view");
}

/// For a moment after a change: which stop it is, and how much is in view.
void stops_popup(Ui& ui, const ZoomedCanvas& c) {
    if (ui.state.clock >= ui.state.zoom.told_until) return;
    ui.memory.wake_at = ui.memory.wake_at > 0 ? std::min(ui.memory.wake_at, ui.state.zoom.told_until)
                                              : ui.state.zoom.told_until;
    const Palette& p = ui.colors;
    const Box& room = c.room;
    const bool here = room.contains(ui.mouse());
    const Point at = here ? Point{ui.mouse().x + 20, ui.mouse().y + 20}
                          : Point{room.centre().x - 146, room.centre().y - 46};
    const Box box{std::clamp(at.x, room.x + 8, std::max(room.x + 8, room.right() - 300)),
                  std::clamp(at.y, room.y + 8, std::max(room.y + 8, room.bottom() - 100)), 292, 92};
    popup_box(ui, box, 8);
    const float top = box.y + 23, chip = key_chip(ui, {box.x + 14, top}, "Ctrl");
    ui.text({box.x + 14 + chip + 8, top}, "+ wheel", Face::Regular, 13, p.t1);
    const MapWindow& w = c.view.window;
    const auto count = [](float cells) {
        return std::to_string(std::max(1, static_cast<int>(cells + 0.02f)));
    };
    ui.text({box.right() - 14, top},
            count(w.columns) + " × " + count(w.rows) + " of " + std::to_string(c.view.room.columns) + " × " +
                std::to_string(c.view.room.rows),
            Face::Mono, 11, p.t2, Align::Right);
    const float left = box.x + 27, right = box.right() - 27, y = box.y + 48;
    const int now = c.view.all ? 0 : std::max(stop_at(w.cell.width), 0);
    ui.line({left, y}, {right, y}, p.line2, 2);
    for (std::size_t k = 0; k < zoom_stops.size(); ++k) {
        const bool is_now = static_cast<int>(k) == now;
        const float x =
            left + (right - left) * static_cast<float>(k) / static_cast<float>(zoom_stops.size() - 1);
        ui.draw(CircleItem{{x, y}, is_now ? 6.0f : 3.5f, is_now ? p.t1 : p.line2});
        ui.text({x, y + 21}, std::string(zoom_stops[k].name), is_now ? Face::Semibold : Face::Regular, 11,
                is_now ? p.t1 : p.t3, Align::Centre);
    }
}

} // namespace

std::shared_ptr<const Trace> seen_run(Ui& ui, const std::shared_ptr<const Trace>& run) {
    constexpr std::size_t most = 4; // shown, compared with, previewed, and the one before
    const int head = ui.state.layers.front.cross;
    if (!run || !run->has(Quantity::HeadWeights)) return run;
    std::vector<UiMemory::SeenRun>& known = ui.memory.seen_runs;
    for (const UiMemory::SeenRun& each : known)
        if (each.run == run && each.head == head) return each.seen;
    if (known.size() == most) known.erase(known.begin());
    known.push_back({run, with_head_in_step(ui.state, run), head});
    return known.back().seen;
}

KnownRun& known_run_of(Ui& ui, const std::shared_ptr<const WhatIf>& what_if) {
    const AppState& s = ui.state;
    std::shared_ptr<KnownRun>& known = ui.memory.known_run;
    const std::shared_ptr<const InfluenceMap> influence = influence_shown(s);
    const std::shared_ptr<const Trace> run = seen_run(ui, s.trace);
    if (!known || known->trace != run || known->what_if != what_if || known->map != s.what_if.map ||
        known->influence != influence) {
        known = std::make_shared<KnownRun>();
        known->trace = run;
        known->what_if = what_if;
        known->map = s.what_if.map;
        known->influence = influence;
        known->whole = whole_run(*run, run, what_if.get(), s.what_if.map, influence);
        known->values = known->whole->weights;
        if (s.maps.size() > 0) known->labels = labels_of(*s.trace);
    }
    return *known;
}

float type_of(KnownRun& known, const Trace& trace, const NetworkSettings& settings) {
    if (known.width != settings.width || known.height != settings.height || known.beside != settings.beside ||
        known.heatmap != settings.heatmap || known.laid_out != settings.laid_out.run) {
        known.width = settings.width;
        known.height = settings.height;
        known.beside = settings.beside;
        known.heatmap = settings.heatmap;
        known.laid_out = settings.laid_out.run;
        known.type = type_scale(trace, settings);
    }
    return known.type;
}

void mark_out_of_sight(Ui& ui, const Scene& table, Point origin) {
    const KnownRun* known = ui.memory.known_run.get();
    if (!known || !known->zoomed || known->trace != seen_run(ui, ui.state.trace)) return;
    const MapWindow& w = known->window;
    for (const Pick& pick : table.picks) {
        if (pick.id.kind != PickKind::TableRow || pick.id.j < 0) continue;
        if (pick.box.w < pick.box.h) continue; // a bar of a chart, not a row: no room for an arrow
        const float middle = static_cast<float>(pick.id.j) + 0.5f;
        const float way = middle < w.column ? -1.0f : middle > w.column + w.columns ? 1.0f : 0.0f;
        if (way == 0) continue;
        const Point at{origin.x + pick.box.x + 3, origin.y + pick.box.centre().y};
        ui.draw(LineItem{{{at.x - 2 * way, at.y - 4}, {at.x + 2 * way, at.y}, {at.x - 2 * way, at.y + 4}},
                         ui.colors.t2,
                         1.25f});
    }
}

void zoom_controls(Ui& ui, const ZoomedCanvas& canvas) {
    drag_frame(ui, canvas);
    zoom_slider(ui, canvas);
    follow_button(ui, canvas);
    turn_wheel(ui, canvas);
    stops_popup(ui, canvas);
}

} // namespace heed
