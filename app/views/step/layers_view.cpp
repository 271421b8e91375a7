#include "app/views/step/layers_view.h"

#include "app/figures/base/scaled.h"
#include "app/figures/transformer/transformer.h"
#include "app/state/step/layers.h"
#include "app/state/step/what_if.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

namespace heed {
namespace {

/// Whether there is a run of the loaded model.
const Trace* layered_run(const AppState& s) {
    return s.trace && is_transformer(s.trace->model) ? s.trace.get() : nullptr;
}

/// The maps of the run, made once.
std::shared_ptr<const TransformerMaps> maps_of_run(Ui& ui) {
    const std::shared_ptr<const Trace>& run = ui.state.trace;
    if (ui.memory.layered.run != run) ui.memory.layered = {run, transformer_maps(*run)};
    return ui.memory.layered.maps;
}

TransformerSettings settings_of(Ui& ui, float width, float height) {
    TransformerSettings settings{width, height, ui.state.layers.front, ui.state.canvas_scroll};
    settings.maps = maps_of_run(ui);
    return settings;
}

/// A head, a layer or a sub-step that is pressed; whether the pointer is over one of them.
bool press_button(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick || pick->id.kind != PickKind::Button) return false;
    ui.tooltip("layers", scene, *pick, origin);
    if (!ui.mouse_pressed()) return true;
    const PickId& id = pick->id;
    if (id.name == "head") ui.send({"bring-head", "", 0, id.i, id.k});
    if (id.name == "layer") ui.send({"show-layer", "", 0, id.k});
    if (id.name == "sub-step") ui.send({"scrub", "", static_cast<double>(id.k)});
    return true;
}

Playhead head_of(const AppState& s) {
    Playhead head = playhead_of(s);
    if (s.input.empty()) {
        head = {};
        head.at = 0;
    }
    return head;
}

} // namespace

void layers_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    const bool empty = s.input.empty();
    const Trace* run = layered_run(s);
    if (!run) {
        if (empty && s.model) empty_input(ui, room);
        return;
    }
    TransformerSettings settings = settings_of(ui, room.w, room.h);
    if (const float wide = states_switch_width(s); wide > 0) settings.free_right = wide + 24;
    const Playhead head = head_of(s);
    const Scene& scene = cached_scene(ui, "layers", std::tuple(head, settings), s.trace, [&] {
        return transformer_figure(*run, head, settings, figure_style(ui));
    });
    ui.clip(room);
    const Point origin{room.x, room.y};
    ui.draw(scene, origin, empty ? 0.5f : 1.0f);
    if (empty) {
        empty_input(ui, room);
    } else {
        note_places(ui, scene, origin);
        const TransformerLayout layout = transformer_layout(*run, head, settings);
        if (ui.over(room) && ui.wheel() != 0 && layout.most_scroll > 0)
            ui.send({"scroll", "", std::clamp(layout.scroll - 60 * ui.wheel(), 0.0f, layout.most_scroll)});
        if (!press_button(ui, scene, origin)) point_into(ui, "layers", scene, origin);
    }
    ui.end_clip();
}

void layers_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.y, 1, room.h}, c.line);
    if (!s.model) return;
    const Trace* run = layered_run(s);
    const bool welcome = !run || s.playback.at == 0 || s.input.empty();
    const Playhead head = head_of(s);
    const std::tuple key(head, room.w, welcome, s.layers.front);
    const Scene& scene = cached_scene(ui, "layers:side", key, s.trace, [&] {
        return welcome ? transformer_welcome(s.facts, room.w, figure_style(ui))
                       : transformer_inspector(*run, head, s.layers.front, room.w, figure_style(ui));
    });
    float& scroll = scrolled(ui, "layers:side", room, scene.height);
    ui.clip(room);
    const Point origin{room.x, room.y - scroll};
    ui.draw(scene, origin);
    point_into(ui, "layers:side", scene, origin);
    scroll_bar(ui, "layers:side:scroll", {room.right() - 8, room.y, 8, room.h}, scene.height, scroll);
    ui.end_clip();
}

Narration layers_narration(Ui& ui, const Playhead& head) {
    const Trace* run = layered_run(ui.state);
    if (!run) return {};
    return transformer_narration(*run, head, ui.state.layers.front, ui.colors);
}

ResultLine layers_lecture(Ui& ui, Box room, float scale) {
    const AppState& s = ui.state;
    const Trace* run = layered_run(s);
    if (!run) return {};
    const TransformerSettings settings = settings_of(ui, room.w / scale, room.h / scale);
    const Playhead head = head_of(s);
    const Scene& scene = cached_scene(ui, "lecture", std::tuple(head, settings, scale), s.trace, [&] {
        return drawn_larger(figure_style(ui), scale, [&](const FigureStyle& style) {
            return transformer_lecture(*run, head, settings, style);
        });
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    if (!press_button(ui, scene, {room.x, room.y})) point_into(ui, "lecture", scene, {room.x, room.y});
    ui.end_clip();
    return transformer_result_line(*run, head, s.layers.front, figure_style(ui));
}

} // namespace heed
