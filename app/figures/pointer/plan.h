// Where everything stands in the picture of a pointer network. Sizes are px at scale 1 (gallery §16).
#pragma once

#include "app/figures/pointer/reading.h"

namespace heed::points {

struct Plan {
    float edge = 0; // of the canvas
    Box plane;      // or what holds the number line
    Box inner;      // where the numbers' range lies
    float low = 0, high = 1;
    float radius = 9;

    float title = 0;  // of both halves
    float names = 0;  // left edge of the rows' names
    float first = 0;  // left edge of the first slot's column
    float pitch = 47; // px a slot
    float right = 0;  // of the last
    float decoder = 0, base = 0, room = 52, encoder = 0,
          labels = 0;                   // middles; base line and height of weights
    float box_wide = 34, box_high = 28; // of a state
    float map = 0, row = 42;            // top, px an output
    float legend = 0;                   // under the map
    Box panel;                          // of masking; without height where there is no room
    Box toggle;
    float key = 0; // under the plane: what its colours mean
    Box controls;
    float words = 0;   // below these; 0: no room
    bool roomy = true; // names have a second line

    float x(int slot) const { return first + (static_cast<float>(slot) + 0.5f) * pitch; }
    float row_y(int i) const { return map + (static_cast<float>(i) + 0.5f) * row; }
    Point at(float px, float py) const;
};

Plan plan_of(const Reading& reading, const PointerSettings& settings);

} // namespace heed::points
