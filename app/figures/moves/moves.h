// What moved one output of a Transformer: what every head, layer and bias added to its logit or to its margin
// over a rival, largest first; what came from each word of the source; and what each layer would have said.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/column.h"
#include "core/analysis/moves/moves.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

/// What it is drawn from, to be exported.
struct MovesBoard final : Board {
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const moves::Moves> moves;
};

struct MovesSettings {
    float width = 360;
    bool head = false;              // which output and token, above it: on paper, where nothing else says so
    int hover = -1;                 // the part that is pointed at, its number among all
    std::vector<HeadPlace> front{}; // heads whose maps are shown beside it
    bool operator==(const MovesSettings&) const = default;
};

/// Picks: Button "moved:N", N the part's number, i = 0 own side, 1 source, j = layer, k = head; Column j = a
/// place of the source.
Scene moves_figure(const Trace& run, const moves::Moves& moves, const MovesSettings& settings,
                   const FigureStyle& style);

/// The same below what an inspector has drawn.
void moves_blocks(inspector::Column& column, const Trace& run, const moves::Moves& moves,
                  const MovesSettings& settings = {});
/// The number of the part that a pick stands for; -1: it is none.
int moved_part(const PickId& pick);

/// The line below the picture: "Head 2 of layer 2 on the source moves it most, +3.10 of the logit's +9.31; it
/// is the likeliest from layer 1 on.".
std::string moves_sentence(const Trace& run, const moves::Moves& moves);

} // namespace heed
