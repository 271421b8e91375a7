// The window of a forecast on its series: it is moved by cutting the input after another row, so that undo, a
// session and an export know where it stood. Pure, as update.
#pragma once

#include "app/state/app_state.h"
#include "app/state/commands/row.h"

#include <string>

namespace heed {

/// The table that the input is the beginning of; empty: the input is all there is.
std::string whole_series(const AppState& state);
int rows_of_text(const std::string& table);
/// Rows of the input, and of the whole.
int rows_read(const AppState& state);
int rows_of_series(const AppState& state);
Rows series_commands();

} // namespace heed
