// The narration line and, beneath it, the transport.
#include "app/views/views.h"

#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/timeline.h"
#include "app/figures/tokens.h"
#include "app/figures/what_if/row.h"
#include "app/state/step/what_if.h"
#include "app/views/widgets.h"
#include "core/models/seq2seq/phases.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace heed {
namespace {

std::string speed_label(float speed) {
    char text[16];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(speed));
    std::string label = text;
    while (label.back() == '0') label.pop_back();
    if (label.back() == '.') label.pop_back();
    return label + "×";
}

/// "1 234": thousands with a thin space.
std::string grouped(int n) {
    std::string digits = std::to_string(n);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), "\u2009");
    return digits;
}

/// What the user's hand does to the output that is looked at, once its weights are there.
std::string hand_narration(Ui& ui) {
    const AppState& s = ui.state;
    const int i = edited_output(s);
    if (i < 0) return {};
    const std::string keys = s.what_if.arrows
                                 ? "↑ ↓ change the weight of " + quoted_source(*s.trace, edited_column(s)) +
                                       ", Shift for less; ← → another token; Esc ends. "
                                 : "";
    const bool early =
        s.trace->has_weights() && !revealed(s.trace->outline, s.playback.at, {seq2seq::Softmax, 0}, i);
    if (early && !s.what_if.arrows && !ui.memory.drag.on) return {};
    return keys + edit_narration(*s.trace, step_what_if(ui).get(), i);
}

void narration(Ui& ui, float top) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    if (!s.trace) return;
    Playhead head = playhead_of(s);
    head.at = s.playback.at;
    Narration words = narrate(*s.trace, head, c);
    if (const std::string hand = hand_narration(ui); !hand.empty()) words.sentence = hand;
    const float y = top + 20;
    ui.draw(CircleItem{{24, y}, 5, words.color, {0, 0, 0, 0}, 0, {}});
    ui.text({38, y}, words.title, Face::Semibold, 13, c.t1);
    const float x = 38 + ui.text_width(words.title, Face::Semibold, 13) + 13;
    const std::string count = grouped(s.playback.at) + " / " + grouped(s.total());
    const float count_width = ui.text_width(count, Face::Mono, 11);
    ui.text({ui.width - 16, y}, count, Face::Mono, 11, c.t3, Align::Right);
    const float room = ui.width - 16 - count_width - 16 - x;
    const std::string shown = ui.cut(words.sentence, Face::Regular, 13, room);
    ui.text({x, y}, shown, Face::Regular, 13, c.t2);
    if (shown != words.sentence) ui.tooltip("narration", {x, top, room, 40}, words.sentence);
}

void play_buttons(Ui& ui, float y) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const bool ready = s.trace != nullptr;
    const auto small = [&](float x, Do what, Icon which, const std::string& id) {
        const CommandInfo& info = command_info(what);
        if (icon_button(ui, id, {x, y - 16, 32, 32}, which, std::string(info.title),
                        info.keys.empty() ? std::string_view() : info.keys.front(),
                        ready && is_enabled(info, s), true))
            ui.send(what);
    };
    small(16, Do::First, Icon::First, "first");
    small(52, Do::StepBack, Icon::Back, "back");
    const Box play{88, y - 18, 44, 36};
    const Ui::Hit hit = ui.press("play", play, 18, true, ready);
    ui.fill(play, fade(c.t1, ready ? 1 - 0.12f * hit.warmth : 0.4f), 18);
    ui.draw(icon(s.playback.playing ? Icon::Pause : Icon::Play, c.bg0), play.centre());
    ui.tooltip("play", play, s.playback.playing ? "Pause" : "Play", "Space");
    if (hit.clicked) ui.send(Do::PlayPause);
    small(136, Do::StepForward, Icon::Forward, "forward");
    small(172, Do::Last, Icon::Last, "last");
}

void timeline(Ui& ui, Box box) {
    const AppState& s = ui.state;
    if (!s.trace || box.w < 40) return;
    const std::tuple key(playhead_of(s), box.w, box.h);
    const Scene& scene = cached_scene(ui, "timeline", key, s.trace, [&] {
        return timeline_figure(*s.trace, playhead_of(s), box.w, box.h, figure_style(ui));
    });
    ui.draw(scene, {box.x, box.y});
    const Ui::Hit hit = ui.press("timeline", box, 6, false);
    if (hit.held && ui.mouse_down()) {
        const int at = timeline_at(*s.trace, box.w, ui.mouse().x - box.x);
        if (at != s.playback.at || ui.mouse_pressed()) ui.send({Do::Scrub, "", static_cast<double>(at)});
    } else if (hit.hovered) {
        if (ui.wheel() != 0) ui.send(ui.wheel() > 0 ? Do::StepBack : Do::StepForward);
        if (const Pick* pick = scene.hit({ui.mouse().x - box.x, ui.mouse().y - box.y});
            pick && !pick->tooltip.empty())
            ui.tooltip("timeline" + std::to_string(pick->id.i),
                       {box.x + pick->box.x, box.y + pick->box.y, pick->box.w, pick->box.h}, pick->tooltip);
    }
}

} // namespace

void transport(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float top = ui.height - bottom_height;
    ui.fill({0, top, ui.width, bottom_height}, c.bg1);
    ui.fill({0, top, ui.width, 1}, c.line);
    narration(ui, top);
    const float y = top + 66;
    play_buttons(ui, y);

    const float speed_room = 66, choice = 202;
    float x = ui.width - 16 - speed_room;
    const float octave = std::log2(s.settings.speed / 0.25f) / 5;
    if (const auto moved = slider(ui, "speed", {x, y - 12, 30, 24}, octave))
        ui.send({Do::SetSpeed, "", 0.25 * std::exp2(std::round(static_cast<double>(*moved) * 5))});
    ui.tooltip("speed", {x - 6, y - 12, 42, 24}, "Speed of the animation");
    ui.text({ui.width - 16, y}, speed_label(s.settings.speed), Face::Mono, 13, c.t1, Align::Right);
    x -= 12 + choice;
    static const std::array<std::string, 3> names = {"Sub-step", "Token", "Phase"};
    const int picked = segmented(ui, "granularity", {x, y - 14, choice, 28}, names,
                                 static_cast<int>(s.settings.granularity));
    if (picked >= 0)
        ui.send(picked == 0   ? Do::GranularitySubstep
                : picked == 1 ? Do::GranularityToken
                              : Do::GranularityPhase);
    timeline(ui, {224, top + 41, x - 24 - 224, 50});
}

} // namespace heed
