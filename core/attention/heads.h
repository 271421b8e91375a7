// Several heads: each scores, aligns and mixes its own part, and what they find is brought together.
//
//   e^k_ij = the score of head k's parts;  alpha^k_i = softmax(e^k_i)
//   c^k_i  = Σ_j alpha^k_ij v^k_j,  [v^1_j; …; v^K_j] = W_v h_j + b_v, or h_j
//   c_i    = W_o [c^1_i; …; c^K_i] + b_o, or the parts side by side
// (Vaswani et al. 2017, section 3.2.2, asked by a recurrent decoder's state.) Head k owns rows k n / K …
// (k + 1) n / K - 1 of whatever has n numbers: of a score's A units, or of h_j and what asks.
#pragma once

#include "core/attention/attention.h"

namespace heed::attention {

/// Declares "attention.Wv" (V, d), "attention.bv" (V), "attention.Wo" (P, V or d) and "attention.bo" (P),
/// where there are any.
template <class T>
void declare_heads(nn::ParameterSet<T>& set, const Sizes& sizes);

/// Fills memory.heads of a memory whose keys are made.
template <class T>
void split_heads(Memory<T>& memory, ScoreHeads what);

/// The numbers of a query (D, B) that a head asks with.
template <class T>
Query<T> part_of(const Query<T>& query, const Memory<T>& head, int heads);

/// c_i (P or V, B) of the heads' own (V / K, B).
template <class T>
Var<T> brought_together(const Memory<T>& memory, const std::vector<Var<T>>& contexts);

/// The mean of the heads' weights (B, T): the one map that stands for them all.
template <class T>
Var<T> mean_of(const std::vector<Var<T>>& weights);

} // namespace heed::attention
