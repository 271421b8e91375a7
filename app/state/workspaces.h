// The workspaces, a row each: what stands between the input and the playhead. The parallel row of what draws
// them is in app/views/workspaces.cpp.
#pragma once

#include "app/state/commands/command.h"

namespace heed {

/// What a workspace begins anew with.
enum class Fresh { Input, Model, Maps };

struct Workspace {
    std::string_view id;            // in files and on the command line, of those with a tab: AppState::view
    std::string_view title;         // of its tab; empty: it stands in Step's
    Do show;                        // the command of its tab
    bool (*shown)(const AppState&); // it is the one on the screen
    bool whole = false;             // it begins with everything revealed
    bool own_playhead = false;      // the playhead of the others does not move with its own
    EffectList (*follow)(AppState&) = nullptr;    // up to what is known; asks for what is missing
    void (*advance)(AppState&, double) = nullptr; // where its playhead moves in its own way
    void (*reset)(AppState&, Fresh) = nullptr;    // lets go of what belonged to what was there before
    bool (*let_go)(AppState&) = nullptr;          // Esc: whether something was chosen
    bool (*figure)(const AppState&, ExportDialog::Figure&) = nullptr; // of its own, to be exported
};

std::span<const Workspace> workspaces();
/// The one on the screen.
const Workspace& workspace_of(const AppState& state);
/// Shows that one, as its tab does.
void show_workspace(AppState& state, std::string_view id);
void reset_workspaces(AppState& state, Fresh fresh);

} // namespace heed
