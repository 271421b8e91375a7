// One map that is too large to be read at once: a part of it, beside a picture of the whole.
#pragma once

#include "app/figures/maps/grid.h"
#include "app/figures/maps/zoom.h"

namespace heed {

/// Where the part stands on a card of that size, and what of the map it is.
struct MapPart {
    bool zoomed = false; // else all of it is drawn, by map_figure()
    MapRoom room;
    MapWindow window;
    float scale = 0, least = 0;       // now, and with all of it in view
    bool fits = false;                // all of it can be read at once
    bool all = true;                  // nothing is out of sight
    Box cells, whole;                 // the part, and the picture of the whole
    float words_y = 0, numbers_y = 0; // of the columns; where words are too dense the former is 0
};
MapPart map_part(int rows, int columns, const MapSettings& settings);

/// The zoom at which the cell under a point of the card stays there.
MapZoom zoom_about(int rows, int columns, const MapSettings& settings, float scale, Point at);

/// The labels of `map`, which needs no values, and the part of `settings.values`. Picks: Cell (cells of one
/// pick), Row and Column on the labels, Button "whole-map".
Scene part_figure(const LabelledMap& map, const MapPart& part, const MapSettings& settings,
                  const FigureStyle& style);

} // namespace heed
