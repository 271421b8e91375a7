#include "app/views/gallery/pointer_view.h"

#include "app/figures/pointer/pointer.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/pointer/points.h"
#include "app/views/base/widgets.h"
#include "app/views/gallery/frame.h"
#include "app/views/input/beside.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr std::array<std::string_view, 2> tasks = {"hull", "sort"};

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
    const Ui::Hit hit = ui.press("points", moved(layout.plane, origin), 8, false);
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

/// Hover of slots and of the map's cells; nothing is said while a point is held.
void point_at_slots(Ui& ui, const Scene& scene, Point origin) {
    if (ui.state.gallery.drag.point < 0)
        point_at_place(ui, "points", scene, origin);
    else
        light_place(ui, scene, origin);
}

/// A cell of the map that is pressed is what its output points at.
void force_by_press(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick || pick->id.kind != PickKind::Cell || !ui.mouse_pressed()) return;
    const PickId cell = pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y});
    if (can_force_point(ui.state)) ui.send({"force-point", "", 0, cell.i, cell.j});
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
    const Trace* run = run_if(s, is_pointer);
    if (!run) return;
    const auto& board = board_or_none<PointerBoard>(s);
    const PointerSettings settings{room.w, room.h, s.gallery.drag};
    const Scene& scene = canvas_scene(ui, settings, [&](const Playhead& head) {
        return pointer_figure(*run, board, head, settings, figure_style(ui));
    });
    ui.clip(room);
    const Point origin{room.x, room.y};
    ui.draw(scene, origin);
    const PointerLayout layout = pointer_layout(*run, settings);
    if (ui.over(room)) point_at_slots(ui, scene, origin);
    if (!of_earlier_input(s)) {
        force_by_press(ui, scene, origin);
        move_points(ui, *run, layout, origin);
    }
    controls_row(ui, moved(layout.controls, origin), layout.line);
    if (layout.toggle.w > 0 &&
        toggle(ui, "masking", {origin.x + layout.toggle.x, origin.y + layout.toggle.centre().y},
               is_masked(s)))
        ui.send({"masking"});
    veil_earlier(ui, room, ui.colors.bg0);
    ui.end_clip();
}

void pointer_panel(Ui& ui, Box room) {
    const Trace* run = run_if(ui.state, is_pointer);
    if (!run) return;
    const auto& board = board_or_none<PointerBoard>(ui.state);
    side_frame(ui, room, light_place, [&](const Playhead& head, float width, float height) {
        return pointer_inspector(*run, board, head, width, height, figure_style(ui));
    });
}

ResultLine pointer_hall(Ui& ui, Box room, float scale) {
    const Trace* run = run_if(ui.state, is_pointer);
    if (!run) return {};
    const Scene& scene = hall_frame(
        ui, room, scale, [&](const Playhead& head, float width, float height, const FigureStyle& style) {
            return pointer_lecture(*run, head, width, height, style);
        });
    point_at_slots(ui, scene, {room.x, room.y});
    return pointer_result_line(*run, playhead_of(ui.state), figure_style(ui));
}

Narration pointer_words(Ui& ui, const Playhead& head) {
    const Trace* run = run_if(ui.state, is_pointer);
    if (auto none = nothing_to_tell(ui, run)) return *none;
    return pointer_narration(*run, head, ui.colors);
}

/// "→ 1 3 4 6 9 8 end   exact, area 100%": places counted from 1, as everywhere on the screen.
void pointer_output(Ui& ui, Box box) {
    if (const Trace* run = run_if(ui.state, is_pointer))
        draw_answer_line(ui, box, pointer_answer(*run), pointer_verdict(*run));
}

} // namespace heed
