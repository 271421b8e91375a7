// What is done to the points of an input with the mouse: they move, come and go. The text that is read is
// what changes.
#pragma once

#include "app/figures/pointer/pointer.h"
#include "app/state/workspaces.h"

namespace heed {

/// Whether a pointer network's points are on the screen, and can be changed.
bool shows_points(const AppState& state);
/// The same for the masking switch.
bool can_mask(const AppState& state);
/// And for what an output is to point at.
bool can_force_point(const AppState& state);
/// Whether a point is chosen now: by the run's edits, else as the model says.
bool is_masked(const AppState& state);

Rows point_commands();

} // namespace heed
