// The workspaces, a row each: what stands between the input and the playhead. The parallel row of what draws
// them is in app/views/workspaces.cpp.
#pragma once

#include "app/figures/figures.h"
#include "app/state/commands/row.h"
#include "app/state/event.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// What a workspace begins anew with.
enum class Fresh { Input, Model, Maps };

struct Workspace {
    std::string_view id;            // in files and on the command line, of those with a tab: AppState::view
    std::string_view title;         // of its tab; empty: it stands in Step's
    std::string_view show;          // the command of its tab
    bool (*shown)(const AppState&); // it is the one on the screen
    bool whole = false;             // it begins with everything revealed
    bool own_playhead = false;      // the playhead of the others does not move with its own
    EffectList (*follow)(AppState&) = nullptr;           // up to what is known; asks for what is missing
    void (*advance)(AppState&, double) = nullptr;        // where its playhead moves in its own way
    WorkspaceJob (*job)(const AppState&) = nullptr;      // what it asks for by Effect::Kind::Work
    bool long_jobs = false;                              // which do not stand before those of others
    bool replaces = false;                               // a new one gives up the one under way
    bool unasked = false;                                // begun by itself: no picture waits for all of it
    void (*apply)(AppState&, const WorkDone&) = nullptr; // and what comes of it
    void (*reset)(AppState&, Fresh) = nullptr;           // lets go of what belonged to what was there before
    bool (*let_go)(AppState&) = nullptr;                 // Esc: whether something was chosen
    std::string_view (*figure)(const AppState&) = nullptr; // of its own, to be exported; empty: none now
    bool hides_run = false;       // no run is on the screen: what there is of one is not exported
    Rows (*commands)() = nullptr; // of its own
    // Of those with a tab, for the palette: its command's title, keys, other words, and when it can be given.
    std::string_view tab = {}, key = {}, also = {};
    bool (*when)(const AppState&) = nullptr;
    std::string (*why_not)(const AppState&) = nullptr; // as CommandInfo has it
    void (*again)(AppState&) = nullptr;                // its tab is pressed while it is shown
    void (*loaded)(AppState&) = nullptr;               // another model is there, shown or not
    // Before another workspace is shown, in its place; none: it may be shown at once.
    std::optional<EffectList> (*leave)(AppState&, std::string_view to) = nullptr;
    std::shared_ptr<const Board> (*board)(const AppState&) = nullptr; // what its own figure is drawn from
    std::size_t (*bytes)(const AppState&) = nullptr; // what it keeps beside the cache of runs
    // In a dump of the state: all that is looked at, under a key. In a session: what the user chose, under
    // the same key or one of its own; what is not there is as it was at the beginning.
    std::string_view key_in_dump = {}, key_in_session = {};
    nlohmann::ordered_json (*json)(const AppState&) = nullptr;
    nlohmann::ordered_json (*choices)(const AppState&) = nullptr;
    void (*from_json)(const nlohmann::json&, AppState&) = nullptr;
};

/// Step's first (step_workspaces.cpp), then the others.
std::span<const Workspace> workspaces();
std::span<const Workspace> step_workspaces();
/// The one of that id, which must be there.
const Workspace& workspace_named(std::string_view id);
/// The one on the screen.
const Workspace& workspace_of(const AppState& state);
/// Shows that one, as its tab does.
EffectList show_workspace(AppState& state, std::string_view id);
void reset_workspaces(AppState& state, Fresh fresh);

} // namespace heed
