// A cell over a sequence, in either direction.
#pragma once

#include "core/nn/cells.h"
#include "core/nn/sequences.h"

#include <functional>

namespace heed::nn {

enum class Direction { LeftToRight, RightToLeft };

template <class T>
struct SequenceStates {
    std::vector<Var<T>> states; // by position t: (H, B)
    CellState<T> last;          // after the last token read: position T-1, or position 0
};

/// x: (in, T·B), position by position. Padding leaves the state as it was, so that `last` is each item's own.
/// `recorded_at`, if given, is the position under which position t of the (single) item is recorded.
template <class T>
SequenceStates<T> run_cell(Graph<T>& graph, const Cell<T>& cell, Var<T> x, const Sequences& batch,
                           Direction direction, int layer, const std::function<int(int)>& recorded_at = {});

} // namespace heed::nn
