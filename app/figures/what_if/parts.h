// The parts of the what-if figure, each drawn by its own file.
#pragma once

#include "app/figures/what_if/what_if.h"

namespace heed::whatif {

inline constexpr float left_edge = 16, line = 28; // px: of the page; between the two sentences

/// Both sentences from the top left, at most that wide, and what is said below them; returns the height.
float add_sentences(Scene& scene, const WhatIf& w, const WhatIfOptions& options, float width,
                    const FigureStyle& style);
/// The maps, in the box.
void add_maps(Scene& scene, const WhatIf& w, const WhatIfOptions& options, Box box, const FigureStyle& style);

/// Token of a row in either run; null where it has none.
const TraceStep* model_step(const WhatIf& w, int row);
const TraceStep* changed_step(const WhatIf& w, int row);

} // namespace heed::whatif
