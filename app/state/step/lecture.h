// Lecture mode: when it can be entered, and its keys.
#pragma once

#include "app/state/commands/row.h"

namespace heed {

/// Why there can be no lecture now; empty: there can.
std::string why_no_lecture(const AppState& state);
/// It fills the window.
bool shows_lecture(const AppState& state);
Rows lecture_commands();

} // namespace heed
