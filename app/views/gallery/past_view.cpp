#include "app/views/gallery/past_view.h"

#include "app/figures/one_rnn/one_rnn.h"
#include "app/state/gallery/gallery.h"
#include "app/views/base/widgets.h"
#include "app/views/gallery/frame.h"

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
            !model.empty() && has_model(s, name))
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

void point_at_past(Ui& ui, const Scene& scene, Point origin) { point_at_place(ui, "past", scene, origin); }

} // namespace

void past_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = run_if(s, is_one_rnn);
    if (!run) return;
    const OneRnnSettings settings = past_settings(s, room);
    const Scene& scene = canvas_scene(ui, settings, [&](const Playhead& head) {
        return one_rnn_figure(*run, head, settings, figure_style(ui));
    });
    ui.clip(room);
    const Point origin{room.x, room.y};
    ui.draw(scene, origin);
    const OneRnnLayout layout = one_rnn_layout(*run, settings);
    if (ui.over(room)) {
        point_at_past(ui, scene, origin);
        scroll_canvas(ui, settings.scroll, layout.most_scroll);
    }
    press_state(ui, scene, origin, *run);
    past_kind_switch(ui, moved(layout.controls, origin));
    veil_earlier(ui, room, ui.colors.bg0);
    ui.end_clip();
}

void past_panel(Ui& ui, Box room) {
    const Trace* run = run_if(ui.state, is_one_rnn);
    if (!run) return;
    const auto& board = board_or_none<OneRnnBoard>(ui.state);
    side_frame(ui, room, light_place, [&](const Playhead& head, float width, float height) {
        return one_rnn_inspector(*run, board, head, width, height, figure_style(ui));
    });
}

ResultLine past_lecture(Ui& ui, Box room, float scale) {
    const Trace* run = run_if(ui.state, is_one_rnn);
    if (!run) return {};
    const Scene& scene = hall_frame(
        ui, room, scale, [&](const Playhead& head, float width, float height, const FigureStyle& style) {
            return one_rnn_lecture(*run, head, width, height, style);
        });
    point_at_past(ui, scene, {room.x, room.y});
    return one_rnn_result_line(*run, playhead_of(ui.state), figure_style(ui));
}

Narration past_narration(Ui& ui, const Playhead& head) {
    const Trace* run = run_if(ui.state, is_one_rnn);
    if (auto none = nothing_to_tell(ui, run)) return *none;
    return one_rnn_narration(*run, head, ui.colors);
}

std::string past_choice(const AppState& s) {
    const one_rnn::Config& config = past_config(s);
    return config.self_attention() ? s.facts.score : config.attention.roles == 1 ? "one part" : "additive";
}

} // namespace heed
