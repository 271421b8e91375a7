// Edits, the runs they ask for, and their history. Pure, as update.
#pragma once

#include "app/state/update.h"

namespace heed {

/// The runs that the window shows, by what each is for.
struct WantedRuns {
    Request shown;                                // with the edits
    std::optional<Request> baseline;              // what they are compared with, where there are any
    std::optional<Request> found, changed, probe; // of Search
    std::vector<Request> in_order() const;        // the most urgent first
};
WantedRuns wanted_runs(const AppState& state);

/// Puts the runs that are known in their places, and asks for those that are not.
EffectList follow_runs(AppState& state);
void apply_run(AppState& state, const FinishedRun& run);
void apply_failed_run(AppState& state, const FailedRun& run);

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

/// What the arrow keys change from here on is another step of the history.
void end_nudging(AppState& state);
/// The fields over the canvas: the chooser of tokens to force, an exact weight.
void open_chooser(AppState& state);
void open_weight(AppState& state);

/// The output whose weights stand on the bars, and the source column that keys act on; -1: none yet.
int edited_output(const AppState& state);
int edited_column(const AppState& state);
/// The most that weight j of output i may be held at: what the source gets there, less what else is held.
float most_weight(const AppState& state, int i, int j);
/// ".62", "0.62", "62%", "62 %": from 0 to `most`; else `problem` says what is wrong.
std::optional<float> read_weight(const std::string& text, float most, std::string& problem);
/// Whether weights can be taken hold of: there are some, and a model that makes them.
bool can_hold(const AppState& state);

} // namespace heed
