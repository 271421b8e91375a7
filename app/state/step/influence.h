// In the heatmap's place, of a run without weights: each token's influence on each of the decoder's states.
#pragma once

#include "app/figures/seq2seq/network/network.h"
#include "app/state/workspaces.h"
#include "core/base/executor.h"

#include <atomic>

namespace heed {

/// Whether it is a run of an encoder-decoder without weights.
bool is_measured_by_influence(const Trace& run);
/// Whether the run on the screen is one whose influences stand in the heatmap's place, hidden or not.
bool has_influence(const AppState& state);
/// What is drawn of it: the map, that it is being measured, or why there is none.
void set_influence(const AppState& state, NetworkSettings& settings);
/// Of the run on the screen; null: not known.
std::shared_ptr<const InfluenceMap> influence_shown(const AppState& state);
/// Of a run that the model made. Throws heed::Error, decode::Cancelled.
std::shared_ptr<const InfluenceMap> measure_influence(const Model& model, const Trace& run,
                                                      const Executor& executor,
                                                      const std::atomic<bool>* cancelled);

EffectList follow_influence(AppState& state);
WorkspaceJob influence_job(const AppState& state);
void apply_influence(AppState& state, const WorkDone& done);
void reset_influence(AppState& state, Fresh fresh);
nlohmann::ordered_json influence_json(const AppState& state);

} // namespace heed
