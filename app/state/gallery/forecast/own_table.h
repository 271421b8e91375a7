// A CSV file in the window: read, looked over, and learnt from in slices, so that the window stays quick and
// learning can be ended. Pure, as update.
#pragma once

#include "app/state/gallery/forecast/own_table_state.h"
#include "app/state/workspaces.h"

namespace heed {

/// A file that is dropped or opened is a table: it ends in .csv, and a forecast is on the screen.
bool takes_table(const AppState& state, const std::string& file);
EffectList open_table(AppState& state, const std::string& file);

/// Whether learning can begin: what is missing, in words, or nothing.
std::string table_obstacle(const OwnTable& own);
/// The columns that can be foretold.
std::vector<std::string> table_columns(const OwnTable& own);

EffectList follow_table(AppState& state);
WorkspaceJob table_job(const AppState& state);
void apply_table(AppState& state, const WorkDone& event);
Rows table_commands();
nlohmann::ordered_json table_json(const AppState& state);

} // namespace heed
