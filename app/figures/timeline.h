// The transport's timeline, of any outline: one segment a phase that goes over many places, one an output
// (design §4).
#pragma once

#include "app/figures/base/figure.h"
#include "core/trace/trace.h"

namespace heed {

Scene timeline_figure(const Trace& trace, const Playhead& playhead, float width, float height,
                      const FigureStyle& style);
/// The `at` that a press at x chooses.
int timeline_at(const Trace& trace, float width, float x);

} // namespace heed
