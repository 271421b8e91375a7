// The Step canvas: the unrolled network above the heatmap, on one shared x axis (design §5, phases §11, §12).
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/what_if/what_if.h"
#include "core/trace/trace.h"

namespace heed {

struct NetworkSettings {
    float width = 1240, height = 808; // of the canvas, px at scale 1
    bool heatmap = true;              // H
    float scroll = -1;      // horizontal scroll in px when the columns do not fit; -1: follow the playhead
    bool first_run = false; // everything dashed, with the words of design 7-first-run
    std::string welcome_title = {}; // of the first run; empty: by the model's task
    bool editable = false;          // weights can be taken hold of: their numbers and locks can be pointed at
    const WhatIf* what_if = nullptr;    // what the shown run is compared with; null: nothing
    WhatIfMap map = WhatIfMap::Changed; // of the three, in the heatmap
    bool operator==(const NetworkSettings&) const = default;
};

/// Where the columns stand, for hit testing and for scrolling.
struct NetworkLayout {
    float pitch = 0, left = 0; // centre of column j: left + (j + .5) pitch
    bool full = true;          // full mode (pitch >= 40) or compact
    float content_width = 0;   // of all columns; more than the room: the canvas scrolls
    float scroll = 0;          // used
    float bar_height = 60;     // of the strongest weight
    float legend_y = 0;        // of the heatmap's legend line, where there is one
    float switch_x = 0;        // where the switch between maps begins on that line, clear of the legend
    bool legend = false;
};
NetworkLayout network_layout(const Trace& trace, const Playhead& playhead, const NetworkSettings& settings);

Scene network_figure(const Trace& trace, const Playhead& playhead, const NetworkSettings& settings,
                     const FigureStyle& style);

} // namespace heed
