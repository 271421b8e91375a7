#include "core/nn/cells.h"

namespace heed::nn {

template <class T>
CellState<T> Cell<T>::step(const Graph<T>& graph, Var<T> a, const CellState<T>& before,
                           const CellQuantities& names, int index, int layer, Var<T> beside) const {
    const Var<T> h = beside ? concat_rows<T>({before.h, beside}) : before.h;
    const Var<T> u = affine(weight_hh, h, bias_hh);
    CellState<T> after;
    Var<T> gates;
    switch (kind) {
    case CellKind::Rnn:
        after.h = tanh(add(a, u));
        break;
    case CellKind::Gru:
        gates = gru_gates(a, u);
        after.h = gru_state(gates, before.h);
        break;
    case CellKind::Lstm:
        gates = lstm_gates(a, u);
        after.c = lstm_memory(gates, before.c);
        after.h = lstm_state(gates, after.c);
        break;
    }
    graph.record(names.input, index, a, layer);
    graph.record(names.recurrent, index, u, layer);
    graph.record(names.gates, index, gates, layer);
    graph.record(names.memory, index, after.c, layer);
    graph.record(names.state, index, after.h, layer);
    return after;
}

template <class T>
CellState<T> Cell<T>::zero_state(Tape<T>& tape, Eigen::Index items) const {
    CellState<T> state;
    state.h = tape.constant(Matrix<T>::Zero(size(), items));
    if (kind == CellKind::Lstm) state.c = tape.constant(Matrix<T>::Zero(size(), items));
    return state;
}

template <class T>
void declare_cell(ParameterSet<T>& set, const std::string& prefix, CellKind kind, int inputs, int hidden,
                  int beside) {
    const int rows = gate_count(kind) * hidden;
    set.add(prefix + "weight_ih", rows, inputs);
    set.add(prefix + "weight_hh", rows, hidden + beside);
    set.add(prefix + "bias_ih", rows, 1, 1);
    set.add(prefix + "bias_hh", rows, 1, 1);
}

template struct Cell<float>;
template struct Cell<double>;
template void declare_cell(ParameterSet<float>&, const std::string&, CellKind, int, int, int);
template void declare_cell(ParameterSet<double>&, const std::string&, CellKind, int, int, int);

} // namespace heed::nn
