// A pointer network in small: its card among the mechanisms.
#pragma once

#include "app/figures/base/figure.h"
#include "core/trace/trace.h"

namespace heed {

/// `loop`: 0 is still, with the whole answer; from there to 1 choice after choice.
Scene pointer_miniature(const Trace& run, float width, float height, float loop, const FigureStyle& style);

} // namespace heed
