#include "core/attention/context_gate.h"

#include "core/autodiff/ops.h"

namespace heed::attention {

template <class T>
void ContextGate<T>::declare(nn::ParameterSet<T>& set, int units, int read) {
    set.add("gate.weight", units, read);
    set.add("gate.bias", units, 1, 1);
}

template <class T>
ContextGate<T>::ContextGate(nn::Graph<T>& graph) : graph_(graph) {
    if (!graph.has("gate.weight")) return;
    weight_ = graph["gate.weight"];
    bias_ = graph["gate.bias"];
}

template <class T>
Var<T> ContextGate<T>::operator()(Var<T> mixed, Var<T> read, int step) const {
    if (!weight_) return mixed;
    Var<T> gate = sigmoid(affine(weight_, read, bias_)); // (d, B) or (1, B)
    graph_.record(Quantity::ContextGate, step, gate);
    if (gate.rows() < mixed.rows()) // the one number at every unit
        gate = matmul(graph_.tape().constant(Matrix<T>::Ones(mixed.rows(), 1)), gate);
    const Var<T> gated = multiply(gate, mixed);
    graph_.record(Quantity::GatedContext, step, gated);
    return gated;
}

template class ContextGate<float>;
template class ContextGate<double>;

} // namespace heed::attention
