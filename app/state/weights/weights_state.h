// How weights that were computed elsewhere are looked at: one map, or all of them as thumbnails.
#pragma once

namespace heed {

struct WeightsState {
    bool all = false;                 // all maps are on the screen
    bool enlarged = false;            // the one that is came out of them: Esc leads back
    int from = -1;                    // which one that was
    float scroll_x = 0, scroll_y = 0; // px at scale 1, of all maps
    bool follow = false;              // the chosen map is to be scrolled into sight
    bool operator==(const WeightsState&) const = default;
};

} // namespace heed
