// Parts of large maps, brought to as many cells as there are pixels.
#pragma once

#include "app/figures/base/scene.h"

#include <vector>

namespace heed {

/// The largest value of every block of cells: rows × columns blocks that cover rows [first_row, last_row) and
/// columns [first_column, last_column) evenly. Of numbers of either sign the one that is farthest from 0;
/// NaN where a block has no number.
std::vector<float> largest_of_blocks(const MapValues& map, int first_row, int last_row, int first_column,
                                     int last_column, int rows, int columns, bool either_sign);

/// The item as one matrix of at most so many cells a unit of length, for what cannot make textures. Cells
/// that reach out of its box are left out of it.
MatrixItem as_matrix(const TiledItem& item, float cells_per_unit);

} // namespace heed
