#include "app/views/step/lecture_view.h"

#include "app/figures/base/scaled.h"
#include "app/figures/lecture/band.h"
#include "app/figures/report/doubt.h"
#include "app/figures/seq2seq/inspector/result_line.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/lecture.h"
#include "app/state/workspaces.h"
#include "app/views/gallery/gallery.h"
#include "app/views/step/layers/layers_view.h"
#include "app/views/step/zoom_view.h"
#include "app/views/views.h"

namespace heed {
namespace {

/// What is pointed at is lit, and its column is the equation's; a click chooses it.
void point_in_lecture(Ui& ui, const Scene& scene) {
    const Pick* pick = ui.pick(scene, {0, 0});
    if (!pick) return;
    const PickId what = pick->at(ui.mouse());
    if (what.kind == PickKind::Button) return;
    ui.memory.hovered = {what.j, what.i, -1};
    if (!ui.mouse_pressed()) return;
    const bool row = what.kind == PickKind::Row || what.kind == PickKind::OutputBox;
    if (what.i >= 0 && (row || what.kind == PickKind::Cell)) ui.send({"select-row", "", 0, what.i});
    if (what.j >= 0) ui.send({"select-column", "", 0, what.j});
}

/// And its equation.
ResultLine network_lecture(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const std::shared_ptr<const WhatIf> what_if = step_what_if(ui);
    KnownRun& known = known_run_of(ui, what_if);
    NetworkSettings settings = network_settings(s, room.w, room.h, known.whole);
    settings.laid_out.run = seen_run(ui, settings.laid_out.run);
    settings.what_if = what_if.get();
    const Playhead head = playhead_of(s);
    const std::shared_ptr<const Trace> run = seen_run(ui, s.trace);
    const std::shared_ptr<const void> kept = what_if ? std::shared_ptr<const void>(what_if) : run;
    const Scene& scene = cached_scene(ui, "lecture", std::tuple(head, settings), kept,
                                      [&] { return network_figure(*run, head, settings, figure_style(ui)); });
    ui.clip(room);
    ui.draw(scene, {0, 0});
    const NetworkLayout layout = network_layout(*s.trace, head, settings);
    known.zoomed = layout.zoomed;
    known.window = layout.window;
    note_places(ui, scene, {0, 0});
    zoom_controls(ui, {.origin = {0, 0},
                       .room = room,
                       .view = in_view(layout),
                       .cells = layout.cells,
                       .whole = layout.whole,
                       .type = settings.type,
                       .follows = true,
                       .hall = true,
                       .about = [&](float scale, Point at) {
                           return zoom_about(*s.trace, head, settings, scale, at);
                       }});
    if (!drag_weights(ui, scene, {0, 0}, layout)) point_in_lecture(ui, scene);
    ui.end_clip();
    return result_line(*run, head, figure_style(ui));
}

/// Phase, equation, sentence and count below the picture.
void band_of(Ui& ui, float top, float scale, const ResultLine& equation) {
    const AppState& s = ui.state;
    const Narration words = narration_now(ui);
    ui.draw(lecture_band({words.title, words.color, equation, words.sentence, s.playback.at, s.total()},
                         ui.width, scale, figure_style(ui)),
            {0, top});
}

} // namespace

void lecture_view(Ui& ui) {
    const AppState& s = ui.state;
    if (s.lecture.blank) return ui.fill({0, 0, ui.width, ui.height}, {0, 0, 0, 255});
    const float scale = lecture_scale(ui.width, ui.height), canvas = lecture_canvas(s).height;
    const Box room{0, 0, ui.width, canvas};
    float high = canvas;
    if (!s.facts.doubt.empty()) {
        const Scene& band =
            cached_scene(ui, "lecture:doubt", std::tuple(ui.width, scale, s.facts.doubt), nullptr, [&] {
                return drawn_larger(figure_style(ui), scale, [&](const FigureStyle& style) {
                    return doubt_band(s.facts.doubt, ui.width / scale, style);
                });
            });
        ui.draw(band, {0, canvas});
        high += doubt_height * scale;
    }
    if (workspace_of(s).id == "mechanism")
        band_of(ui, high, scale, mechanism_lecture(ui, room, scale));
    else if (shows_layers(s)) // whatever of it stood in the canvas: its heads, its states, the doctor's page
        band_of(ui, high, scale, layers_lecture(ui, room, scale));
    else
        band_of(ui, high, scale, network_lecture(ui, room));
    if (!s.opening.empty() || s.failure) notices(ui, room);
    if (s.dialog == Dialog::None) toasts(ui);
    if (ui.over({0, 0, ui.width, ui.height}))
        ui.draw(CircleItem{ui.mouse(), 32 * scale, {0, 0, 0, 0}, ui.colors.t1, 3 * scale});
}

} // namespace heed
