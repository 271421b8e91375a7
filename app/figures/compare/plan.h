// Where everything stands on the panels of a comparison: one plan for all, so that rows and columns of the
// same tokens stand at the same places in every panel.
#pragma once

#include "app/figures/compare/compare.h"

namespace heed::compare {

enum class Labels {
    Flat,    // upright, all of them
    Slanted, // 55 degrees, all of them
    Numbers  // every so manieth position, as a number
};

struct PanelPlan {
    float width = 0, height = 0;    // of a card
    float pitch_x = 0, pitch_y = 0; // of a cell
    float gutter = 0;               // row labels, with the gap to the map
    float header = 0;               // column labels
    float title = 0;                // above the labels of the columns
    float bottom = 0;               // below the map: more where any panel has notes
    float top = 0;                  // of every map, from the card's top
    Labels rows = Labels::Flat, columns = Labels::Slanted;
    int row_stride = 1, column_stride = 1;  // of the numbers
    int most_sources = 0, most_outputs = 0; // over the panels; 0: no run is there

    /// The map of T × N cells on a card; its label gutter is to the left of it.
    Box map(Box card, int sources, int outputs) const;
    float gap() const;    // between cells
    float radius() const; // of a cell
};

PanelPlan panel_plan(std::span<const ComparePanel> panels, float width, float height, bool notes,
                     const FigureStyle& style);

inline constexpr float slant = 55;      // degrees
inline constexpr float label_size = 11; // px
inline constexpr float right_edge = 20; // px, right of the map

} // namespace heed::compare
