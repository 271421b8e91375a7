// The newest sub-step explained, or what the doctor found, which scrolls when it is taller than its room;
// what if below the first, which does not.
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/transformer/transformer.h"
#include "app/state/doctor/doctor.h"
#include "app/state/step/layers/moves.h"
#include "app/state/step/what_if.h"
#include "app/state/step/why.h"
#include "app/views/base/widgets.h"
#include "app/views/step/layers/layers_view.h"
#include "app/views/step/zoom_view.h"
#include "app/views/views.h"

#include <array>
#include <span>

namespace heed {
namespace {
constexpr float tabs_height = 46;
} // namespace

bool inspector_tabs(Ui& ui, Box& room) {
    const AppState& s = ui.state;
    if (!can_examine(s)) return false;
    static const std::array<std::string, 3> names = {"Phase", "Doctor", "Why"};
    const bool doctor = shows_doctor(s), why = shows_why(s) || shows_moves(s);
    const bool asks = can_ask_why(s) || can_ask_moves(s);
    const float each = 64;
    const Box tabs{room.x + 20, room.y + 10, (asks ? 3 : 2) * each, 28};
    const int now = doctor ? 1 : why ? 2 : 0;
    const int pressed = segmented(ui, "inspector-tab", tabs, std::span(names).first(asks ? 3 : 2), now);
    if (pressed == 1)
        ui.send({"doctor-tab", "", 0, doctor ? 0 : 1});
    else if (pressed >= 0 && pressed != now)
        ui.send({pressed == 0 ? "phase-tab" : "why"});
    ui.tooltip("inspector-tab", {tabs.x, tabs.y, 2 * each, tabs.h},
               doctor ? "The newest step explained" : "What looks wrong with this model", "Shift+F2");
    if (asks)
        ui.tooltip("inspector-tab:why", {tabs.x + 2 * each, tabs.y, each, tabs.h},
                   can_ask_moves(s) ? "Why this token and not another, by heads and layers"
                                    : "Why this token and not another",
                   "Y");
    const int output = shows_why(s) ? why_question(s).output : shows_moves(s) ? moves_question(s).output : -1;
    if (output >= 0)
        ui.text({room.right() - 20, tabs.y + 14}, "output " + std::to_string(output + 1), Face::Mono, 11,
                ui.colors.t3, Align::Right);
    if (doctor) doctor_tab_controls(ui, room, tabs.right());
    room = {room.x, room.y + tabs_height, room.w, room.h - tabs_height};
    return true;
}

void inspector_panel(Ui& ui, Box whole) {
    const AppState& s = ui.state;
    if (s.trace && is_transformer(s.trace->model)) return layers_panel(ui, whole); // under the doctor's page
    const Palette& c = ui.colors;
    Box room = whole;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.y, 1, room.h}, c.line);
    if (inspector_tabs(ui, room)) {
        if (shows_doctor(s)) return doctor_panel(ui, room);
        if (shows_why(s)) return why_panel(ui, room);
    }
    const bool welcome = !s.trace || s.playback.at == 0 || s.input.empty();
    const bool undoing_first =
        s.trace && s.playback.at == 0 && s.playback.backwards && s.playback.progress < 1;
    if (const float pinned = what_if_height(ui); !welcome && s.model) {
        room.h -= pinned;
        what_if_panel(ui, {room.x, room.bottom(), room.w, pinned});
    }
    const FlipState* preview = preview_of(s);
    const RowPreview beside = preview ? RowPreview{preview->output, preview->weights} : RowPreview{};
    const std::tuple key(playhead_of(s), room.w, welcome, s.facts.task, s.model != nullptr, beside);
    const std::shared_ptr<const Trace> run = seen_run(ui, s.trace);
    const Scene& scene = cached_scene(ui, "inspector", key, run, [&] {
        if (welcome && !undoing_first)
            return welcome_figure(room.w, figure_style(ui),
                                  s.trace   ? &s.trace->model
                                  : s.model ? &s.facts
                                            : nullptr);
        return inspector_figure(*run, playhead_of(s), room.w, figure_style(ui),
                                preview ? &beside.weights : nullptr, beside.output);
    });
    float& scroll = scrolled(ui, "inspector", room, scene.height);
    ui.clip(room);
    const Point origin{room.x, room.y - scroll};
    ui.draw(scene, origin);
    mark_out_of_sight(ui, scene, origin);
    point_into(ui, "inspector", scene, origin);
    scroll_bar(ui, "inspector:scroll", {room.right() - 8, room.y, 8, room.h}, scene.height, scroll);
    ui.end_clip();
}

} // namespace heed
