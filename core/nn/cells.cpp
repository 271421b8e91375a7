#include "core/nn/cells.h"

namespace heed::nn {
namespace {

/// What is normalised apart: the gates of a gru, and its candidate, where each has its own.
std::vector<int> norm_blocks(CellKind kind, const Normalisation& how, int hidden) {
    if (how.kind == NormKind::Gates && kind == CellKind::Gru) return {2 * hidden, hidden};
    return {gate_count(kind) * hidden};
}

} // namespace

template <class T>
Cell<T>::Cell(CellKind cell, const Graph<T>& graph, const std::string& prefix, const Normalisation& how)
    : kind(cell), weight_ih(graph[prefix + "weight_ih"]), weight_hh(graph[prefix + "weight_hh"]),
      bias_ih(graph[prefix + "bias_ih"]), bias_hh(graph[prefix + "bias_hh"]),
      norm_ih(graph, prefix + "norm_ih.", how, norm_blocks(kind, how, size())),
      norm_hh(graph, prefix + "norm_hh.", how, norm_blocks(kind, how, size())) {}

template <class T>
CellState<T> Cell<T>::step(const Graph<T>& graph, Var<T> a, const CellState<T>& before,
                           const CellQuantities& names, int index, int layer, Var<T> beside) const {
    const Var<T> h = beside ? concat_rows<T>({before.h, beside}) : before.h;
    const Var<T> u = norm_hh(affine(weight_hh, h, bias_hh));
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
                  const Normalisation& how, int beside) {
    const int rows = gate_count(kind) * hidden;
    set.add(prefix + "weight_ih", rows, inputs);
    set.add(prefix + "weight_hh", rows, hidden + beside);
    set.add(prefix + "bias_ih", rows, 1, 1);
    set.add(prefix + "bias_hh", rows, 1, 1);
    declare_norm(set, prefix + "norm_ih.", how, rows);
    declare_norm(set, prefix + "norm_hh.", how, rows);
}

template struct Cell<float>;
template struct Cell<double>;
template void declare_cell(ParameterSet<float>&, const std::string&, CellKind, int, int, const Normalisation&,
                           int);
template void declare_cell(ParameterSet<double>&, const std::string&, CellKind, int, int,
                           const Normalisation&, int);

} // namespace heed::nn
