// Where everything stands on cards with a map each: one plan for all, so that rows and columns of the same
// tokens stand at the same places in every card. Sizes are px at scale 1.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/maps/map.h"

#include <span>

namespace heed {

inline constexpr float card_gap = 8, card_edge = 16; // px: between cards, inside a card

/// How many maps stand beside and below one another: 1, 2, 3, 2×2, 3×2, 3×3.
struct MapGrid {
    int columns = 0, rows = 0;
};
MapGrid map_grid(int maps);
/// The same in that room: more than nine are so arranged that each is as large as can be.
MapGrid map_grid(int maps, float width, float height);

enum class MapLabels {
    Flat,    // upright, all of them
    Slanted, // all of them: 55 degrees, or upwards where columns stand closer
    Numbers  // every so manieth position, as a number
};

struct MapPlan {
    float width = 0, height = 0;    // of a card
    float pitch_x = 0, pitch_y = 0; // of a cell
    float gutter = 0;               // row labels, with the gap to the map
    float header = 0;               // column labels
    float title = 0;                // above the labels of the columns
    float bottom = 0;               // below the map: more where any card has notes
    float top = 0;                  // of every map, from the card's top
    float right = 20;               // right of the map: more where slanted labels reach beyond it
    float type = 11;                // of labels and numbers: larger on large cells
    float slant = 55;               // degrees, of slanted labels
    MapLabels rows = MapLabels::Flat, columns = MapLabels::Slanted;
    int row_stride = 1, column_stride = 1; // of the numbers
    int most_columns = 0, most_rows = 0;   // over the maps; 0: there is none

    /// The map of so many cells on a card; its label gutter is to the left of it.
    Box map(Box card, int columns, int rows) const;
    float gap() const;    // between cells
    float radius() const; // of a cell
};

inline constexpr float smallest_type = 9; // px: of words, before they become numbers
inline constexpr float largest_cell = 48; // px: of several maps; short inputs are not blown up
/// Of a map that has a card of that size to itself: a short sentence fills it.
float largest_cell_of(float width, float height);

/// Words where they fit, numbers where not: how many of the two sides are numbered.
int numbered_sides(const MapPlan& plan);

/// A card a map; a map without labels is still to come, and is not measured. `largest`: of a cell. `grid`: so
/// many cards beside and below one another, else as map_grid() says. `least_type`: letters are no smaller.
MapPlan map_plan(std::span<const LabelledMap> maps, float width, float height, bool notes,
                 const FigureStyle& style, float largest = largest_cell, MapGrid grid = {},
                 float least_type = smallest_type);

} // namespace heed
