// Weights that were computed elsewhere: there are tokens and a map, and no model behind them.
#pragma once

#include "app/figures/base/figure.h"
#include "core/trace/trace.h"

#include <string>

namespace heed {

/// Whether nothing but tokens and weights is known.
bool is_weights_only(const Trace& trace);

/// "12 outputs over 14 source tokens. Rows sum to 1." or which do not.
std::string weights_summary(const Trace& trace);

/// One output: where it looks, as a table, with sum and entropy. `column` is lit in it; -1: none.
Scene weights_row_figure(const Trace& trace, int row, int column, float width, const FigureStyle& style);

} // namespace heed
