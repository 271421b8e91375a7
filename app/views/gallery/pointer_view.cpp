#include "app/views/gallery/pointer_view.h"

#include "app/figures/base/scaled.h"
#include "app/figures/pointer/pointer.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/pointer/points.h"
#include "app/views/base/widgets.h"
#include "app/views/input/beside.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr std::array<std::string_view, 2> tasks = {"hull", "sort"};

/// The run of the model on the screen; null while there is none, or it is another's.
const Trace* run_now(const AppState& s) {
    return s.trace && is_pointer(s.trace->model) ? s.trace.get() : nullptr;
}

std::shared_ptr<const PointerBoard> board_now(const AppState& s) {
    static const auto none = std::make_shared<const PointerBoard>();
    auto board = s.gallery.board_of<PointerBoard>();
    return board ? board : none;
}

Command at_place(std::string_view id, int point, std::pair<float, float> place) {
    Command command{id};
    command.i = point;
    command.x = static_cast<double>(place.first);
    command.y = static_cast<double>(place.second);
    return command;
}

/// A press takes a point up, a drag moves it, a double click where there is none adds one.
void move_points(Ui& ui, const Trace& run, const PointerLayout& layout, Point origin) {
    const PointDrag& drag = ui.state.gallery.drag;
    const Box place{origin.x + layout.plane.x, origin.y + layout.plane.y, layout.plane.w, layout.plane.h};
    const Ui::Hit hit = ui.press("points", place, 8, false);
    const Point mouse{ui.mouse().x - origin.x, ui.mouse().y - origin.y};
    if (hit.held && ui.mouse_pressed()) {
        const int under = pointer_point_at(run, layout, mouse);
        if (under >= 0)
            ui.send({"point-drag", "", 0, under});
        else if (ui.clicks() == 2)
            ui.send(at_place("point-add", -1, layout.number_at(mouse)));
    } else if (drag.point >= 0 && ui.mouse_down()) {
        ui.send(at_place("point-move", drag.point, layout.number_at(mouse)));
    } else if (drag.point >= 0) {
        ui.send({"point-drag"});
    }
}

/// Hover of slots and of the map's cells.
void point_at(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick) return;
    const PickId what = pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y});
    if (what.kind == PickKind::Column) ui.memory.hovered = {what.i, -1, -1};
    if (what.kind == PickKind::Cell) ui.memory.hovered = {what.j, what.i, -1};
    if (!pick->tooltip.empty() && ui.state.gallery.drag.point < 0) ui.tooltip("points", scene, *pick, origin);
}

/// Task, and fresh points.
void controls_row(Ui& ui, Box box, bool line) {
    const AppState& s = ui.state;
    static const std::array<std::string, 2> names = {"Convex hull", "Sort"};
    const auto now = std::find(tasks.begin(), tasks.end(), s.facts.task);
    const float wide = std::min(190.0f, box.w - 140);
    if (now != tasks.end() && wide > 120) {
        const int picked =
            segmented(ui, "task", {box.x, box.y, wide, 28}, names, static_cast<int>(now - tasks.begin()));
        if (picked >= 0 && tasks[static_cast<std::size_t>(picked)] != s.facts.task)
            ui.send({"gallery-task", std::string(tasks[static_cast<std::size_t>(picked)])});
    }
    const std::string words = line ? "New numbers" : "New points";
    const float button_wide = ui.text_width(words, Face::Medium, 13) + 28;
    if (button(ui, "new points", {box.right() - button_wide, box.y, button_wide, 28}, words))
        ui.send({"new-points"});
}

} // namespace

void pointer_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = run_now(s);
    if (!run) return;
    const auto board = board_now(s);
    const PointerSettings settings{room.w, room.h, s.gallery.drag};
    const Playhead head = playhead_of(s);
    const Scene& scene = cached_scene(ui, "mechanism", std::tuple(head, settings, board.get()), s.trace, [&] {
        return pointer_figure(*run, *board, head, settings, figure_style(ui));
    });
    ui.clip(room);
    const Point origin{room.x, room.y};
    ui.draw(scene, origin);
    const PointerLayout layout = pointer_layout(*run, settings);
    if (ui.over(room)) point_at(ui, scene, origin);
    if (!of_earlier_input(s)) move_points(ui, *run, layout, origin);
    controls_row(
        ui,
        {origin.x + layout.controls.x, origin.y + layout.controls.y, layout.controls.w, layout.controls.h},
        layout.line);
    if (layout.toggle.w > 0 &&
        toggle(ui, "masking", {origin.x + layout.toggle.x, origin.y + layout.toggle.centre().y},
               is_masked(s)))
        ui.send({"masking"});
    if (of_earlier_input(s)) ui.fill(room, fade(ui.colors.bg0, 0.6f));
    ui.end_clip();
}

void pointer_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = run_now(s);
    if (!run) return;
    const auto board = board_now(s);
    const Playhead head = playhead_of(s);
    const Scene& scene =
        cached_scene(ui, "mechanism:side", std::tuple(head, room.w, room.h, board.get()), s.trace,
                     [&] { return pointer_inspector(*run, *board, head, room.w, room.h, figure_style(ui)); });
    float& scroll = ui.memory.scroll["mechanism:side"];
    if (ui.over(room)) scroll -= ui.wheel() * 48;
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, scene.height - room.h));
    ui.clip(room);
    ui.draw(scene, {room.x, room.y - scroll});
    if (const Pick* pick = ui.pick(scene, {room.x, room.y - scroll});
        pick && pick->id.kind == PickKind::Column)
        ui.memory.hovered = {pick->id.i, -1, -1};
    if (of_earlier_input(s)) ui.fill(room, fade(ui.colors.bg1, 0.6f));
    ui.end_clip();
}

ResultLine pointer_hall(Ui& ui, Box room, float scale) {
    const AppState& s = ui.state;
    const Trace* run = run_now(s);
    if (!run) return {};
    const Playhead head = playhead_of(s);
    const Scene& scene = cached_scene(ui, "lecture", std::tuple(head, room.w, room.h), s.trace, [&] {
        return scaled(pointer_lecture(*run, head, room.w / scale, room.h / scale, figure_style(ui)), scale);
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    if (of_earlier_input(s)) ui.fill(room, fade(ui.colors.bg0, 0.6f));
    ui.end_clip();
    point_at(ui, scene, {room.x, room.y});
    return pointer_result_line(*run, head, figure_style(ui));
}

Narration pointer_words(Ui& ui, const Playhead& head) {
    const Trace* run = run_now(ui.state);
    if (!run || ui.state.input.empty()) return {"", ui.colors.t3, "Nothing is read yet."};
    if (of_earlier_input(ui.state))
        return {"Not read", ui.colors.error, "The picture is of the last input that was."};
    return pointer_narration(*run, head, ui.colors);
}

/// "→ 1 3 4 6 9 8 end   exact, area 100%": places counted from 1, as everywhere on the screen.
void pointer_output(Ui& ui, Box box) {
    const Trace* run = run_now(ui.state);
    if (!run || box.w < 60 || ui.state.input.empty() || of_earlier_input(ui.state)) return;
    const Palette& c = ui.colors;
    const float middle = box.centre().y;
    ui.draw(icon(Icon::Arrow, c.t2), {box.x + 10, middle});
    const std::string answer = ui.cut(pointer_answer(*run), Face::Mono, 13, box.w - 32);
    float x = box.x + 29;
    ui.text({x, middle}, answer, Face::Mono, 13, c.output);
    x += ui.text_width(answer, Face::Mono, 13) + 12;
    if (box.right() - x > 40)
        ui.text({x, middle}, ui.cut(pointer_verdict(*run), Face::Regular, 11, box.right() - x), Face::Regular,
                11, c.t2);
}

} // namespace heed
