#include "app/views/base/transport.h"

#include "app/figures/base/format.h"
#include "app/views/base/message.h"
#include "app/views/base/widgets.h"

#include <cmath>

namespace heed {

namespace {

/// Six stops.
float speed_track(const Ui& ui) { return ui.width >= 1500 ? 72.0f : 30.0f; }

constexpr float words_high = 41; // px: the line of words, which stands right above a timeline

} // namespace

void bar_ground(Ui& ui, float top) {
    ui.fill({0, top, ui.width, ui.height - top}, ui.colors.bg1);
    ui.fill({0, top, ui.width, 1}, ui.colors.line);
}

namespace {

/// A message that comes meanwhile stands at the right of the line, up to `right`: the room that is left.
float beside_message(Ui& ui, float top, float x, float right, float words) {
    constexpr float air = 12, height = 36;
    const Toast* message = passing_message(ui.state);
    if (!message) return right - x;
    const float width = message_room(message_width(ui, *message), right - x - words - air, ui.width);
    message_line(ui, *message, {right - width, top + 3, width, height});
    ui.memory.message_said = message->id;
    return right - width - air - x;
}

} // namespace

void bar_words(Ui& ui, float top, Color dot, const std::string& title, const std::string& sentence,
               const std::string& count) {
    const Palette& c = ui.colors;
    const float y = top + 20;
    ui.draw(CircleItem{{24, y}, 5, dot});
    ui.text({38, y}, title, Face::Semibold, 13, c.t1);
    const float x = 38 + ui.text_width(title, Face::Semibold, 13) + 13;
    ui.text({ui.width - 16, y}, count, Face::Mono, 11, c.t3, Align::Right);
    const float right = ui.width - 32 - ui.text_width(count, Face::Mono, 11);
    const float size = ui.text_width(sentence, Face::Regular, 13) <= right - x ? 13 : 11; // before it is cut
    const float room = beside_message(ui, top, x, right, ui.text_width(sentence, Face::Regular, size));
    const std::string shown = ui.cut(sentence, Face::Regular, size, room);
    ui.text({x, y}, shown, Face::Regular, size, c.t2);
    if (shown != sentence) ui.tooltip("narration", {x, top, room, 40}, sentence);
}

void play_buttons(Ui& ui, float y, std::string_view back, std::string_view forward, const PlayTips& tips) {
    const AppState& s = ui.state;
    const auto small = [&](float x, std::string_view what, Icon which, const char* id,
                           const std::string& tip) {
        const CommandInfo& info = command_info(what);
        if (icon_button(ui, id, {x, y - 16, 32, 32}, which, tip.empty() ? std::string(info.title) : tip,
                        info.keys.front(), is_enabled(info, s), true))
            ui.send({what});
    };
    small(16, "first", Icon::First, "first", tips.first);
    small(52, back, Icon::Back, "back", tips.back);
    const bool ready = is_enabled(command_info("play"), s);
    const Box play{88, y - 18, 44, 36};
    const Ui::Hit hit = ui.press("play", play, 18, true, ready);
    ui.fill(play, fade(ui.colors.t1, ready ? 1 - 0.12f * hit.warmth : 0.4f), 18);
    ui.draw(icon(s.playback.playing ? Icon::Pause : Icon::Play, ui.colors.bg0), play.centre());
    ui.tooltip("play", play, s.playback.playing ? "Pause" : tips.play, "Space");
    if (hit.clicked) ui.send({"play"});
    small(136, forward, Icon::Forward, "forward", tips.forward);
    small(172, "last", Icon::Last, "last", tips.last);
}

float speed_width(const Ui& ui) { return speed_track(ui) + 64; }

void speed_control(Ui& ui, float y, const std::string& tip) {
    const float track = speed_track(ui), x = ui.width - 52 - track, speed = ui.state.settings.speed;
    if (const auto moved = slider(ui, "speed", {x, y - 12, track, 24}, std::log2(speed / 0.25f) / 5, 0.2f))
        ui.send({"set-speed", "", 0.25 * std::exp2(std::round(static_cast<double>(*moved) * 5))});
    ui.tooltip("speed", {x - 6, y - 12, track + 12, 24}, tip);
    ui.text({ui.width - 16, y}, up_to(static_cast<double>(speed)) + "×", Face::Mono, 13, ui.colors.t1,
            Align::Right);
}

void scrub_timeline(Ui& ui, const Scene& timeline, Box box, int now, std::string_view back,
                    std::string_view forward, const std::function<int(float)>& place_at) {
    ui.draw(timeline, {box.x, box.y});
    const Ui::Hit hit = ui.press("timeline", box, 6, false);
    if (hit.held && ui.mouse_down()) {
        const int at = place_at(ui.mouse().x - box.x);
        if (at != now || ui.mouse_pressed()) ui.send({"scrub", "", static_cast<double>(at)});
    } else if (hit.hovered) {
        if (ui.wheel() != 0) ui.send({ui.wheel() > 0 ? back : forward});
        if (const Pick* pick = timeline.hit({ui.mouse().x - box.x, ui.mouse().y - box.y}))
            ui.tooltip("timeline", timeline, *pick, {box.x, box.y}, box.y - words_high);
    }
}

} // namespace heed
