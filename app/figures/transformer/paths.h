// Where the residual stream goes: the places of a side after one layer, in the plane in which they differ
// most.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/transformer/heads.h"
#include "core/trace/trace.h"

namespace heed {

struct StreamPathsSettings {
    float width = 1240, height = 808; // of the canvas
    HeadsInFront front{};             // its layer, else the newest sub-step's
    float free_right = 0;             // px at the upper right that are not the picture's
    bool operator==(const StreamPathsSettings&) const = default;
};

/// Picks: Column j = a place that is read, Row i = the place that writes output i.
Scene stream_paths_figure(const Trace& run, const Playhead& playhead, const StreamPathsSettings& settings,
                          const FigureStyle& style);

} // namespace heed
