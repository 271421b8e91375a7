// A figure on paper with what must be said beneath it: the way to every file and to the clipboard.
#pragma once

#include "app/figures/figures.h"

namespace heed {

/// Why the models behind it must be doubted, a sentence; empty: nothing is known.
std::string doubt_of(const FigureSource& source);

/// The figure's picture; under it the doubt, which no setting takes away.
Picture paper_picture(const FigureKind& figure, const FigureSource& source, const PaperSettings& paper,
                      const FigureStyle& style);

} // namespace heed
