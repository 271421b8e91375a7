// Recurrent cells: one step. Equations and gate orders are PyTorch's (tests/golden/README.md).
//
//   a = weight_ih x + bias_ih,  u = weight_hh h + bias_hh, split into blocks of rows
//   rnn   h' = tanh(a + u)
//   gru   r = sigma(a_r + u_r)  z = sigma(a_z + u_z)  n = tanh(a_n + r u_n)  h' = (1 - z) n + z h
//   lstm  i, f, o = sigma(a + u)  g = tanh(a_g + u_g)  c' = f c + i g        h' = o tanh(c')
#pragma once

#include "core/nn/cell_kind.h"
#include "core/nn/graph.h"
#include "core/nn/normalisation.h"

namespace heed::nn {

constexpr int gate_count(CellKind kind) { return kind == CellKind::Rnn ? 1 : kind == CellKind::Gru ? 3 : 4; }

template <class T>
struct CellState {
    Var<T> h; // (H, B)
    Var<T> c; // (H, B), lstm only
};

/// Where a cell's values are recorded: the quantities of its place in the model.
struct CellQuantities {
    Quantity input, recurrent, gates, memory, state;
};
inline const CellQuantities forward_quantities{Quantity::ForwardInput, Quantity::ForwardRecurrent,
                                               Quantity::ForwardGates, Quantity::ForwardMemory,
                                               Quantity::ForwardState};
inline const CellQuantities backward_quantities{Quantity::BackwardInput, Quantity::BackwardRecurrent,
                                                Quantity::BackwardGates, Quantity::BackwardMemory,
                                                Quantity::BackwardState};
inline const CellQuantities decoder_quantities{Quantity::DecoderInput, Quantity::DecoderRecurrent,
                                               Quantity::DecoderGates, Quantity::DecoderMemory,
                                               Quantity::State};

template <class T>
struct Cell {
    CellKind kind = CellKind::Gru;
    Var<T> weight_ih, weight_hh, bias_ih, bias_hh; // (G·H, in), (G·H, H), (G·H, 1), (G·H, 1)
    Norm<T> norm_ih, norm_hh;                      // of W x + b_ih and U h + b_hh

    Cell() = default;
    /// prefix: "encoder.forward." and the like.
    Cell(CellKind cell, const Graph<T>& graph, const std::string& prefix, const Normalisation& how = {});

    int size() const { return static_cast<int>(weight_hh.rows()) / gate_count(kind); } // H
    /// a for any number of columns at once: what does not wait for the state.
    Var<T> input(Var<T> x) const { return norm_ih(affine(weight_ih, x, bias_ih)); }
    /// One step from a (G·H, B). Records gates, memory and state at `index` of `layer`. `beside`, if set, is
    /// joined to h before weight_hh, which then has columns for it.
    CellState<T> step(const Graph<T>& graph, Var<T> a, const CellState<T>& before,
                      const CellQuantities& names, int index, int layer, Var<T> beside = {}) const;
    /// h = 0 and, for an lstm, c = 0.
    CellState<T> zero_state(Tape<T>& tape, Eigen::Index items) const;
};

/// Declares the parameters of a cell; `beside` columns of weight_hh are for what is joined to h.
template <class T>
void declare_cell(ParameterSet<T>& set, const std::string& prefix, CellKind kind, int inputs, int hidden,
                  const Normalisation& how = {}, int beside = 0);

} // namespace heed::nn
