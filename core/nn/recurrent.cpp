#include "core/nn/recurrent.h"

namespace heed::nn {

template <class T>
SequenceStates<T> run_cell(Graph<T>& graph, const Cell<T>& cell, Var<T> x, const Sequences& batch,
                           Direction direction, int layer, const std::function<int(int)>& recorded_at) {
    const bool forward = direction == Direction::LeftToRight;
    const CellQuantities& names = forward ? forward_quantities : backward_quantities;
    const bool ragged = batch.ragged();
    const Var<T> a = cell.input(x); // (G·H, T·B) in one product

    SequenceStates<T> result;
    result.states.resize(static_cast<std::size_t>(batch.length));
    CellState<T> state = cell.zero_state(graph.tape(), batch.items);
    for (int n = 0; n < batch.length; ++n) {
        const int t = forward ? n : batch.length - 1 - n;
        const Var<T> a_t = columns(a, Eigen::Index(t) * batch.items, batch.items);
        CellState<T> next = cell.step(graph, a_t, state, names, recorded_at ? recorded_at(t) : t, layer);
        if (ragged) {
            const std::vector<bool> present = batch.present(t);
            next.h = choose_columns(next.h, state.h, present);
            if (next.c) next.c = choose_columns(next.c, state.c, present);
        }
        state = next;
        result.states[static_cast<std::size_t>(t)] = state.h;
    }
    result.last = state;
    return result;
}

template SequenceStates<float> run_cell(Graph<float>&, const Cell<float>&, Var<float>, const Sequences&,
                                        Direction, int, const std::function<int(int)>&);
template SequenceStates<double> run_cell(Graph<double>&, const Cell<double>&, Var<double>, const Sequences&,
                                         Direction, int, const std::function<int(int)>&);

} // namespace heed::nn
