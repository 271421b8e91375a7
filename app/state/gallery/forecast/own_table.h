// A CSV file in the window: read, looked over, and learnt from in slices, so that the window stays quick and
// learning can be ended. Pure, as update.
#pragma once

#include "app/state/gallery/forecast/own_table_state.h"
#include "app/state/workspaces.h"

namespace heed {

/// Whether a file is looked over as a table: it ends in .csv. Attention that was computed elsewhere may stand
/// in such a file too; then it is opened as that.
bool takes_table(const std::string& file);
/// Reads it. Its panel lies over an opened forecast, which is opened with it where none is on the screen.
EffectList open_table(AppState& state, const std::string& file);

/// Whether learning can begin: what is missing, in words, or nothing.
std::string table_obstacle(const OwnTable& own);
/// What is done about a hole, in words: "take the value before".
std::string_view missing_words(io::CsvMissing how);
/// The columns that can be foretold.
std::vector<std::string> table_columns(const OwnTable& own);

EffectList follow_table(AppState& state);
WorkspaceJob table_job(const AppState& state);
void apply_table(AppState& state, const WorkDone& event);
Rows table_commands();
nlohmann::ordered_json table_json(const AppState& state);

} // namespace heed
