#include "core/autodiff/tape.h"

#include <algorithm>

namespace heed {

template <class T>
Var<T> Tape<T>::append(bool wants) {
    if (count_ == static_cast<int>(nodes_.size())) nodes_.push_back(std::make_unique<Node>());
    Node& n = node(count_);
    n.external = nullptr;
    n.stored = nullptr;
    n.wants = wants;
    n.has_grad = false;
    n.backward = nullptr;
    n.products.clear();
    return {this, count_++};
}

template <class T>
Var<T> Tape<T>::leaf(const Matrix<T>& value) {
    const Var<T> v = append(gradients_);
    node(v.id()).external = &value;
    return v;
}

template <class T>
Var<T> Tape<T>::leaf(const StoredMatrix& value) {
    assert(!gradients_);
    const Var<T> v = append(false);
    node(v.id()).stored = &value;
    return v;
}

template <class T>
Var<T> Tape<T>::fixed(const Matrix<T>& value) {
    const Var<T> v = append(false);
    node(v.id()).external = &value;
    return v;
}

template <class T>
Var<T> Tape<T>::constant(Matrix<T> value) {
    const Var<T> v = append(false);
    node(v.id()).own = std::move(value);
    return v;
}

template <class T>
Var<T> Tape<T>::make(Eigen::Index rows, Eigen::Index cols, std::span<const Var<T>> inputs) {
    const bool wants =
        gradients_ && std::any_of(inputs.begin(), inputs.end(), [](Var<T> v) { return v.wants_grad(); });
    const Var<T> v = append(wants);
    node(v.id()).own.resize(rows, cols);
    return v;
}

template <class T>
Matrix<T>& Tape<T>::grad(int id) {
    Node& n = node(id);
    if (!n.has_grad) {
        const Matrix<T>& v = value(id);
        n.gradient.setZero(v.rows(), v.cols());
        n.has_grad = true;
    }
    return n.gradient;
}

template <class T>
void Tape<T>::defer_outer(Var<T> W, Var<T> y, Var<T> x) {
    grad(W.id()); // so that the sweep comes by
    node(W.id()).products.emplace_back(y, x);
}

template <class T>
void Tape<T>::sum_products(Node& n) {
    Eigen::Index columns = 0;
    for (const auto& [y, x] : n.products) columns += x.cols();
    left_.resize(n.products.front().first.rows(), columns);
    right_.resize(n.products.front().second.rows(), columns);
    Eigen::Index at = 0;
    for (const auto& [y, x] : n.products) {
        left_.middleCols(at, x.cols()) = y.grad();
        right_.middleCols(at, x.cols()) = x.value();
        at += x.cols();
    }
    n.gradient.noalias() += left_ * right_.transpose();
    n.products.clear();
}

template <class T>
void Tape<T>::backward(Var<T> scalar) {
    assert(gradients_ && scalar.rows() == 1 && scalar.cols() == 1);
    scalar.grad()(0, 0) += T(1);
    for (int id = scalar.id(); id >= 0; --id) {
        Node& n = node(id);
        if (!n.has_grad) continue;
        if (!n.products.empty()) sum_products(n);
        if (n.backward) n.backward();
    }
}

template class Tape<float>;
template class Tape<double>;

} // namespace heed
