// Which workspace is on the screen, and what goes with a change of it.
#include "app/state/assistant/assistant.h"
#include "app/state/assistant/shown.h"
#include "app/state/open/opening.h"
#include "app/state/workspaces.h"

#include <algorithm>

namespace heed {

const Workspace& workspace_named(std::string_view id) {
    const auto all = workspaces();
    return *std::find_if(all.begin(), all.end(), [&](const Workspace& w) { return w.id == id; });
}

const Workspace& workspace_of(const AppState& s) {
    const auto all = workspaces();
    const auto on = std::find_if(all.begin(), all.end(), [&](const Workspace& w) { return w.shown(s); });
    return on == all.end() ? all.front() : *on;
}

EffectList show_workspace(AppState& s, std::string_view id) {
    if (shows_assistant(s)) cancel_assistant(s); // it covers them all; what was said in it is kept
    if (s.view == id) {
        const auto again = workspace_named(id).again;
        if (!leave_report(s) && again) again(s);
        return {};
    }
    if (!leave_report(s) && s.report.shown) return {};
    const Workspace &from = workspace_of(s), &to = workspace_named(id);
    if (from.leave)
        if (auto effects = from.leave(s, id)) return std::move(*effects);
    if (from.own_playhead || to.own_playhead) {
        s.playback.playing = false;
        s.playback.progress = 1;
    }
    s.view = id;
    s.what_if.arrows = false;
    s.menu = Menu::None;
    if (s.dialog == Dialog::Export) s.dialog = Dialog::None; // its figure is of what was looked at
    s.drawer = false;
    s.hover = {};
    s.compare.hover = {};
    // With everything there, unless one is on the way through.
    if (to.whole && s.playback.at == 0) go(s, s.total(), false);
    return {};
}

void reset_workspaces(AppState& s, Fresh fresh) {
    for (const Workspace& w : workspaces())
        if (w.reset) w.reset(s, fresh);
}

} // namespace heed
