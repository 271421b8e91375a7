// Where everything stands in the picture of pooling. Sizes are px at scale 1 (gallery §15).
#pragma once

#include "app/figures/pooling/reading.h"

#include <algorithm>
#include <vector>

namespace heed::pools {

inline constexpr float gutter_left = 136, gutter_right = 144;
inline constexpr float controls_width = 224; // of what the window puts beside the legends

struct Plan {
    float edge = 0;  // where the names of the rows begin
    float first = 0; // left edge of moment 1, before scrolling
    float pitch = 0;
    bool words = false;
    int columns = 0;  // as many as the longest input has
    int count = 0;    // moments of the input above the maps
    float growth = 1; // of what is drawn, on a canvas larger than the design's: up to 2
    float scroll = 0, most_scroll = 0;
    float left = 0, right = 0; // of what shows moments
    float end = 0;             // of the input's moments as they are shown
    float samples_end = 0;     // of the longest sample's
    float gutter = 0;          // x of what stands right of the weights
    float errors = 0;          // x of what stands right of the samples
    float scale = 1;           // of everything above the maps: 1 as designed

    float header = 0, value = 0, value_room = 0, marker = 0; // middles; the room is up and down
    struct Weights {
        int member = 0;
        float base = 0, room = 0;
    };
    std::vector<Weights> weights;
    float unit = 84;                     // px of a weight of 1, in every row
    float band_top = 0, band_bottom = 0; // of what goes through the rows above the maps
    struct Map {
        int member = -1; // -1: not there
        float title = 0, top = 0;
        int rows = 0;
    };
    Map attention, dense;
    int samples = 0;
    int own = 0;            // rows of the user's own input: 1 where no sample is shown
    bool one_dense = false; // short of height all rows of Dense, which are the same, are one
    float row = 22;         // px of a row of the maps
    float legend = 0;
    float bottom = 0;   // of the last map
    float controls = 0; // middle of what the window puts beside the legends
    float bar = 0;      // middle of the bar that says what is scrolled; 0: nothing is

    /// The middle of a moment, as it is scrolled.
    float x(int t) const { return first - scroll + (static_cast<float>(t) + 0.5f) * pitch; }
    bool shows(int t) const { return x(t) >= left - 0.5f && x(t) <= right + 0.5f; }
    /// Nothing of the moments is cut where they do not scroll.
    bool scrolls() const { return most_scroll > 0; }
    bool roomy() const { return scale >= 0.85f; }
    /// What a row of the maps shows: a sample, or -1: the user's own input.
    int sample_of(int r) const { return r - own; }
    float row_end(int r) const { return sample_of(r) < 0 ? end : samples_end; }
    float row_error(int r) const { return sample_of(r) < 0 ? std::max(gutter, errors) : errors; }
    float row_y(const Map& map, int i) const { return map.top + (static_cast<float>(i) + 0.5f) * row; }
};

Plan plan_of(const PoolingBoard& board, const PoolingSettings& settings);

} // namespace heed::pools
