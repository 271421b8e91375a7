// Every map there is at once: layers × heads, or sentences, as thumbnails with a number below each.
//
// Sizes are px at scale 1. Nothing here knows what computed the maps.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/maps/map.h"
#include "app/figures/maps/zoom.h"

#include <optional>
#include <span>
#include <string>

namespace heed {

enum class GridMark { None, Best, With }; // the best map, and those that are best together with it

struct GridMap {
    int layer = 0, head = 0;                 // its place in the grid, from 0: row and column
    const Eigen::MatrixXf* values = nullptr; // (columns, rows) of the map; must outlive the call
    std::optional<float> measure{};          // from 0 to 1; none: entropy_share()
    std::string name{};                      // what it does, said where there is room: "aligns"
    GridMark mark = GridMark::None;
};

struct GridSettings {
    float width = 1132, height = 784;
    std::string row_name = "layer", column_name = "head";
    std::string measure = "entropy, 0 to 1"; // what the numbers are
    bool top_down = false;                   // the first row at the top; else the last, as layers are stacked
    float least = 24;    // px: no side of a map is shorter; where that does not fit, they scroll,
    float readable = 48; // and no side is shorter than this
    bool ramp = true;    // the colours are explained below the maps
    int chosen = -1;     // in the list of maps
    float scroll_x = 0, scroll_y = 0;
    bool operator==(const GridSettings&) const = default;
};

/// What is pointed at: a map of the list, and a row, a column or a cell of it; -1: not that.
struct GridCell {
    int map = -1, row = -1, column = -1;
    bool operator==(const GridCell&) const = default;
};

/// Where the maps stand: where they would be too small to read, they scroll below their columns' names.
struct GridPlan {
    int rows = 0, columns = 0;      // of the grid
    float pitch_x = 0, pitch_y = 0; // from one map to the next
    float width = 0, height = 0;    // of a map
    float gutter = 0;               // of the rows' names
    bool names = false;             // there is room for what the maps do
    bool top_down = false;
    Box area;     // what shows maps
    Point origin; // of the first map, where nothing has scrolled
    float most_scroll_x = 0, most_scroll_y = 0;
    float scroll_x = 0, scroll_y = 0; // within these

    Box box(const GridMap& map) const;
    /// Where the plan would have to be scrolled to for all of the map to be seen; unchanged where it is.
    Point scroll_to(const GridMap& map) const;
};
GridPlan grid_plan(std::span<const GridMap> maps, const GridSettings& settings, const FigureStyle& style);

/// Of the whole grid at the settings' width, with maps as large as that allows.
float grid_height(std::span<const GridMap> maps, GridSettings settings, const FigureStyle& style);

/// Picks: Button "map" with i = layer, j = head, k = the map's place in the list; Row "layer" and Column
/// "head" on the names.
Scene grid_figure(std::span<const GridMap> maps, const GridSettings& settings, const FigureStyle& style);
/// What lies over it while something is pointed at: a frame round the map, and the same row, column or cell
/// in every map that has it. By itself, so that the maps need not be drawn anew.
Scene grid_pointing(std::span<const GridMap> maps, const GridSettings& settings, const GridCell& cell,
                    const FigureStyle& style);
/// The map and the cell at a point of the figure; in the words below a map the map alone.
GridCell grid_at(std::span<const GridMap> maps, const GridSettings& settings, const FigureStyle& style,
                 Point at);

/// The mean entropy of the map's rows as a share of that of even weights: 0 all on one, 1 spread evenly.
float entropy_share(const Eigen::MatrixXf& values);

/// How one map is looked at.
struct MapSettings {
    float width = 420, height = 420;
    std::string title;
    int row = -1, column = -1; // looked at
    bool card = false;         // by itself on a card, which it fills
    /// On a screen, what cannot be read at once is zoomed, with a picture of the whole beside it
    /// (maps/part.h).
    bool overview = false;
    MapZoom zoom = {};
    std::shared_ptr<const MapValues> values = {}; // of the map as it lies in memory; null: of the map itself
    bool operator==(const MapSettings&) const = default;
};
/// One map of the grid, enlarged: its title, the cell looked at, its labels, and how much there is of rows
/// that sum to less than 1. Picks: Cell, Row and Column.
Scene map_figure(const LabelledMap& map, const MapSettings& settings, const FigureStyle& style);

} // namespace heed
