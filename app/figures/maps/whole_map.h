// The whole of a map as a small picture, with the part framed that is in view.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/maps/zoom.h"

#include <memory>

namespace heed {

struct WholeMap {
    Box picture; // of all rows × columns; its title stands above, numbers around it
    std::shared_ptr<const MapValues> values; // null: only the frame is drawn
    MapRoom room;
    MapWindow window;
    int revealed = 0; // rows; the others are still to come
    int newest = -1;  // the row that a line marks; -1: none
    Box part;         // where the part stands: lines lead from its right corners to the frame
    float lowest = 0; // values at either end of the colours, as in TiledItem
    float highest = 1;
    ColorMapId map = ColorMapId::Ember; // of differences
};

/// The largest weight of every pixel as its square root, whatever the scale of the map itself. One pick,
/// Button "whole-map", over the picture.
void add_whole_map(Scene& scene, const WholeMap& whole, const FigureStyle& style);

} // namespace heed
