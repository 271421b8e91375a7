// What the user's hand changes in the run that Step shows. Pure, as update.
#pragma once

#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

void reset_what_if(AppState& state, Fresh fresh);
/// The fields over the canvas: the chooser of tokens to force, an exact weight.
void open_chooser(AppState& state);
void open_weight(AppState& state);

/// The output whose weights stand on the bars, and the source column that keys act on; -1: none yet.
int edited_output(const AppState& state);
/// What is done to its row, or to every row where that is what buttons and keys are about; null: nothing.
const RowEdit* row_edit_now(const AppState& state);
int edited_column(const AppState& state);
/// What the bar or the cell shows that a hand takes hold of: in a run of several heads, the weight of the one
/// in front; 0: there is none.
float weight_seen(const AppState& state, int output, int column);
/// The place of the source that is chosen; -1: none is, or one of the block of what was written before.
int chosen_source(const AppState& state);
/// The most that weight j of output i may be held at: what the source gets there, less what else is held.
float most_weight(const AppState& state, int i, int j);
/// ".62", "0.62", "62%", "62 %": from 0 to `most`; else `problem` says what is wrong.
std::optional<float> read_weight(const std::string& text, float most, std::string& problem);
/// Whether the run that Step shows has a weight there.
bool has_cell(const AppState& state, int output, int column);
/// Whether weights can be taken hold of: there are some, and a model that makes them.
bool can_hold(const AppState& state);

/// The change that is looked at before it is made: of the run that Step shows, at the output that it shows;
/// null: none.
const FlipState* preview_of(const AppState& state);
/// The edits with that change made.
Edits edits_with(const AppState& state, const FlipState& flip);
/// Whether a search for a change of that very output found none.
bool found_nothing(const AppState& state);
void drop_preview(AppState& state);

/// Whether the column of fragilities stands beside the map.
bool shows_fragility(const AppState& state);
/// What is known of the run that Step shows; null: nothing yet.
const RunFragility* known_fragility(const AppState& state);
/// The same as the column shows it, an output each.
std::vector<FragilityMark> fragility_marks(const AppState& state);
/// Asks for what is missing while nothing else is going on.
EffectList follow_fragility(AppState& state);
struct FragilityFound;
void apply_fragility(AppState& state, const FragilityFound& found);
std::vector<CommandInfo> preview_commands();

/// What the canvas shows of the edits: the row on the bars, as it is used and as the model made it.
nlohmann::ordered_json what_if_to_json(const AppState& state);

} // namespace heed
