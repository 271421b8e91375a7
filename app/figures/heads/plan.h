// Where everything stands in the atlas. Sizes are px at scale 1 (heads §26).
#pragma once

#include "app/figures/heads/seen.h"

#include <algorithm>

namespace heed::atlas {

struct Plan {
    Grid grid;
    bool compact = false; // one bar and one number, below the map
    bool by_layer = true; // names of layers stand left, and where `named` is not those of heads above
    bool named = false;   // each map has its own name below
    bool numbers = true;  // at each map
    float line = 0;       // px of name and number below a small map
    Point from{};         // upper left corner of the first map, before it is scrolled
    float pitch_x = 0, pitch_y = 0, map_wide = 0, map_high = 0;
    float scroll_x = 0, scroll_y = 0, most_scroll_x = 0, most_scroll_y = 0;
    Box area{};                   // of all maps with what stands beside them
    float legend = 0, height = 0; // the upper edge of the one; what all of it takes

    bool scrolls() const { return most_scroll_x > 0 || most_scroll_y > 0; }
    Box map(const Place& place) const {
        return {from.x - scroll_x + static_cast<float>(place.column) * pitch_x,
                from.y - scroll_y + static_cast<float>(place.row) * pitch_y, map_wide, map_high};
    }
    /// With its numbers and words.
    Box whole(const Place& place) const;
    /// Where numbers end, right of a map or below it.
    float numbers_right(const Box& map) const {
        return compact ? map.x + std::max(map.w, line) : map.x + pitch_x - 18;
    }
    bool shows(const Box& whole) const {
        return whole.right() > area.x && whole.x < area.right() && whole.bottom() > area.y &&
               whole.y < area.bottom();
    }
};
Plan plan_of(const Seen& seen, const HeadsSettings& settings);
/// With which maps are largest on a canvas of that size; by layer, as a layer has heads unless that leaves it
/// half empty.
int columns_for(const Seen& seen, AtlasOrder order, float width, float height);

} // namespace heed::atlas
