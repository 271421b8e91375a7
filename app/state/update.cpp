// state × command → state, and the clock.
#include "app/state/update.h"

#include "app/state/commands/row.h"
#include "app/state/step/zoom.h"
#include "app/state/watch/watch.h"
#include "app/state/workspaces.h"

#include <algorithm>

namespace heed {

void say(AppState& s, std::string title, std::string detail, double seconds) {
    std::erase_if(s.toasts, [&](const Toast& t) { return !t.bad && t.title == title && t.detail == detail; });
    s.toasts.push_back({s.next_toast++, false, std::move(title), std::move(detail), s.clock + seconds});
}

void fail(AppState& s, std::string title, std::string detail) {
    constexpr double seconds = 8;
    std::erase_if(s.toasts, [&](const Toast& t) { return t.title == title && t.detail == detail; });
    s.toasts.push_back({s.next_toast++, true, std::move(title), std::move(detail), s.clock + seconds});
}

void refuse(AppState& s, std::string title, std::string detail) {
    const double seconds = detail.empty() ? 4 : 6; // to read
    say(s, std::move(title), std::move(detail), seconds);
    s.toasts.back().refused = true;
}

std::string without_model(const AppState& s, std::string_view what_is_not) {
    return s.weights_only() ? "These weights were computed elsewhere: " + std::string(what_is_not) + "."
                            : std::string();
}

Edits kept_while_comparing(const AppState& s) {
    Edits edits;
    if (s.comparing()) edits.temperature = s.edits.temperature;
    return edits;
}

EffectList update(AppState& s, const Command& c) {
    const CommandInfo& row = command_info(c.id);
    if (row.records == Records::ByName) return row.run(s, c);
    EffectList effects;
    {
        const CommandInside inside(s.history);
        const Pointing chosen = s.selection;
        effects = row.run(s, c);
        if (s.selection != chosen) show_selection(s);
        show_waiting_version(s); // where nothing else is being opened any more
        follow(s, effects);
    }
    if (s.history.depth > 0) return effects; // the outermost command is what the user did
    for (Effect& effect : record_command(s, row, c, effects)) effects.push_back(std::move(effect));
    return effects;
}

void advance(AppState& s, double seconds) {
    s.clock += seconds;
    std::erase_if(s.toasts, [&](const Toast& t) { return t.leaves > 0 && s.clock >= t.leaves; });
    advance_zoom(s, seconds);
    if (!s.trace) {
        s.playback.playing = false;
        s.playback.progress = 1;
        return;
    }
    Playback& p = s.playback;
    if (const auto own = workspace_of(s).advance) return own(s, seconds);
    double left = seconds;
    for (int n = 0; n < 1000 && left > 0; ++n) { // at 8x a slow frame may pass several stops
        if (p.progress < 1) {
            const int shown = p.backwards ? std::min(p.at + 1, s.total()) : p.at;
            double length = s.settings.reduced_motion
                                ? 0.08
                                : substep_seconds(s.trace->outline, shown) / s.settings.speed;
            if (p.backwards) length /= 2;
            const double used = std::min(left, (1.0 - p.progress) * length);
            p.progress =
                used >= (1.0 - p.progress) * length ? 1.0f : p.progress + static_cast<float>(used / length);
            left -= used;
            continue;
        }
        if (!p.playing) return;
        if (p.at >= s.total()) {
            p.playing = s.writing(); // then it goes on with what comes
            return;
        }
        p.backwards = false;
        p.at = next_stop(s.trace->outline, p.at, s.settings.granularity, +1);
        p.progress = 0;
        s.canvas_scroll = -1;
    }
}

} // namespace heed
