#include "core/nn/parameters.h"

#include <cassert>

namespace heed::nn {

template <class T>
int ParameterSet<T>::add(std::string name, Eigen::Index rows, Eigen::Index cols, int rank) {
    assert(find(name) < 0);
    const int index = size();
    index_.emplace(name, index);
    items_->push_back({std::move(name), rank, rows, cols, {}, {}});
    if (fill_ == Fill::Zeros) items_->back().value.setZero(rows, cols);
    return index;
}

template <class T>
int ParameterSet<T>::find(std::string_view name) const {
    const auto it = index_.find(std::string(name));
    return it == index_.end() ? -1 : it->second;
}

template <class T>
auto ParameterSet<T>::value(std::string_view name) const -> const Matrix& {
    return (*items_)[static_cast<std::size_t>(index_.at(std::string(name)))].value;
}

template <class T>
Eigen::Index ParameterSet<T>::count() const {
    Eigen::Index n = 0;
    for (const auto& p : *items_) n += p.numbers();
    return n;
}

template class ParameterSet<float>;
template class ParameterSet<double>;

} // namespace heed::nn
