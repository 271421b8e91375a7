// An entity network in small: its card among the mechanisms.
#pragma once

#include "app/figures/entity/entity.h"

namespace heed {

/// `loop`: 0 is still, the whole story read; from there to 1 sentence after sentence.
Scene story_miniature(const Trace& run, const StoryBoard& board, float width, float height, float loop,
                      const FigureStyle& style);

} // namespace heed
