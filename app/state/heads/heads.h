// What the atlas of heads does with commands and results. Pure: state in, state and orders out.
#pragma once

#include "app/figures/heads/heads.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <array>
#include <nlohmann/json_fwd.hpp>

namespace heed {

// By the value, in recordings, dumps and sessions.
inline constexpr std::array head_kind_names = {"cross", "encoder", "decoder"};
inline constexpr std::array head_reading_names = {"predicts", "reads"};
inline constexpr std::array head_order_names = {"layer", "best", "type"};

/// The run whose heads can be looked at; null: there is none of several heads.
std::shared_ptr<const Trace> run_of_heads(const AppState& state);
bool can_show_heads(const AppState& state);
std::string why_no_heads(const AppState& state); // in a sentence; empty: they can be, or there is no run
/// Whether any of them looks from a translation at its source: links can be measured against.
bool can_measure_over_file(const AppState& state);
/// Whether a file was measured, or was given up, that is not the one that is shown.
bool can_return_to_file(const AppState& state);
/// px of the panel beside them.
float heads_beside(const AppState& state);
/// How many maps stand side by side in a window of that size, whatever lies over its canvas.
int heads_side_by_side(const AppState& state);
/// Whether Step shows them in place of the network.
bool shows_heads(const AppState& state);
/// What is shown of them, over the file or over this sentence; null: nothing yet.
std::shared_ptr<const HeadReport> heads_shown(const AppState& state);
/// The head under the pointer in the grid, its number in that report; -1: none.
int pointed_head(const AppState& state);
/// "Measured: 37 of 200 pairs", why there is nothing, what is known of the head that is pointed at, or what
/// was found of all.
std::string heads_words(const AppState& state);
/// "Changed by hand: head 2:1 off; output 2 forced", before whatever is told of the run; empty: nothing was
/// changed, or heads_words says all of it.
std::string changes_beside(const AppState& state);
/// While a file is being measured.
bool measures_heads(const AppState& state);

/// Shows them in place of the network, or the network again.
void show_heads(AppState& state);
EffectList follow_heads(AppState& state);
WorkspaceJob heads_job(const AppState& state);
void apply_heads(AppState& state, const WorkDone& done);
/// α ‖W_O v‖ of the head that is pointed at, or chosen.
WorkspaceJob head_weighted_job(const AppState& state);
void apply_head_weighted(AppState& state, const WorkDone& done);
/// What is known of it; null: nothing yet.
const HeadWeighted* head_weighted(const AppState& state);
/// Over the pairs of a file.
WorkspaceJob heads_corpus_job(const AppState& state);
void apply_heads_corpus(AppState& state, const WorkDone& done);
/// Nobody waits for the file any longer.
void stop_measuring_heads(AppState& state);
void reset_heads(AppState& state, Fresh fresh);
bool leave_heads(AppState& state); // Esc
std::size_t heads_bytes(const AppState& state);
std::string_view heads_figure_id(const AppState& state);
std::shared_ptr<const Board> heads_board(const AppState& state);
Rows heads_commands();
Rows head_change_commands();
/// Whether the run can be made again with a head changed.
bool can_change_heads(const AppState& state);
/// What is done to the chosen head; null: nothing.
const HeadEdit* chosen_head_edit(const AppState& state);
/// "Layer 2, head 2 is off: log p of what is written −2.31, the model's own −1.90."; empty: nothing is
/// changed.
std::string head_change_words(const AppState& state);

nlohmann::ordered_json heads_json(const AppState& state);
nlohmann::ordered_json heads_choices(const AppState& state);
void heads_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
