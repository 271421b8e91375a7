// Zooming and scrolling on Step's canvas: the wheel, the picture of the whole, the slider, the stops.
#pragma once

#include "app/figures/maps/map.h"
#include "app/figures/seq2seq/network/whole.h"
#include "app/state/step/zoom.h"
#include "app/views/base/ui.h"

#include <functional>

namespace heed {

/// What is found once a run, and once a canvas: kept between frames.
struct KnownRun {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const WhatIf> what_if;
    WhatIfMap map = WhatIfMap::Changed;
    std::shared_ptr<const InfluenceMap> influence;
    std::shared_ptr<const WholeRun> whole;
    float width = 0, height = 0, beside = -1, type = 1; // of the canvas that the type was found for
    bool heatmap = true;
    std::shared_ptr<const Trace> laid_out; // in whose layout, while a weight is held
    // Of a map of a file:
    LabelledMap labels;
    std::shared_ptr<const MapValues> values;
    // As the canvas was drawn last.
    bool zoomed = false;
    MapWindow window;
    float outputs_right = 0; // where they end: the switch between views keeps clear of them
};
/// Of the run that Step shows.
KnownRun& known_run_of(Ui& ui, const std::shared_ptr<const WhatIf>& what_if);
/// The scale of type for a canvas, found anew only when that changes.
float type_of(KnownRun& known, const Trace& trace, const NetworkSettings& settings);

/// A canvas with a map, as far as zooming goes.
struct ZoomedCanvas {
    Point origin; // of the figure
    Box room;     // where the wheel acts
    MapInView view;
    Box cells, whole;     // in the figure; the latter may be empty
    float type = 1;       // how much larger than designed the cells are drawn
    bool follows = false; // there is a newest row
    bool hall = false;    // no slider, and what is left stands clear of a large picture
    std::function<MapZoom(float scale, Point at)> about;
};
/// Wheel, picture of the whole, slider, “Follow” and the stops. After the figure has been drawn.
void zoom_controls(Ui& ui, const ZoomedCanvas& canvas);

/// In a table of source tokens that is drawn at `origin`: on which side of the canvas those stand that are
/// out of sight.
void mark_out_of_sight(Ui& ui, const Scene& table, Point origin);

} // namespace heed
