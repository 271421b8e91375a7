// Attention over time for a hall: the weights of one model in large bars, what it and the others answer, and
// what Dense has learnt for the same moments.
#pragma once

#include "app/figures/inspector/result_line.h"
#include "app/figures/pooling/pooling.h"

namespace heed {

/// As designed for 1600 px; `height` without the band. Picks: PickKind::Column i = a moment.
Scene pooling_lecture(const PoolingBoard& board, const Playhead& playhead, float width, float height,
                      const FigureStyle& style);
/// The equation of the newest phase with its result, as the inspector's card has it; empty before the first.
ResultLine pooling_result_line(const PoolingBoard& board, const Playhead& playhead, const FigureStyle& style);

} // namespace heed
