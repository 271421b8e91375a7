// A gate over what attention found, before anything reads it: how much of it goes on.
//
//   g_i = sigma(W x_i + b), one number or one for every unit;  c_i = g_i ∘ Σ_j alpha_ij h_j
// (Xu et al. 2015, section 4.2.1, where x_i is s_{i-1} and g_i, there beta_i, one number; many programs have
// one for every unit.)
#pragma once

#include "core/nn/graph.h"

namespace heed::attention {

template <class T>
class ContextGate {
public:
    /// Declares "gate.weight" (units, read) and "gate.bias" (units): units is 1 or the size of a context.
    static void declare(nn::ParameterSet<T>& set, int units, int read);

    /// Without a gate in the graph's parameters what was mixed goes on as it is.
    explicit ContextGate(nn::Graph<T>& graph);
    explicit operator bool() const { return static_cast<bool>(weight_); }
    /// c_i (d, B) of the mixture (d, B) and what the gate reads (read, B). Records gate and result at `step`.
    Var<T> operator()(Var<T> mixed, Var<T> read, int step) const;

private:
    nn::Graph<T>& graph_;
    Var<T> weight_, bias_;
};

} // namespace heed::attention
