// Every head of a run, and what became of it when some were changed, on paper.
#pragma once

#include "app/figures/figures.h"

namespace heed {

bool can_print_heads(const FigureSource& source);
Picture heads_on_paper(const FigureSource& source, const PaperSettings& paper, const FigureStyle& style);
bool can_print_changed_heads(const FigureSource& source);
Picture changed_heads_on_paper(const FigureSource& source, const PaperSettings& paper,
                               const FigureStyle& style);

} // namespace heed
