// Below the search tree: what was found, and the transport over its outputs.
#include "app/figures/search/tree_timeline.h"
#include "app/figures/tokens.h"
#include "app/state/search/search.h"
#include "app/views/views.h"
#include "app/views/widgets.h"

#include <array>
#include <cmath>

namespace heed {
namespace {

void narration(Ui& ui, float top) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const SearchWords words = search_words(s);
    const float y = top + 20;
    ui.draw(CircleItem{{24, y}, 5, c.output, {0, 0, 0, 0}, 0, {}});
    ui.text({38, y}, words.title, Face::Semibold, 13, c.t1);
    const float x = 38 + ui.text_width(words.title, Face::Semibold, 13) + 13;
    const int all = search_length(s);
    const std::string count = all > 0 ? thousands(search_revealed(s)) + " / " + thousands(all) : "";
    ui.text({ui.width - 16, y}, count, Face::Mono, 11, c.t3, Align::Right);
    const float room = ui.width - 32 - ui.text_width(count, Face::Mono, 11) - x;
    const std::string shown = ui.cut(words.sentence, Face::Regular, 13, room);
    ui.text({x, y}, shown, Face::Regular, 13, c.t2);
    if (shown != words.sentence) ui.tooltip("narration", {x, top, room, 40}, words.sentence);
}

void play_buttons(Ui& ui, float y) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const auto small = [&](float x, Do what, Icon which, const std::string& id, const std::string& tip) {
        const CommandInfo& info = command_info(what);
        if (icon_button(ui, id, {x, y - 16, 32, 32}, which, tip, info.keys.front(), is_enabled(info, s),
                        true))
            ui.send(what);
    };
    small(16, Do::First, Icon::First, "first", "Back to the beginning");
    small(52, Do::TokenBack, Icon::Back, "back", "One output back");
    const bool ready = is_enabled(command_info(Do::PlayPause), s);
    const Box play{88, y - 18, 44, 36};
    const Ui::Hit hit = ui.press("play", play, 18, true, ready);
    ui.fill(play, fade(c.t1, ready ? 1 - 0.12f * hit.warmth : 0.4f), 18);
    ui.draw(icon(s.playback.playing ? Icon::Pause : Icon::Play, c.bg0), play.centre());
    ui.tooltip("play", play, s.playback.playing ? "Pause" : "See the search being built, output by output",
               "Space");
    if (hit.clicked) ui.send(Do::PlayPause);
    small(136, Do::TokenForward, Icon::Forward, "forward", "One output on");
    small(172, Do::Last, Icon::Last, "last", "To the end");
}

void timeline(Ui& ui, Box box) {
    const AppState& s = ui.state;
    const int all = search_length(s), revealed = search_revealed(s);
    if (all == 0 || box.w < 40) return;
    std::vector<std::string> tokens;
    for (const int node : selected_sentence(s)) tokens.push_back(s.search.tree->at(node).label);
    const std::tuple key(box.w, all, revealed, s.search.path);
    const Scene& scene = cached_scene(ui, "search:timeline", key, s.search.tree, [&] {
        return tree_timeline(tokens, all, revealed, box.w, box.h, figure_style(ui));
    });
    ui.draw(scene, {box.x, box.y});
    const Ui::Hit hit = ui.press("timeline", box, 6, false);
    if (hit.held && ui.mouse_down()) {
        const int at = tree_timeline_at(all, box.w, ui.mouse().x - box.x);
        if (at != revealed || ui.mouse_pressed()) ui.send({Do::Scrub, "", static_cast<double>(at)});
    } else if (hit.hovered) {
        if (ui.wheel() != 0) ui.send(ui.wheel() > 0 ? Do::TokenBack : Do::TokenForward);
        if (const Pick* pick = scene.hit({ui.mouse().x - box.x, ui.mouse().y - box.y}))
            ui.tooltip("timeline" + std::to_string(pick->id.i),
                       {box.x + pick->box.x, box.y + pick->box.y, pick->box.w, pick->box.h}, pick->tooltip);
    }
}

std::string speed_label(float speed) {
    std::string label = fixed(static_cast<double>(speed), 2);
    while (label.ends_with('0')) label.pop_back();
    if (label.ends_with('.')) label.pop_back();
    return label + "×";
}

} // namespace

void search_bar(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float top = ui.height - bottom_height, y = top + 66;
    ui.fill({0, top, ui.width, bottom_height}, c.bg1);
    ui.fill({0, top, ui.width, 1}, c.line);
    narration(ui, top);
    play_buttons(ui, y);
    float x = ui.width - 16 - 66;
    const float octave = std::log2(s.settings.speed / 0.25f) / 5;
    if (const auto moved = slider(ui, "speed", {x, y - 12, 30, 24}, octave))
        ui.send({Do::SetSpeed, "", 0.25 * std::exp2(std::round(static_cast<double>(*moved) * 5))});
    ui.tooltip("speed", {x - 6, y - 12, 42, 24}, "Speed of playing");
    ui.text({ui.width - 16, y}, speed_label(s.settings.speed), Face::Mono, 13, c.t1, Align::Right);
    x -= 12;
    timeline(ui, {224, top + 41, x - 24 - 224, 50});
}

} // namespace heed
