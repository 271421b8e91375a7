// Why this token and not that, in the inspector's place. Pure, as update.
#pragma once

#include "app/figures/why/why.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// Whether the tab can be had: a run of an encoder-decoder whose own weights it is.
bool can_ask_why(const AppState& state);
/// Whether it stands in the inspector's place.
bool shows_why(const AppState& state);
/// What is asked now; its output is -1 where nothing is.
WhyQuestion why_question(const AppState& state);
/// The answer to that; null: not yet.
const WhyAnswer* why_answer(const AppState& state);
/// The source position whose word the button takes away: the chosen one, else the one named first; -1: none.
int removed_word(const AppState& state);
/// Opens the list of tokens to compare that output's with.
void open_rivals(AppState& state, int output);

EffectList follow_why(AppState& state);
WorkspaceJob why_job(const AppState& state);
void apply_why(AppState& state, const WorkDone& done);
void reset_why(AppState& state, Fresh fresh);
Rows why_commands();
std::string_view why_figure_id(const AppState& state);
std::shared_ptr<const Board> why_board(const AppState& state);
nlohmann::ordered_json why_to_json(const AppState& state);

} // namespace heed
