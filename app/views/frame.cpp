#include "app/views/views.h"

#include "app/figures/report/doubt.h"
#include "app/state/navigator/navigator.h"
#include "app/state/step/lecture.h"
#include "app/views/navigator/navigator.h"
#include "app/views/step/lecture_view.h"
#include "app/views/watch_strip.h"
#include "app/views/workspaces.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr float step_inspector_width = 360;

/// The canvas is all there is.
bool page(const Ui& ui) { return view_of(ui.state).page && !ui.state.report.shown; }
bool docked(const Ui& ui) { return ui.state.settings.inspector && !ui.state.narrow(); }
/// Of the sentences left of the canvas, where there is room for both; else they lie over it.
float sentences_beside(const Ui& ui) { return sentences_beside(ui.state, docked(ui) ? side_width(ui) : 0); }

} // namespace

float side_width(const Ui& ui) {
    const auto own = view_of(ui.state).side_width;
    return own ? own(ui) : step_inspector_width;
}

/// Most pages show other models.
float doubt_room(const Ui& ui) {
    const bool shown = !page(ui) || view_of(ui.state).doubts;
    const bool said = !shown || ui.state.report.shown; // the report says it in its own place
    return said || ui.state.facts.doubt.empty() ? 0 : doubt_height;
}

Box inspector_box(const Ui& ui) {
    const float top = top_bar_height + input_row_height + doubt_room(ui);
    if (page(ui)) return {ui.width, top, 0, 0};
    if (!docked(ui)) return {ui.width, top, 0, ui.height - top - bottom_height};
    const float w = side_width(ui);
    return {ui.width - w, top, w, ui.height - top - bottom_height};
}

Box canvas_box(const Ui& ui) {
    const float top = top_bar_height + input_row_height + doubt_room(ui);
    if (page(ui)) return {0, top_bar_height, ui.width, ui.height - top_bar_height};
    const float left = sentences_beside(ui);
    return {left, top, ui.width - left - (docked(ui) ? side_width(ui) : 0),
            std::max(100.0f, ui.height - top - bottom_height - watch_strip_height(ui.state))};
}

FigureStyle figure_style(const Ui& ui) {
    const Settings& s = ui.state.settings;
    return {s.theme, &ui.renderer.fonts(), s.map, s.scale, s.numbers};
}

void point_into(Ui& ui, const std::string& id, const Scene& scene, Point origin,
                const std::function<PickId(PickId)>& meant) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick) return;
    PickId what = pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y});
    if (meant) what = meant(what);
    const bool past = (what.kind == PickKind::Cell || what.kind == PickKind::Column) && what.k == 1;
    ui.memory.hovered = {what.j, what.i, what.kind == PickKind::Unit ? what.k : -1, past};
    const auto select_column = [&] {
        Command command{"select-column", "", 0, what.j};
        command.x = past ? 1 : 0;
        ui.send(command);
    };
    ui.tooltip(id, scene, *pick, origin);
    if (!ui.mouse_pressed()) return;
    switch (what.kind) {
    case PickKind::Tensor:
        ui.send({"copy-tensor", what.name, 0, what.i, what.j});
        break;
    case PickKind::Unit:
        ui.send({"select-unit", "", 0, what.k});
        break;
    case PickKind::Button:
        if (what.name == "type-weight")
            ui.send({"type-weight-of", "", 0, what.i, what.j});
        else if (what.name == "fragility")
            ui.send({"preview-fragility", "", 0, what.i});
        else if (what.name == "whole-map")
            break; // it is dragged
        else if (what.name == "free-weight")
            ui.send({"free-weight", "", 0, what.i, what.j});
        else
            ui.send({"figure-button", what.name});
        break;
    case PickKind::Candidate:
        ui.send({"force-token", what.name, 0, what.i});
        break;
    case PickKind::Row:
    case PickKind::OutputBox:
        ui.send({"select-row", "", 0, what.i});
        break;
    case PickKind::Cell:
        ui.send({"select-row", "", 0, what.i});
        select_column();
        break;
    default:
        if (what.j >= 0)
            select_column();
        else if (what.i >= 0)
            ui.send({"select-row", "", 0, what.i});
    }
}

void doubt_at(Ui& ui, float y) {
    if (doubt_room(ui) == 0) return;
    const Palette& c = ui.colors;
    const char* const words = ui.width < 1100 ? "Why" : "Why, and what to do";
    const float way = ui.text_width(words, Face::Medium, 13) + 56;
    const float room = !ui.state.report.current ? 0 : way;
    const Scene band = doubt_band(ui.state.facts.doubt, ui.width - room, figure_style(ui));
    ui.draw(band, {0, y});
    point_into(ui, "doubt", band, {0, y});
    if (room == 0) return;
    const Box box{ui.width - way, y, way, doubt_height};
    const Ui::Hit hit = ui.press("doubt:report", box, 0);
    ui.fill(box, hit.hovered ? c.bg3 : c.bg2);
    ui.fill({box.x, box.bottom() - 1, box.w, 1}, c.line);
    ui.text({box.x + 12, box.centre().y}, words, Face::Medium, 13, c.t1);
    ui.text({box.right() - 16, box.centre().y}, "F6", Face::Mono, 11, c.t3, Align::Right);
    if (hit.clicked) ui.send({"report"});
}

namespace {

constexpr std::array<void (*)(Ui&), 7> dialogs = {nullptr,     open_dialog, export_dialog, palette_dialog,
                                                  keys_dialog, save_dialog, save_dialog}; // as in Dialog

/// Canvas, side, and what stands below.
void draw_workspace(Ui& ui, Box canvas, Box inspector) {
    const WorkspaceView& view = view_of(ui.state);
    const float covered =
        ui.state.narrow() && ui.state.drawer ? side_width(ui) : 0; // the mouse does not reach below a drawer
    const bool sentences = shows_sentences(ui.state);
    const Box drawer_left{0, canvas.y, sentences_width, canvas.h};
    const float below = sentences && canvas.x == 0 ? sentences_width : 0; // the drawer lies over the canvas
    ui.clip({canvas.x + below, canvas.y, canvas.w - covered - below, canvas.h});
    view.canvas(ui, canvas);
    ui.end_clip();
    if (sentences) sentences_drawer(ui, drawer_left);
    notices(ui, canvas);
    if (inspector.w > 0) view.side(ui, inspector);
    if (view.page) return;
    view.bar(ui);
    if (const float strip = watch_strip_height(ui.state); strip > 0)
        watch_strip(ui, {canvas.x, ui.height - bottom_height - strip, canvas.w, strip});
    const float out =
        ui.ease("drawer:out", ui.state.narrow() && ui.state.drawer && side_width(ui) > 0, 0.16f);
    if (out > 0) {
        const float eased = 1 - (1 - out) * (1 - out) * (1 - out);
        const float w = side_width(ui);
        const Box drawer{ui.width - w * eased, inspector.y, w, inspector.h};
        for (std::uint8_t n = 1; n <= 10; ++n) // a soft shadow
            ui.fill({drawer.x - static_cast<float>(n), drawer.y, 1, drawer.h},
                    {0, 0, 0, static_cast<std::uint8_t>(44 - 4 * n)});
        view.side(ui, drawer);
    }
    if (!sentences && shows_first_hint(ui.state)) first_run_hint(ui); // it would lie over the drawer
}

void draw_bars_and_workspace(Ui& ui) {
    const Box canvas = canvas_box(ui), inspector = inspector_box(ui);
    top_bar(ui); // in the order in which Tab goes
    if (!page(ui)) input_row(ui);
    if (!page(ui)) doubt_at(ui, canvas.y - doubt_height);
    if (ui.state.report.shown) {
        const Box room{0, canvas.y, ui.width, ui.height - canvas.y};
        report_view(ui, room);
        notices(ui, room);
    } else {
        draw_workspace(ui, canvas, inspector);
    }
    if (ui.state.dialog == Dialog::None) toasts(ui);
    top_bar_tips(ui);
    if (!page(ui)) ui.state.inputs.offered.empty() ? word_help(ui) : pasted_lines(ui);
}

} // namespace

void draw_window(Ui& ui) {
    UiMemory& memory = ui.memory;
    memory.hovered = {};
    if (memory.last_dialog != ui.state.dialog) { // a dialog's fields start anew
        memory.last_dialog = ui.state.dialog;
        memory.focus.clear();
        memory.focus_visible = false;
        memory.wanted_field = ui.state.dialog == Dialog::Palette ? "field:palette"
                              : ui.state.dialog == Dialog::Open  ? "field:filter"
                              : ui.state.dialog == Dialog::SaveModel || ui.state.dialog == Dialog::SaveSession
                                  ? "field:save"
                                  : "";
    }
    if (memory.last_menu != ui.state.menu) {
        memory.last_menu = ui.state.menu;
        memory.type_ahead = {};
        if (ui.state.menu == Menu::Models) {
            memory.wanted_field = "field:picker";
            memory.scroll["picker:follow"] = 3; // frames: the current row is brought to the eye
        }
        if (ui.state.menu == Menu::Force || ui.state.menu == Menu::Rival) memory.wanted_field = "field:force";
        if (ui.state.menu == Menu::Weight) memory.wanted_field = "field:weight";
    }
    ui.begin_layer(0, "window");
    ui.fill({0, 0, ui.width, ui.height}, ui.colors.bg0);
    if (shows_lecture(ui.state))
        lecture_view(ui);
    else
        draw_bars_and_workspace(ui);
    ui.end_layer();

    if (ui.state.menu != Menu::None) {
        ui.begin_layer(1, "menu");
        menus(ui);
        ui.end_layer();
    }
    if (ui.state.dialog != Dialog::None) {
        ui.begin_layer(2, "dialog");
        const float shade = ui.ease("scrim", true, 0.16f);
        ui.fill({0, 0, ui.width, ui.height}, {0, 0, 0, static_cast<std::uint8_t>(158 * shade)});
        dialogs[static_cast<std::size_t>(ui.state.dialog)](ui);
        toasts(ui);
        ui.end_layer();
    } else {
        ui.ease("scrim", false, 0);
    }
    const auto hovered = view_of(ui.state).hovered;
    if (memory.hovered != (hovered ? hovered(ui.state) : ui.state.hover)) {
        Command command{"hover", "", static_cast<double>(memory.hovered.unit), memory.hovered.column,
                        memory.hovered.row};
        command.x = memory.hovered.past ? 1 : 0;
        ui.send(command);
    }
    ui.draw_tooltip();
    ui.finish();
}

} // namespace heed
