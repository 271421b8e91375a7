#include "app/views/step/layers/layers_view.h"

#include "app/figures/base/scaled.h"
#include "app/figures/moves/moves.h"
#include "app/figures/moves/words.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/figures/transformer/paths.h"
#include "app/figures/transformer/transformer.h"
#include "app/figures/transformer/words.h"
#include "app/state/doctor/doctor.h"
#include "app/state/heads/head_off.h"
#include "app/state/names.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/layers/moves.h"
#include "app/state/step/layers/words.h"
#include "app/state/step/told.h"
#include "app/state/step/what_if.h"
#include "app/views/base/widgets.h"
#include "app/views/step/layers/drawn_run.h"
#include "app/views/step/rival_row.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

/// A head, a layer or a sub-step that is pressed; whether the pointer is over one of them.
bool press_button(Ui& ui, const DrawnRun& drawn, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick || pick->id.kind != PickKind::Button) return false;
    ui.tooltip("layers", scene, *pick, origin);
    if (!ui.mouse_pressed()) return true;
    const PickId id = in_run(ui, drawn, pick->id);
    if (id.name == "head") ui.send({"bring-head", "", 0, id.i, id.k});
    if (moved_part(id) >= 0) {
        ui.send({"bring-head", "", 0, id.i, id.k});
        if (ui.state.layers.front.layer != id.j) ui.send({"show-layer", "", 0, id.j});
    }
    if (id.name == "layer") ui.send({"show-layer", "", 0, id.k});
    if (id.name == "sub-step") ui.send({"scrub", "", static_cast<double>(id.k)});
    return true;
}

/// Bars of the head in front that the mouse holds, heads that are pressed, what is pointed at. `larger`: the
/// scale of a hall.
void point_at_columns(Ui& ui, const std::string& id, const DrawnRun& drawn, const Scene& scene, Point origin,
                      const TransformerSettings& settings, float larger = 1) {
    const auto meant = [&](PickId pick) { return in_run(ui, drawn, pick); };
    const auto handle = [&](const PickId& pick) -> std::optional<WeightHandle> {
        if (pick.kind != PickKind::Bar) return std::nullopt;
        return WeightHandle{weight_in_front(*ui.state.trace, drawn.pieces, settings.front, pick.i, pick.j),
                            weight_per_px(*drawn.run, drawn.head, settings, figure_style(ui)) / larger,
                            pick.k == 1};
    };
    if (drag_weights(ui, scene, origin, handle, meant) || press_button(ui, drawn, scene, origin)) return;
    point_into(ui, id, scene, origin, [&](PickId pick) {
        pick = meant(pick);
        // The row would stay as long as it is pointed at.
        if (pick.kind == PickKind::Bar) pick = {PickKind::Column, -1, pick.j, pick.k, {}};
        return pick;
    });
}

constexpr float foot_high = 64, side_inset = 20, question_high = 44;

/// At the foot: how the maps below the blocks are read. Its height.
float map_switch(Ui& ui, Box room) {
    static const std::array<std::string, 4> names = {"One head", "× value", "Mean", "Rollout"};
    const AppState& s = ui.state;
    const Box foot{room.x, room.bottom() - foot_high, room.w, foot_high};
    ui.fill({foot.x, foot.y, foot.w, 1}, ui.colors.line);
    ui.text({foot.x + side_inset, foot.y + 16}, "Read the maps with", Face::Semibold, 11, ui.colors.t2);
    const Box box{foot.x + side_inset, foot.y + 28, foot.w - 2 * side_inset, 28};
    const int pressed = segmented(ui, "layers:read", box, names, static_cast<int>(s.layers.front.read));
    ui.tooltip("layers:read", box,
               "The weights of the head in front; the same times the length of what each brings; the mean of "
               "the layer's heads; that mean followed through all layers");
    if (pressed >= 0) ui.send({"read-maps", std::string(map_reading_ids[static_cast<std::size_t>(pressed)])});
    return foot_high;
}

void moves_question_row(Ui& ui, Box row, int output, const moves::Moves* found) {
    const Trace& run = *ui.state.trace;
    rival_row(ui, {row.x + side_inset, row.centre().y}, row.right() - side_inset,
              (row.w - 2 * side_inset - 70) / 2, shown_output(run, output),
              found ? shown_written(run, found->rival) : "");
}

void moves_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const int output = moves_question(s).output;
    const auto found = moves_answer(s);
    if (output >= 0) moves_question_row(ui, {room.x, room.y, room.w, question_high}, output, found.get());
    const Box below{room.x, room.y + question_high, room.w, room.h - question_high};
    if (!found) {
        const std::string words = !s.moves.problem.empty() ? s.moves.problem
                                  : output < 0 ? "Once an output is written, what speaks for it and against "
                                                 "it stands here."
                                               : "Taking the margin apart…";
        ui.paragraph({below.x + side_inset, below.y + 20, below.w - 2 * side_inset, 0}, words, Face::Regular,
                     13, 20, s.moves.problem.empty() ? ui.colors.t3 : ui.colors.error);
        return;
    }
    const ShownHeads front = shown_heads(*s.trace, playhead_of(s), s.layers.front);
    const HeadKind own = transformer_facts(*s.trace).config.decodes() ? HeadKind::Decoder : HeadKind::Encoder;
    const MovesSettings settings{
        .width = below.w,
        .hover = s.hover.unit,
        .front = {{HeadKind::Cross, front.layer, front.of_cross}, {own, front.layer, front.self}}};
    const DrawnRun drawn = drawn_run(ui, playhead_of(s));
    const Scene& scene = cached_scene(ui, "moves", std::tuple(settings, drawn.run), found, [&] {
        return drawn.words ? moves_figure(*drawn.run, moves_in_words(*s.trace, drawn.words->words, *found),
                                          settings, figure_style(ui))
                           : moves_figure(*s.trace, *found, settings, figure_style(ui));
    });
    float& scroll = scrolled(ui, "moves", below, scene.height);
    ui.clip(below);
    const Point origin{below.x, below.y - scroll};
    ui.draw(scene, origin);
    if (!press_button(ui, {}, scene, origin))
        point_into(ui, "moves", scene, origin, [&](PickId id) { return in_run(ui, drawn, id); });
    if (const Pick* pick = ui.pick(scene, origin); pick && moved_part(pick->id) >= 0)
        ui.memory.hovered = {-1, -1, moved_part(pick->id)};
    scroll_bar(ui, "moves:scroll", {below.right() - 8, below.y, 8, below.h}, scene.height, scroll);
    ui.end_clip();
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
    const DrawnRun drawn = drawn_run(ui, head_of(s));
    TransformerSettings settings = transformer_settings(ui, drawn, room.w, room.h);
    if (const float wide = states_switch_width(s); wide > 0) settings.free_right = wide + 24;
    const Scene& scene = cached_scene(ui, "layers", std::tuple(drawn.head, settings), s.trace, [&] {
        return transformer_figure(*drawn.run, drawn.head, settings, figure_style(ui));
    });
    ui.clip(room);
    const Point origin{room.x, room.y};
    ui.draw(scene, origin, empty ? 0.5f : 1.0f);
    if (empty) {
        empty_input(ui, room);
    } else {
        const auto meant = [&](PickId id) { return in_run(ui, drawn, id); };
        note_places(ui, scene, origin, meant);
        const TransformerLayout layout = transformer_layout(*drawn.run, drawn.head, settings);
        if (ui.over(room) && ui.wheel() != 0 && layout.most_scroll > 0)
            ui.send({"scroll", "", std::clamp(layout.scroll - 60 * ui.wheel(), 0.0f, layout.most_scroll)});
        point_at_columns(ui, "layers", drawn, scene, origin, settings);
    }
    ui.end_clip();
}

void stream_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    const Trace* run = layered_run(s);
    if (s.input.empty()) return empty_input(ui, room);
    if (!run) return;
    StreamPathsSettings settings{room.w, room.h, s.layers.front};
    if (const float wide = states_switch_width(s); wide > 0) settings.free_right = wide + 24;
    const DrawnRun drawn = drawn_run(ui, head_of(s));
    const Scene& scene = cached_scene(ui, "stream", std::tuple(drawn.head, settings), drawn.run, [&] {
        return stream_paths_figure(*drawn.run, drawn.head, settings, figure_style(ui));
    });
    const auto meant = [&](PickId id) { return in_run(ui, drawn, id); };
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    note_places(ui, scene, {room.x, room.y}, meant);
    point_into(ui, "stream", scene, {room.x, room.y}, meant);
    ui.end_clip();
}

namespace {

// "What if head 3 of layer 5 …": below what is explained of the head in front, where there is room.
constexpr float title_high = 30, press_high = 28, press_gap = 8;

/// Once more: as it was.
void press_change(Ui& ui, const std::string& id, Box box, const std::string& label, const HeadPlace& place,
                  HeadEdit::Kind kind) {
    const AppState& s = ui.state;
    const HeadEdit asked = scoped(s, {kind}, place.kind);
    const auto now = s.edits.heads.find(place);
    const bool on = now != s.edits.heads.end() && now->second == asked;
    if (!button(ui, id, box, label, {.primary = on})) return;
    ui.send({"head-edit", on ? to_string(place) + "=own" : to_string(place, asked)});
}

float head_if_height(const AppState& s, const Playhead& head) {
    if (!s.trace || !s.model || !asks_about_head(*s.trace, head)) return 0;
    const HeadPlace place = explained_head(*s.trace, head, s.layers.front);
    if (heads_of_layer(s, place.kind, place.layer) == 0) return 0;
    return title_high + press_high + 16;
}

void head_if(Ui& ui, Box row, const Playhead& head) {
    const AppState& s = ui.state;
    const HeadPlace place = explained_head(*s.trace, head, s.layers.front);
    ui.text({row.x + side_inset, row.y + title_high / 2},
            "What if head " + std::to_string(place.head + 1) + " of layer " +
                std::to_string(place.layer + 1) +
                (place.kind == HeadKind::Cross     ? " …"
                 : place.kind == HeadKind::Encoder ? " of the encoder …"
                                                   : ", its own past, …"),
            Face::Semibold, 13, ui.colors.t1);
    const float wide = (row.w - 2 * side_inset - 2 * press_gap) / 3;
    const auto box = [&](int n) {
        return Box{row.x + side_inset + static_cast<float>(n) * (wide + press_gap), row.y + title_high, wide,
                   press_high};
    };
    press_change(ui, "head-if:off", box(0), "were off", place, HeadEdit::Kind::Off);
    ui.tooltip("head-if:off", box(0), "It adds nothing: its context is 0. Once more: as it was");
    press_change(ui, "head-if:even", box(1), "were even", place, HeadEdit::Kind::Uniform);
    ui.tooltip("head-if:even", box(1), "It looks at all alike. Once more: as it was");
    ui.memory.places[name_of(menu_names, Menu::HeadOther)] = box(2);
    const bool others = heads_of_layer(s, place.kind, place.layer) > 1;
    if (button(ui, "head-if:other", box(2), "read as …", {.enabled = others})) {
        ui.send({"head-changed", to_string(place)});
        ui.send({"menu", "", 0, static_cast<int>(Menu::HeadOther)});
    }
    ui.tooltip("head-if:other", box(2), "It looks where another head of the layer does");
}

} // namespace

void layers_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.y, 1, room.h}, c.line);
    if (!s.model) return;
    const Trace* run = layered_run(s);
    const bool welcome = !run || s.playback.at == 0 || s.input.empty();
    if (run && !s.input.empty()) {
        if (inspector_tabs(ui, room) && shows_doctor(s)) return doctor_panel(ui, room);
        if (shows_moves(s)) return moves_panel(ui, room);
        if (!welcome) room.h -= map_switch(ui, room);
    }
    const Playhead head = head_of(s);
    const MeasuredBeside beside = measured_beside(s);
    const DrawnRun drawn = welcome ? DrawnRun{} : drawn_run(ui, head);
    const std::tuple key(head, room.w, welcome, s.layers.front, beside, drawn.words);
    const Scene& scene = cached_scene(ui, "layers:side", key, s.trace, [&] {
        return welcome ? transformer_welcome(s.facts, room.w, figure_style(ui))
                       : transformer_inspector(*run, head, s.layers.front, room.w, figure_style(ui), beside,
                                               drawn.words.get());
    });
    // Below what is explained; where that is long, it scrolls above it.
    constexpr float least_explained = 220;
    const float asked = welcome ? 0 : head_if_height(s, head);
    const bool stands = asked > 0 && scene.height + asked > room.h && room.h - asked >= least_explained;
    const bool asks = stands || (asked > 0 && scene.height + asked <= room.h);
    if (stands) room.h -= asked;
    float& scroll = scrolled(ui, "layers:side", room, scene.height);
    ui.clip(room);
    const Point origin{room.x, room.y - scroll};
    ui.draw(scene, origin);
    if (!press_button(ui, {}, scene, origin))
        point_into(ui, "layers:side", scene, origin, [&](PickId id) { return in_run(ui, drawn, id); });
    scroll_bar(ui, "layers:side:scroll", {room.right() - 8, room.y, 8, room.h}, scene.height, scroll);
    ui.end_clip();
    if (!asks) return;
    if (stands) ui.fill({room.x, room.bottom(), room.w, 1}, c.line);
    head_if(ui, {room.x, stands ? room.bottom() : room.y + scene.height, room.w, asked}, head);
}

Narration layers_narration(Ui& ui, const Playhead& head) {
    const Trace* run = layered_run(ui.state);
    if (!run) return {};
    const DrawnRun drawn = drawn_run(ui, head);
    if (const auto found = moves_answer(ui.state); found && shows_moves(ui.state))
        return {"Why", ui.colors.output,
                drawn.words ? moves_sentence(*drawn.run, moves_in_words(*run, drawn.words->words, *found))
                            : moves_sentence(*run, *found)};
    return transformer_narration(*run, drawn.pieces, ui.state.layers.front, ui.colors, drawn.words.get());
}

ResultLine layers_lecture(Ui& ui, Box room, float scale) {
    const AppState& s = ui.state;
    const Trace* run = layered_run(s);
    if (!run) return {};
    const Playhead head = head_of(s);
    const DrawnRun drawn = drawn_run(ui, head);
    const TransformerSettings settings = transformer_settings(ui, drawn, room.w / scale, room.h / scale);
    const Scene& scene = cached_scene(ui, "lecture", std::tuple(drawn.head, settings, scale), s.trace, [&] {
        return drawn_larger(figure_style(ui), scale, [&](const FigureStyle& style) {
            return transformer_lecture(*drawn.run, drawn.head, settings, style);
        });
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    point_at_columns(ui, "lecture", drawn, scene, {room.x, room.y}, settings, scale);
    ui.end_clip();
    return transformer_result_line(*run, head, s.layers.front, figure_style(ui));
}

std::string_view told_word(const AppState& s) { return languages_to_write(s).empty() ? "Task" : "To"; }

std::string told_choice(const AppState& s) {
    for (const Told& told : languages_to_write(s))
        if (told.chosen) return told.name;
    for (const Told& told : tasks_to_tell(s))
        if (told.chosen) return told.name;
    return "choose";
}

std::vector<MenuItem> told_choices(const AppState& s) {
    std::vector<MenuItem> items;
    const auto add = [&](const std::vector<Told>& all, const char* heading, std::string_view command) {
        for (const Told& told : all)
            items.push_back({told.name,
                             (told.code == told.name ? "" : told.code) + // a code may be its own name
                                 (told.own && !told.code.empty() && told.code != told.name ? ", " : "") +
                                 (told.own && !told.code.empty() ? "its own choice" : ""),
                             &told == all.data() ? heading : "",
                             false,
                             told.chosen,
                             {command, told.code}});
    };
    add(languages_to_write(s), "Language to write", "write-language");
    add(languages_to_read(s), "Language of the text", "read-language");
    add(tasks_to_tell(s), "Task, put before the text", "tell-task");
    return items;
}

} // namespace heed
