#include "app/views/gallery/past_view.h"

#include "app/figures/base/scaled.h"
#include "app/figures/one_rnn/one_rnn.h"
#include "app/state/gallery/gallery.h"
#include "app/views/base/widgets.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

/// The past_kinds above the states, each with the models that show it, the best first.
struct KindRow {
    std::string_view label;
    std::array<std::string_view, 2> models;
    bool (*is)(const one_rnn::Config&);
};
constexpr KindRow past_kinds[] = {
    {"Own past", {"sum", "mean"}, [](const one_rnn::Config& c) { return c.self_attention() && c.attends(); }},
    {"LSTMN", {"lstmn", ""}, [](const one_rnn::Config& c) { return c.kind == one_rnn::Kind::Lstmn; }},
    {"Key-value",
     {"key-value", "key-value-plain"},
     [](const one_rnn::Config& c) { return c.kind == one_rnn::Kind::KeyValue; }},
    {"Key-value-predict",
     {"key-value-predict", ""},
     [](const one_rnn::Config& c) { return c.kind == one_rnn::Kind::KeyValuePredict; }},
};

const one_rnn::Config& past_config(const AppState& s) { return one_rnn_facts(s.facts).config; }

OneRnnSettings past_settings(const AppState& s, Box room) {
    OneRnnSettings settings{room.w, room.h, s.canvas_scroll};
    if (s.canvas_scroll < 0 && s.trace && s.total() > 0) // with the playhead
        settings.scroll = one_rnn_layout(*s.trace, settings).most_scroll * static_cast<float>(s.playback.at) /
                          static_cast<float>(s.total());
    return settings;
}

/// The run of the model on the screen; null while there is none, or it is another's.
const Trace* past_run(const AppState& s) {
    return s.trace && is_one_rnn(s.trace->model) ? s.trace.get() : nullptr;
}

bool past_is_there(const AppState& s, const std::string& name) {
    return std::any_of(s.models.begin(), s.models.end(),
                       [&](const ModelChoice& m) { return m.name == name; });
}

/// Which of the past_kinds, above the states: each is a model of its own.
void past_kind_switch(Ui& ui, Box box) {
    const AppState& s = ui.state;
    static const std::array<std::string, 4> labels = {"Own past", "LSTMN", "Key-value", "Key-value-predict"};
    const auto now = std::find_if(std::begin(past_kinds), std::end(past_kinds),
                                  [&](const KindRow& row) { return row.is(past_config(s)); });
    const int picked = segmented(ui, "kinds", box, labels, static_cast<int>(now - std::begin(past_kinds)));
    if (picked < 0) return;
    for (const std::string_view model : past_kinds[picked].models)
        if (const std::string name = s.facts.task + "/" + std::string(model);
            !model.empty() && past_is_there(s, name))
            return ui.send({"load", name});
}

/// A state that is pressed is muted, or heard again.
void press_state(Ui& ui, const Scene& scene, Point origin, const Trace& run) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick || pick->id.kind != PickKind::Column || !ui.mouse_pressed()) return;
    const int token = one_rnn_token(run, pick->id.i);
    const bool can = past_config(ui.state).attends() && token >= 0 && token < run.source_length() &&
                     !run.source[static_cast<std::size_t>(token)].framing();
    if (can) ui.send({"mute", "", 0, token, token});
}

/// Hover of columns, and of the map's cells.
void point_at_past(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick) return;
    const PickId what = pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y});
    if (what.kind == PickKind::Column) ui.memory.hovered = {what.i, -1, -1};
    if (what.kind == PickKind::Cell) ui.memory.hovered = {what.j, what.i, -1};
    if (!pick->tooltip.empty()) ui.tooltip("past", scene, *pick, origin);
}

} // namespace

void past_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = past_run(s);
    if (!run) return;
    const OneRnnSettings settings = past_settings(s, room);
    const Playhead head = playhead_of(s);
    const Scene& scene = cached_scene(ui, "mechanism", std::tuple(head, settings), s.trace,
                                      [&] { return one_rnn_figure(*run, head, settings, figure_style(ui)); });
    ui.clip(room);
    const Point origin{room.x, room.y};
    ui.draw(scene, origin);
    const OneRnnLayout layout = one_rnn_layout(*run, settings);
    if (ui.over(room)) {
        point_at_past(ui, scene, origin);
        const float by = ui.wheel() + ui.wheel_across();
        if (by != 0 && layout.most_scroll > 0)
            ui.send({"scroll", "", std::clamp(settings.scroll - by * 60, 0.0f, layout.most_scroll)});
    }
    press_state(ui, scene, origin, *run);
    Box controls = layout.controls;
    controls.x += origin.x;
    controls.y += origin.y;
    past_kind_switch(ui, controls);
    if (of_earlier_input(s)) ui.fill(room, fade(ui.colors.bg0, 0.6f));
    ui.end_clip();
}

void past_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = past_run(s);
    if (!run) return;
    static const OneRnnBoard none;
    const auto board = s.gallery.board_of<OneRnnBoard>();
    const Playhead head = playhead_of(s);
    const Scene& scene =
        cached_scene(ui, "mechanism:side", std::tuple(head, room.w, room.h, board.get()), s.trace, [&] {
            return one_rnn_inspector(*run, board ? *board : none, head, room.w, room.h, figure_style(ui));
        });
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

ResultLine past_lecture(Ui& ui, Box room, float scale) {
    const AppState& s = ui.state;
    const Trace* run = past_run(s);
    if (!run) return {};
    const Playhead head = playhead_of(s);
    const Scene& scene = cached_scene(ui, "lecture", std::tuple(head, room.w, room.h), s.trace, [&] {
        return scaled(one_rnn_lecture(*run, head, room.w / scale, room.h / scale, figure_style(ui)), scale);
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    if (of_earlier_input(s)) ui.fill(room, fade(ui.colors.bg0, 0.6f));
    ui.end_clip();
    point_at_past(ui, scene, {room.x, room.y});
    return one_rnn_result_line(*run, head, figure_style(ui));
}

Narration past_narration(Ui& ui, const Playhead& head) {
    const Trace* run = past_run(ui.state);
    if (!run || ui.state.input.empty()) return {"", ui.colors.t3, "Nothing is read yet."};
    if (of_earlier_input(ui.state))
        return {"Not read", ui.colors.error, "The picture is of the last input that was."};
    return one_rnn_narration(*run, head, ui.colors);
}

std::string past_choice(const AppState& s) {
    const one_rnn::Config& config = past_config(s);
    return config.self_attention() ? s.facts.score : config.attention.roles == 1 ? "one part" : "additive";
}

/// The scores of its own kind, and what looks at nothing.
std::vector<MenuItem> past_choices(const AppState& s) {
    std::vector<MenuItem> items;
    for (const ModelChoice& m : s.models)
        if (m.at_once && !m.recent && m.family == s.facts.task)
            items.push_back({m.detail,
                             "",
                             items.empty() ? "Each trained alone" : "",
                             false,
                             m.name == s.facts.name,
                             {"load", m.name}});
    if (items.empty()) items.push_back({"This model alone", "", "", false, true, {"close-menu"}});
    return items;
}

} // namespace heed
