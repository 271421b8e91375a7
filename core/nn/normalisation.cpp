#include "core/nn/normalisation.h"

namespace heed::nn {

template <class T>
Norm<T>::Norm(const Graph<T>& graph, const std::string& prefix, const Normalisation& how,
              std::vector<int> blocks)
    : blocks_(std::move(blocks)), epsilon_(how.epsilon) {
    if (!how.on()) return;
    gain_ = graph[prefix + "gain"];
    bias_ = graph[prefix + "bias"];
    if (blocks_.empty()) blocks_ = {static_cast<int>(gain_.rows())};
}

template <class T>
Var<T> Norm<T>::operator()(Var<T> x) const {
    return gain_ ? layer_norm(x, gain_, bias_, blocks_, static_cast<T>(epsilon_)) : x;
}

template <class T>
void declare_norm(ParameterSet<T>& set, const std::string& prefix, const Normalisation& how, int size) {
    if (!how.on()) return;
    set.add(prefix + "gain", size, 1, 1);
    set.add(prefix + "bias", size, 1, 1);
}

template class Norm<float>;
template class Norm<double>;
template void declare_norm(ParameterSet<float>&, const std::string&, const Normalisation&, int);
template void declare_norm(ParameterSet<double>&, const std::string&, const Normalisation&, int);

} // namespace heed::nn
