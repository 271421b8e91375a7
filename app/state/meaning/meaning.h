// What Step's view of meaning does with commands and results. Pure: state in, state and orders out.
#pragma once

#include "app/figures/meaning/meaning.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// Whether Step shows what the weights mean in place of the network.
bool shows_meaning(const AppState& state);
/// Why this model's weights are not measured; empty: they are.
std::string meaning_obstacle(const AppState& state);
/// The output that is looked at, of the run that is measured: chosen, else where the playhead stands.
int meaning_row(const AppState& state);
/// What is known of the run on the screen, to be drawn; null: nothing yet.
std::shared_ptr<const MeaningBoard> meaning_board(const AppState& state);
std::shared_ptr<const Board> meaning_of_run(const AppState& state);
/// The same of a run with its own weights, at once. Throws heed::Error where it is not measured.
std::shared_ptr<const Board> meaning_of(const Model& model, std::shared_ptr<const Trace> run, int output);
std::string_view meaning_figure_id(const AppState& state);

/// What is being done for what is asked, in words: "Being measured: gradient × input, 23%".
std::string meaning_progress(const AppState& state);

/// Shows it in place of the network, or the network again.
void show_meaning(AppState& state);
void reset_meaning(AppState& state, Fresh fresh);
EffectList follow_meaning(AppState& state);
WorkspaceJob meaning_job(const AppState& state);
void apply_meaning(AppState& state, const WorkDone& done);
/// Of one output: other weights, and another map.
WorkspaceJob other_weights_job(const AppState& state);
void apply_other_weights(AppState& state, const WorkDone& done);
Rows meaning_commands();

nlohmann::ordered_json meaning_json(const AppState& state);
nlohmann::ordered_json meaning_choices(const AppState& state);
void meaning_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
