// The playhead: of Step and Compare in sub-steps, of Search in outputs.
#include "app/state/commands/row.h"
#include "app/state/search/search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr std::array speeds = {0.25f, 0.5f, 1.0f, 2.0f, 4.0f, 8.0f};

bool has_playhead(const AppState& s) {
    if (s.searching()) return s.search.tree && s.search.tree->length() > 0 && !s.report.shown;
    return s.trace && !s.report.shown && !s.weights_only();
}
bool can_go_on(const AppState& s) {
    return has_playhead(s) && (s.searching() ? s.search.revealed >= 0 : s.playback.at < s.total());
}
bool can_go_back(const AppState& s) {
    return has_playhead(s) && (s.searching() ? s.search.revealed != 0 : s.playback.at > 0);
}
constexpr char no_steps[] = "there are no steps to play";
bool can_step_on(const AppState& s) {
    return can_go_on(s) && !s.searching();
} // there arrows walk in the tree
bool can_step_back(const AppState& s) { return can_go_back(s) && !s.searching(); }

/// Every way of moving the playhead ends the first-run hint.
void moved(AppState& s) {
    if (!s.hint) return;
    s.hint = false;
    s.settings.first_run_done = true;
}

EffectList go_to(AppState& s, int at) {
    if (s.searching()) {
        search_go(s, at);
        return {};
    }
    s.playback.playing = false;
    go(s, at, false);
    return {};
}

EffectList move(AppState& s, Granularity by, int way) {
    if (s.searching()) {
        const bool far = by == Granularity::Phase;
        return go_to(s, far ? (way > 0 ? search_length(s) : 0) : search_revealed(s) + way);
    }
    if (!s.trace) return {};
    s.playback.playing = false;
    go(s, next_stop(s.trace->outline, s.playback.at, by, way), true);
    return {};
}

template <int way>
EffectList step(AppState& s, const Command&) {
    return move(s, s.searching() ? Granularity::Token : s.settings.granularity, way);
}

template <Granularity by, int way>
EffectList step_by(AppState& s, const Command&) {
    return move(s, by, way);
}

EffectList to_end(AppState& s) { return go_to(s, s.searching() ? search_length(s) : s.total()); }
EffectList to_beginning(AppState& s) { return go_to(s, 0); }
EffectList to_place(AppState& s, const Command& c) { return go_to(s, static_cast<int>(c.value)); }

void play_or_pause(AppState& s) {
    if (s.searching()) return search_play_or_pause(s);
    if (!s.trace) return;
    if (s.playback.playing) {
        s.playback.playing = false;
        return;
    }
    if (s.playback.at >= s.total()) {
        s.playback.at = 0;
        s.playback.progress = 1;
    }
    s.playback.backwards = false;
    s.playback.playing = true;
    moved(s);
}

template <int way>
EffectList change_speed(AppState& s, const Command&) {
    const auto nearest = std::min_element(speeds.begin(), speeds.end(), [&](float a, float b) {
        return std::abs(a - s.settings.speed) < std::abs(b - s.settings.speed);
    });
    const auto index = std::clamp<std::ptrdiff_t>(nearest - speeds.begin() + way, 0, std::ssize(speeds) - 1);
    s.settings.speed = speeds[static_cast<std::size_t>(index)];
    return {};
}

EffectList set_speed(AppState& s, const Command& c) {
    s.settings.speed = std::clamp(static_cast<float>(c.value), 0.25f, 8.0f);
    return {};
}

} // namespace

void go(AppState& s, int at, bool animate) {
    const int target = std::clamp(at, 0, s.total());
    s.wanted_at.reset();
    if (target == s.playback.at && animate) return;
    s.playback.backwards = target < s.playback.at;
    s.playback.at = target;
    s.playback.progress = animate && (target > 0 || s.playback.backwards) ? 0.0f : 1.0f;
    s.canvas_scroll = -1;
    moved(s);
}

Rows playing_commands() {
    constexpr std::string_view playing = "Playing";
    constexpr auto settings = &AppState::settings;
    constexpr auto granularity = &Settings::granularity;
    return {
        explained<no_model_for<no_steps>>(
            recorded<Records::Nothing>({"play", "Play or pause", keys("Space"), playing, false, has_playhead,
                                        plain<play_or_pause>, "start stop run animation"})),
        recorded<Records::Nothing>({"step", "One step forward", keys("Right"), playing, false, can_step_on,
                                    step<+1>, "next sub-step"}),
        recorded<Records::Nothing>({"step-back", "One step back", keys("Left"), playing, false, can_step_back,
                                    step<-1>, "previous sub-step"}),
        recorded<Records::Nothing>({"token", "Next token", keys("Shift+Right"), playing, false, can_go_on,
                                    step_by<Granularity::Token, +1>, "forward"}),
        recorded<Records::Nothing>({"token-back", "Previous token", keys("Shift+Left"), playing, false,
                                    can_go_back, step_by<Granularity::Token, -1>, "backward"}),
        recorded<Records::Nothing>({"phase", "Next phase", keys("Ctrl+Right"), playing, false, can_go_on,
                                    step_by<Granularity::Phase, +1>, "forward"}),
        recorded<Records::Nothing>({"phase-back", "Previous phase", keys("Ctrl+Left"), playing, false,
                                    can_go_back, step_by<Granularity::Phase, -1>, "backward"}),
        recorded<Records::Nothing>({"first", "Back to the beginning", keys("Home"), playing, false,
                                    can_go_back, plain<to_beginning>, "home start rewind"}),
        recorded<Records::Nothing>(
            {"last", "To the end", keys("End"), playing, false, can_go_on, plain<to_end>, "end finish"}),
        recorded<Records::Nothing>({"by-substep", "Step by sub-step", keys(), playing, false, can_run,
                                    put<Granularity::Substep, settings, granularity>, "granularity"}),
        recorded<Records::Nothing>({"by-token", "Step by token", keys(), playing, false, can_run,
                                    put<Granularity::Token, settings, granularity>, "granularity"}),
        recorded<Records::Nothing>({"by-phase", "Step by phase", keys(), playing, false, can_run,
                                    put<Granularity::Phase, settings, granularity>, "granularity"}),
        recorded<Records::Nothing>(
            {"slower", "Play slower", keys(), playing, false, can_run, change_speed<-1>, "speed"}),
        recorded<Records::Nothing>(
            {"faster", "Play faster", keys(), playing, false, can_run, change_speed<+1>, "speed"}),
        recorded<Records::Nothing>(hidden("go-to", to_place, {whole("at", &Command::value)})),
        recorded<Records::Nothing>(hidden("scrub", to_place, {whole("at", &Command::value)})),
        recorded<Records::Nothing>(hidden("set-speed", set_speed, {number("times")})),
    };
}

} // namespace heed
