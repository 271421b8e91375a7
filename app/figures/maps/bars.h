// Rows of a map as bars on paper: lengths are read off more exactly than colours.
#pragma once

#include "app/figures/base/paper_parts.h"
#include "app/figures/maps/map.h"

namespace heed {

/// A strip of bars for each row, all on one scale, whose end is written at the first; in points. Values of
/// either sign stand above and below a line. Throws heed::Error when the map has no values.
Scene paper_bars(const LabelledMap& map, const PaperSettings& settings, const FigureStyle& style);

} // namespace heed
