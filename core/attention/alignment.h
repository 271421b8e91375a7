// From energies to weights: over the whole source, or inside a window (Luong, Pham and Manning 2015, section
// 3.2). Padding ends here.
#pragma once

#include "core/attention/scores.h"
#include "core/nn/graph.h"
#include "core/nn/sequences.h"

namespace heed::attention {

/// What an alignment knows besides the energies.
template <class T>
struct Aligner {
    AlignmentKind kind = AlignmentKind::Global;
    int window = 0; // D
    Var<T> Wp, vp;  // (A, D_state), (A, 1): local-p only
    // Of the location-aware score over the whole source, Chorowski et al. 2015, section 2.3.
    T sharpen = 1;       // beta: alpha_i = softmax(beta e_i)
    bool smooth = false; // alpha_ij = sigma(e_ij) / sum_k sigma(e_ik)
};

/// Declares "attention.Wp" (A, D) and "attention.vp" (A), where the kind has them.
template <class T>
void declare_alignment(nn::ParameterSet<T>& set, AlignmentKind kind, int A, int D);

/// Weights (B, T) for energies (B, T + past) of output `step`; the last `past` columns are the decoder's own
/// states, which no window cuts. Rows sum to 1, but for local-p, whose Gaussian takes something away. With
/// slots energies and weights are (B, L) where L is more than T. Records position and the weights before the
/// Gaussian.
template <class T>
Var<T> align(nn::Graph<T>& graph, const Aligner<T>& aligner, Var<T> energies, Var<T> query,
             const nn::Sequences& source, int step, int past);

} // namespace heed::attention
