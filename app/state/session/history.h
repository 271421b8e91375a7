// Undo: every version of what is run, in the order in which the user made them, each with a name.
#pragma once

#include "app/state/effect.h"
#include "app/state/open/report_state.h"
#include "app/state/search/search_state.h"
#include "core/trace/edits.h"

#include <optional>
#include <string>
#include <vector>

namespace heed {

/// Everything that decides what is run. Undo is the version before.
struct Version {
    std::string model, input; // the model as it was asked for
    OpenAnswers answers;      // what goes with its name
    Edits edits;
    std::optional<Edits> kept;
    SearchSettings search;
    bool operator==(const Version&) const = default;
};

struct HistoryStep {
    std::string name; // what was done: "Held “M” at .62 for output 7"
    Version version;  // what came of it
    int gesture = 0;  // the drag it was made by; 0: none
    double at = 0;    // on the clock
};

struct History {
    std::vector<HistoryStep> steps;                           // oldest first
    int now = -1;                                             // the one on the screen
    int wanted = -1;                                          // the one whose model is on the way; -1: none
    int newest() const { return wanted >= 0 ? wanted : now; } // from which undo and redo go on

    bool can_undo() const { return newest() > 0; }
    bool can_redo() const { return newest() + 1 < static_cast<int>(steps.size()); }
};

/// What was done between two versions, in words. `tokens`: of the source, for weights.
std::string describe_change(const Version& from, const Version& to, const std::vector<std::string>& tokens);

struct AppState;
/// Adds a step where what is run has changed since the last. Changes of one drag, and of one go of typing,
/// are one step.
void follow_history(AppState& state);
Version version_of(const AppState& state);
/// Puts a version in place; asks for its model where that is another.
EffectList put_version(AppState& state, const Version& version);
/// What is on the way to another model stays here: it is not opened, and the version that waits for it is
/// dropped.
EffectList stop_opening(AppState& state);
/// Of the history: its step n.
EffectList go_to_step(AppState& state, int n);

} // namespace heed
