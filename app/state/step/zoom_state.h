// How much of a map Step shows, and how far it has come there.
#pragma once

#include "app/figures/maps/zoom.h"

namespace heed {

struct ZoomState {
    MapZoom now;  // what is wanted
    MapZoom from; // what it comes from, and how far: 1 it has arrived
    float arrived = 1;
    MapZoom before;        // what Z leads back to from the whole
    double told_until = 0; // on the clock: the stops are shown until then
    bool operator==(const ZoomState&) const = default;
};

} // namespace heed
