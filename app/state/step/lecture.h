// Lecture mode: when it can be entered, and its keys.
#pragma once

#include "app/state/commands/row.h"
#include "app/state/step/zoom.h"

namespace heed {

/// Why there can be no lecture now; empty: there can.
std::string why_no_lecture(const AppState& state);
/// It fills the window.
bool shows_lecture(const AppState& state);
void leave_lecture(AppState& state);
/// The picture above the band.
CanvasSize lecture_canvas(const AppState& state);
/// In a lecture everything in the window is that much larger, so that what opens over the picture can be read
/// from the last row too. Of a window of that size, in px as without it.
float lecture_magnification(const AppState& state, float width, float height);
Rows lecture_commands();

} // namespace heed
