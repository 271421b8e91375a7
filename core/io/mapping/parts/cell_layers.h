// Cells that were written by hand: two layers, of what is read and of the state before, whose rows are the
// gates.
#pragma once

#include "core/io/mapping/parts/units.h"

#include <vector>

namespace heed::io::mapping {

/// Layers whose names and shapes say that they are the two matrices of one cell ("x2h" beside "h2h", "Wx"
/// beside "Wh") become that cell, with the biases that belong to them. Of those the gates' order is not
/// known.
std::vector<Unit> with_cells_of_layers(std::vector<Unit> units);

} // namespace heed::io::mapping
