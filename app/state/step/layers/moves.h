// What moved an output of a Transformer: asked while the inspector shows it, and why it is that token and not
// another. Pure, as update.
#pragma once

#include "app/figures/transformer/transformer.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// Whether Y can be asked: a run of a Transformer that wrote something.
bool can_ask_moves(const AppState& state);
/// Whether "why this and not that" stands in the inspector's place.
bool shows_moves(const AppState& state);
/// What is asked now.
MovesQuestion moves_question(const AppState& state);
/// The answer to that; null: not yet, or it is asked of no output.
std::shared_ptr<const moves::Moves> moves_answer(const AppState& state);
/// What the figures of the run are drawn with.
MeasuredBeside measured_beside(const AppState& state);

/// Of the commands of why.h, where a Transformer is on the screen.
void turn_moves(AppState& state);
void choose_moves_rival(AppState& state);
void name_moves_rival(AppState& state, int output, const std::string& token);

EffectList follow_moves(AppState& state);
WorkspaceJob moves_job(const AppState& state);
void apply_moves(AppState& state, const WorkDone& done);
void reset_moves(AppState& state, Fresh fresh);
std::string_view moves_figure_id(const AppState& state);
std::shared_ptr<const Board> moves_board(const AppState& state);
nlohmann::ordered_json moves_to_json(const AppState& state);

} // namespace heed
