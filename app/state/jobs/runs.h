// Which runs the state asks for, and what is done when they have come. Pure, as update.
#pragma once

#include "app/state/cache.h"
#include "app/state/effect.h"
#include "app/state/jobs/run_state.h"
#include "core/trace/request.h"

#include <optional>
#include <vector>

namespace heed {

struct AppState;
struct RunGrown;
struct PanelOrder;

/// The runs that the window shows, by what each is for.
struct WantedRuns {
    Request shown;                                // with the edits
    std::optional<Request> baseline;              // what they are compared with, where there are any
    std::optional<Request> own_heads{};           // without the changed heads that `baseline` has
    std::optional<Request> preview{};             // with the change that is looked at first
    std::optional<Request> found, changed, probe; // of Search
    std::vector<Request> in_order() const;        // the most urgent first
};
WantedRuns wanted_runs(const AppState& state);

/// Which model is loaded, as its runs are kept.
const std::string& model_id(const AppState& state);
/// The same of a panel's model; empty: it has not been read yet.
const std::string& model_id(const AppState& state, const PanelOrder& order);
/// A run of the loaded model; null where it is not known.
const FinishedRun* known_run(const AppState& state, const Request& request);
/// What is kept is brought within the budget, with whatever else counts; what is shown or wanted stays.
void hold_budget(AppState& state);
/// The same, where another run is shown than when it was held last: the one before need not stay.
void let_go_of_hidden(AppState& state);

/// Puts the runs that are known in their places, and asks for those that are not.
EffectList follow_runs(AppState& state);
void apply_run(AppState& state, FinishedRun run);
/// What is written of a run is shown while it goes on, and kept nowhere.
EffectList apply_grown_run(AppState& state, const RunGrown& grown);
/// Stops the run that is being written: what there is of it stays. One that has been asked for and of which
/// nothing has come is stopped at its first output. Nothing: there is no such run.
std::optional<EffectList> stop_writing(AppState& state);

/// Whether the run that is to be shown is still reading its source: RunState::on_its_way says how far.
bool reads_the_source(const AppState& state);
/// Whether the user stopped it there: input_problem says so, but nothing is wrong.
bool stopped_reading(const AppState& state);
/// "reading: layer 3 of 12".
std::string reading_words(const decode::Progress& far);
/// Outputs of the run that is being written: there may be more than are shown.
int outputs_so_far(const AppState& state);
void apply_failed_run(AppState& state, const FailedRun& run);

} // namespace heed
