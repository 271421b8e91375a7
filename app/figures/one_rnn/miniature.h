// One recurrent network over its own past in small: its card among the mechanisms.
#pragma once

#include "app/figures/base/figure.h"
#include "core/trace/trace.h"

namespace heed {

/// `loop`: 0 is still, at the last step; from there to 1 step after step.
Scene one_rnn_miniature(const Trace& run, float width, float height, float loop, const FigureStyle& style);

} // namespace heed
