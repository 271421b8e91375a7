// Weights that were computed elsewhere, in place of a model: every map of every sentence of a file.
#pragma once

#include "app/figures/run_maps.h"
#include "app/state/workspaces.h"

#include <string>
#include <vector>

namespace heed {

/// The maps on the screen are all there are.
bool shows_all_maps(const AppState& state);
/// What the figure of all maps is drawn with, but for its size: the chosen one and where it has scrolled.
GridSettings grid_settings(const AppState& state, const Thumbnails& thumbnails);
/// What is pointed at in it: the pointer's, else the chosen row and column.
GridCell grid_cell(const AppState& state);

/// Another way in which the file may be read, of a button: an order of its axes, "Axis 1: batch"; or, of no
/// axes, with a start in front of its tokens.
struct OtherReading {
    std::string axes, label, words;
};
std::vector<OtherReading> other_readings(const AppState& state);

// Of the workspace's row.
void reset_weights(AppState& state, Fresh fresh);
bool leave_enlarged(AppState& state);

} // namespace heed
