// Where everything stands in the picture of one recurrent network. Sizes are px at scale 1 (gallery §14).
#pragma once

#include "app/figures/one_rnn/reading.h"

namespace heed::past {

inline constexpr float gutter_left = 154, gutter_right = 174;
inline constexpr float controls_width = 368; // of what the window puts above the states

struct Plan {
    float edge = 0;  // where the names of the rows begin
    float first = 0; // left edge of the first state's column, before scrolling
    float pitch = 0;
    int columns = 0, steps = 0;
    float scroll = 0, most_scroll = 0;
    float left = 0, right = 0;          // of what shows states
    float gutter = 0;                   // x of what stands right of the map
    float up = 1;                       // of everything above the map: 1 as designed
    bool full = true;                   // the inside of states is shown
    bool names = true;                  // there is room for the rows' second lines
    bool hall = false;                  // no legend, nothing right of the map
    float names_x = 16, labels_x = 144; // from the edge: the rows' names; the right end of the map's

    // Middles, but for the base line of the weights and the map's upper edge.
    float output = 0, arcs = 0, context = 0, base = 0, room = 0, numbers = 0, state = 0, letters = 0,
          embedding = 0, input = 0, map = 0;
    float state_high = 28;
    float row = 30; // px of a row of the map
    float legend = 0;
    float bar = 0; // middle of the bar that says what is scrolled; 0: nothing is
    Box controls;

    float x(int column) const { return first - scroll + (static_cast<float>(column) + 0.5f) * pitch; }
    bool shows(int column) const { return x(column) >= left - 0.5f && x(column) <= right + 0.5f; }
    bool scrolls() const { return most_scroll > 0; }
    float row_y(int t) const { return map + (static_cast<float>(t) + 0.5f) * row; }
    float map_bottom() const { return map + static_cast<float>(steps) * row; }
};

Plan plan_of(const Reading& reading, const OneRnnSettings& settings);

} // namespace heed::past
