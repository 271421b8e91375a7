// What the window draws, as a picture for paper.
#pragma once

#include "app/figures/figures.h"

namespace heed {

/// So many px wide a figure of the window is drawn, that its smallest text has that size on paper.
float px_wide(float width_mm, float font_pt);

/// A scene so many px wide, on white unless it is to be clear, with the title above it where there is one.
Picture on_paper(Scene scene, float width, const PaperSettings& paper, const FigureStyle& style);

} // namespace heed
