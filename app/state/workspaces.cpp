#include "app/state/workspaces.h"

#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/open/opening.h"
#include "app/state/search/search.h"
#include "app/state/states/trajectory.h"
#include "app/state/step/what_if.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

bool shows_network(const AppState& s) { return s.view == "step" && !s.weights_only() && !shows_states(s); }
bool shows_given(const AppState& s) { return s.view == "step" && s.weights_only(); }
bool shows_compare(const AppState& s) { return s.comparing(); }
bool shows_search(const AppState& s) { return s.searching(); }

bool compare_figure(const AppState&, ExportDialog::Figure& figure) {
    figure = ExportDialog::Figure::Compare;
    return true;
}

bool tree_figure(const AppState& s, ExportDialog::Figure& figure) {
    if (!s.search.tree) return false;
    figure = ExportDialog::Figure::Tree;
    return true;
}

const Workspace& named(std::string_view id) {
    const auto all = workspaces();
    return *std::find_if(all.begin(), all.end(), [&](const Workspace& w) { return w.id == id; });
}

} // namespace

std::span<const Workspace> workspaces() {
    static const std::array<Workspace, 5> rows = {{
        {.id = "step", .title = "Step", .show = Do::StepView, .shown = shows_network, .reset = reset_what_if},
        {.id = "states",
         .title = "",
         .show = Do::StatesView,
         .shown = shows_states,
         .follow = follow_trajectory},
        {.id = "weights", .title = "", .show = Do::StepView, .shown = shows_given},
        {.id = "compare",
         .title = "Compare",
         .show = Do::CompareView,
         .shown = shows_compare,
         .whole = true,
         .follow = follow_compare,
         .reset = reset_compare,
         .let_go = clear_compare,
         .figure = compare_figure},
        {.id = "search",
         .title = "Search",
         .show = Do::SearchView,
         .shown = shows_search,
         .own_playhead = true,
         .follow = follow_search,
         .advance = advance_search,
         .reset = reset_search,
         .figure = tree_figure},
    }};
    return rows;
}

const Workspace& workspace_of(const AppState& s) {
    const auto all = workspaces();
    const auto on = std::find_if(all.begin(), all.end(), [&](const Workspace& w) { return w.shown(s); });
    return on == all.end() ? all.front() : *on;
}

void show_workspace(AppState& s, std::string_view id) {
    if (s.view == id) {
        leave_report(s);
        return;
    }
    if (!leave_report(s) && s.report.shown) return;
    const Workspace &from = workspace_of(s), &to = named(id);
    if (from.own_playhead || to.own_playhead) {
        s.playback.playing = false;
        s.playback.progress = 1;
    }
    s.view = id;
    s.what_if.arrows = false;
    s.gesture = 0;
    s.menu = Menu::None;
    s.drawer = false;
    s.hover = {};
    s.compare.hover = {};
    // With everything there, unless one is on the way through.
    if (to.whole && s.playback.at == 0) go(s, s.total(), false);
}

void reset_workspaces(AppState& s, Fresh fresh) {
    for (const Workspace& w : workspaces())
        if (w.reset) w.reset(s, fresh);
}

} // namespace heed
