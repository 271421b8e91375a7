// What each head added, as a grid: layers one above the other, heads side by side, a cell for each.
#pragma once

#include "app/figures/moves/moves.h"

namespace heed {

/// For each kind of attention that the run has; with a legend below. `named`: the other direction speaks for
/// a rival. Picks: Button "moved:N", as the rows of moves_figure.
void moves_grids(inspector::Column& column, const Trace& run, const moves::Moves& moves,
                 const MovesSettings& settings);

/// "+0.42", "−1.10"; what would read as nothing is "0.00".
std::string moved_number(double value);
/// "Head 3 of layer 2 on the source adds +0.42, most of it through “bank”".
std::string moved_tip(const Trace& run, const moves::Part& part);
/// What pressing it opens.
PickId moved_pick(const moves::Part& part, int number);

} // namespace heed
