// The Step canvas: the unrolled network above the heatmap, on one shared x axis (design §5, phases §11, §12).
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/maps/zoom.h"
#include "app/figures/what_if/marks.h"
#include "app/figures/what_if/what_if.h"
#include "core/trace/trace.h"

namespace heed {

/// What of a whole run every frame needs, found once.
struct WholeRun;

/// Of a run without weights: how strongly each state s_i changes with each source token, |d s_i / d x_j|_F
/// (core/analysis/influence).
struct InfluenceMap {
    MatrixXf norms;  // (T, N)
    MatrixXf shares; // each column over its largest number
};

struct NetworkSettings {
    float width = 1240, height = 808; // of the canvas, px at scale 1
    bool heatmap = true;              // H
    float scroll = -1;      // horizontal scroll in px when the columns do not fit; -1: follow the playhead
    bool first_run = false; // everything dashed, with the words of design 7-first-run
    std::string welcome_title = {}; // of the first run; empty: by the model's task
    bool editable = false;          // weights can be taken hold of: their numbers and locks can be pointed at
    const WhatIf* what_if = nullptr;    // what the shown run is compared with; null: nothing
    WhatIfMap map = WhatIfMap::Changed; // of the three, in the heatmap
    /// On a screen, what does not fit is zoomed and scrolled, with a picture of the whole beside it.
    bool overview = false;
    MapZoom zoom = {};
    float type = 1;                             // everything is drawn so many times larger than designed
    bool lecture = false;                       // for a hall: fewer rows and words, no legend
    float beside = 0;                           // px kept free right of P(chosen)
    std::shared_ptr<const WholeRun> whole = {}; // null: found anew
    const RowPreview* preview = nullptr;        // drawn beside an output's own weights; null: none
    /// In the heatmap's place where there are no weights: the map, room for it while it is measured, or why
    /// there is none.
    std::shared_ptr<const InfluenceMap> influence = {};
    bool influence_soon = false;
    std::string no_influence = {};
    const std::vector<FragilityMark>* fragility = nullptr; // one an output, in the room `beside`; null: none
    LaidOut laid_out =
        {}; // of the same source: columns, rows and the scale of the bars stay as they are there
    bool operator==(const NetworkSettings&) const = default;
};

/// Where the columns stand, for hit testing and for scrolling.
struct NetworkLayout {
    float pitch = 0, left = 0; // centre of column j: left + (j + .5) pitch
    bool full = true;          // full mode or compact
    float content_width = 0;   // of all columns; more than the room: the canvas scrolls
    float scroll = 0;          // used
    float bar_height = 60;     // of the weight bar_ceiling()
    float legend_y = 0;        // of the heatmap's legend line, where there is one
    float switch_x = 0;        // where the switch between maps begins on that line, clear of the legend
    float outputs_right = 0;   // where the last output ends once it is written: its word, or its column
    bool legend = false;
    bool slots = false; // columns past the source have bars of that scale
    // Of a part that is in view:
    bool zoomed = false; // there is a picture of the whole beside it
    MapRoom room;        // for all cells, in px as designed
    MapWindow window;    // the part, likewise
    float scale = 0;     // used
    float least = 0;     // with all of it in view
    bool fits = false;   // all of it can be read at once, without a zoom
    Box cells, whole;    // where the part and the picture of the whole stand; the latter may be empty
    bool all = true;     // nothing is out of sight
};
NetworkLayout network_layout(const Trace& trace, const Playhead& playhead, const NetworkSettings& settings);

/// The zoom at which the cell under a point stays there while all becomes `times` larger.
MapZoom zoom_about(const Trace& trace, const Playhead& playhead, const NetworkSettings& settings, float scale,
                   Point at);
/// The same from the layout now and the one of that scale.
MapZoom zoom_about(const NetworkLayout& now, const NetworkLayout& then, float type, Point at);
/// How much larger than designed everything may be drawn in a canvas of that size.
float type_scale(const Trace& trace, const NetworkSettings& settings);

/// What the column of fragilities takes of a canvas; 0 where it has no room.
float fragility_room(const Trace& trace, const NetworkSettings& settings);
/// The weight of a full bar of output i: .1, .2, .5 or 1. `slots`: past the source stand bars, too.
float bar_ceiling(const Trace& trace, int i, const RowPreview* preview = nullptr, bool slots = false);

Scene network_figure(const Trace& trace, const Playhead& playhead, const NetworkSettings& settings,
                     const FigureStyle& style);

} // namespace heed
