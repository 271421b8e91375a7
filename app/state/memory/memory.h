// The Memory workspace: what is left of a word. Pure: state in, state and orders out.
#pragma once

#include "app/figures/memory/memory.h"
#include "app/state/workspaces.h"

namespace heed {

bool shows_memory(const AppState& state);
/// Why nothing was measured, in words; empty: it was, or will be.
std::string memory_problem(const AppState& state);
/// Asks for what is missing: the influences on the input, and once for each task the accuracy by length.
EffectList follow_memory(AppState& state);
WorkspaceJob memory_job(const AppState& state);
void apply_memory(AppState& state, const WorkDone& done);
WorkspaceJob lengths_job(const AppState& state);
void apply_lengths(AppState& state, const WorkDone& done);
void reset_memory(AppState& state, Fresh fresh);
/// Esc: no state is looked at.
bool leave_memory(AppState& state);
std::string_view memory_figure_id(const AppState& state);
std::shared_ptr<const Board> memory_board_shown(const AppState& state);
Rows memory_commands();
nlohmann::ordered_json memory_json(const AppState& state);
nlohmann::ordered_json memory_choices(const AppState& state);
void memory_from_json(const nlohmann::json& json, AppState& state);
/// The board with what is chosen, as it is on the screen.
MemorySettings memory_settings(const AppState& state, float width, float height);

} // namespace heed
