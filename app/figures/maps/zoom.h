// How much of a map is in view: from the whole of it to single cells. Lengths in px at scale 1, places in
// cells. Nothing here knows what the map is of.
#pragma once

#include "app/figures/base/scene.h"

#include <array>
#include <string_view>

namespace heed {

/// What is asked for. A scale of 1 is the smallest at which all words can be read.
struct MapZoom {
    float scale = 0;           // 0: none was asked for
    bool following = true;     // what is newest stays in view; else the corner below
    float column = 0, row = 0; // the upper left corner
    bool operator==(const MapZoom&) const = default;
};

/// The cells of a map and the room for them.
struct MapRoom {
    int columns = 0, rows = 0;
    float width = 0, height = 0;
    float words_wide = 17, words_high = 18; // a cell whose words can be read
    float usual_wide = 76;                  // the largest one while all of the map is in view
    float most_wide = 160, most_high = 28;  // and the largest at all
};

struct CellSize {
    float width = 0, height = 0;
    bool operator==(const CellSize&) const = default;
};

/// What is in view. `columns` and `rows` may end within a cell.
struct MapWindow {
    CellSize cell;
    float column = 0, row = 0, columns = 0, rows = 0;
    bool operator==(const MapWindow&) const = default;
};

inline constexpr float zoom_notch = 1.25f;
inline constexpr float zoom_seconds = 0.16f;

/// The scale at which all of it is seen, at most 1; and the largest one.
float least_scale(const MapRoom& room);
float most_scale(const MapRoom& room);
/// Of a cell: both sides come from the whole to words at once, from there the width grows, and the height as
/// far as it may.
CellSize cell_at(const MapRoom& room, float scale);
/// The scale at which a cell is that wide.
float scale_of_width(const MapRoom& room, float width);
/// What is in view of cells of that size in the room, from that corner: moved so that it lies in the map.
MapWindow window_at(const MapRoom& room, CellSize cell, float column, float row);
/// The corner from which the cell at (column, row) is in view.
Point corner_showing(const MapWindow& window, int column, int row);

/// The stops between which one zooms, by the width of a cell.
struct ZoomStop {
    std::string_view name;
    float from; // px
};
inline constexpr std::array<ZoomStop, 5> zoom_stops = {
    {{"whole", 0}, {"bands", 4}, {"words", 17}, {"cells", 40}, {"one", 76}}};
int stop_at(float width);
/// Where a scale stands between the whole (0) and the largest cell (1), and back.
float slider_of(const MapRoom& room, float scale);
float scale_of_slider(const MapRoom& room, float place);

/// Where the window stands in a picture of the whole map: at least 8 × 8, within the picture.
Box frame_in(const MapRoom& room, const MapWindow& window, Box picture);
/// The corner of a window whose frame has its middle at that point of the picture.
Point corner_for_frame(const MapRoom& room, const MapWindow& window, Box picture, Point middle);

/// Of the numbers below a map: the first spacing that leaves 40 px between them.
int number_spacing(float pitch);

/// Between two zooms, at t from 0 to 1; the place about which it was zoomed stays where it is.
MapZoom between(const MapZoom& from, const MapZoom& to, float t);

} // namespace heed
