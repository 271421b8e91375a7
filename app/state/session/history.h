// Undo: every version of what is run and how it is looked at, in the order in which the user made them, each
// with a name. Which commands make a step is a column of their table.
#pragma once

#include "app/state/effect.h"
#include "app/state/session/version.h"

#include <string>
#include <vector>

namespace heed {

struct HistoryStep {
    std::string name;   // what was done: "Held “M” at .62 for output 7"
    Version version;    // what came of it
    double at = 0;      // on the clock
    std::string view{}; // the workspace it was done in
};

struct History {
    std::vector<HistoryStep> steps; // oldest first; the first is where it began
    int now = -1;                   // the one on the screen
    int wanted = -1;                // the one whose model is on the way; -1: none
    int opening = -1;               // the one that the model on the way belongs to, as its command made both
    bool opened = false;            // a model has come that no version waited for
    std::string gesture;            // what may still be added to the newest step; empty: nothing
    int depth = 0;                  // of commands that commands give

    int newest() const { return wanted >= 0 ? wanted : now; } // from which undo and redo go on
    bool can_undo() const { return newest() > 0; }
    bool can_redo() const { return newest() + 1 < static_cast<int>(steps.size()); }
};

/// While one lives, commands are parts of another command, or of what came of a job.
class CommandInside {
public:
    explicit CommandInside(History& history) : history_(history), depth_(history.depth) {
        history_.depth = depth_ + 1;
    }
    ~CommandInside() { history_.depth = depth_; }
    CommandInside(const CommandInside&) = delete;
    CommandInside& operator=(const CommandInside&) = delete;

private:
    History& history_;
    int depth_;
};

struct AppState;
struct Command;
struct CommandInfo;

/// After a command: the step that it is, or that it adds to. Gives up what is on the way to another version
/// where something else was done meanwhile.
EffectList record_command(AppState& state, const CommandInfo& row, const Command& command,
                          const EffectList& effects);
/// After a job's result: a model that came is a step; whatever else changed belongs to the step that is
/// there.
void record_event(AppState& state);

Version version_of(const AppState& state);
/// Puts a version in place; asks for its model where that is another.
EffectList put_version(AppState& state, const Version& version);
/// What is on the way to another model stays here: it is not opened, and the version that waits for it is
/// dropped.
EffectList stop_opening(AppState& state);
/// Of the history: its step n, in a workspace where the change can be seen.
EffectList go_to_step(AppState& state, int n);

} // namespace heed
