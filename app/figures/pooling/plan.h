// Where everything stands in the picture of pooling. Sizes are px at scale 1 (gallery §15).
#pragma once

#include "app/figures/pooling/reading.h"

#include <vector>

namespace heed::pools {

inline constexpr float gutter_left = 136, gutter_right = 144;
inline constexpr float controls_width = 224; // of what the window puts beside the legends

struct Plan {
    float edge = 0;  // where the names of the rows begin
    float first = 0; // left edge of moment 1, before scrolling
    float pitch = 0;
    bool words = false;
    int columns = 0; // as many as the longest input has
    float scroll = 0, most_scroll = 0;
    float left = 0, right = 0; // of what shows moments
    float scale = 1;           // of everything above the maps: 1 as designed

    float header = 0, value = 0, value_room = 0, marker = 0; // middles; the room is up and down
    struct Weights {
        int member = 0;
        float base = 0, room = 0;
    };
    std::vector<Weights> weights;
    float unit = 106;                    // px of a weight of 1, in every row
    float band_top = 0, band_bottom = 0; // of what goes through the rows above the maps
    struct Map {
        int member = -1; // -1: not there
        float title = 0, top = 0;
    };
    Map attention, dense;
    int samples = 0;
    float row = 22; // px of a row of the maps
    float legend = 0;
    float bottom = 0; // of the last map

    /// The middle of a moment, as it is scrolled.
    float x(int t) const { return first - scroll + (static_cast<float>(t) + 0.5f) * pitch; }
    bool shows(int t) const { return x(t) >= left - 0.5f && x(t) <= right + 0.5f; }
    /// Nothing of the moments is cut where they do not scroll.
    bool scrolls() const { return most_scroll > 0; }
    bool roomy() const { return scale >= 0.85f; }
    float ramp = 120; // px of a colour bar
    /// What the legends take at most.
    float legend_width() const { return 2 * ramp + 420; }
    float row_y(const Map& map, int i) const { return map.top + (static_cast<float>(i) + 0.5f) * row; }
};

Plan plan_of(const PoolingBoard& board, const PoolingSettings& settings);

} // namespace heed::pools
