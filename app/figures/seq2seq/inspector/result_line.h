// The one equation of the newest sub-step.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/result_line.h"
#include "core/trace/trace.h"

namespace heed {

/// Of the column that is pointed at or chosen, else the one with the most weight. Empty before the first
/// step.
ResultLine result_line(const Trace& trace, const Playhead& playhead, const FigureStyle& style);

} // namespace heed
