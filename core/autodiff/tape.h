// Reverse-mode differentiation over matrices: values are computed at once, and each operation that needs it
// leaves its adjoint on the tape. A tape without gradients computes the same values and keeps no adjoints.
//
// Shapes: a value is (features, columns), column-major; a column is one item of a batch, or one position.
// A tape belongs to one thread. clear() keeps the memory for the next pass.
#pragma once

#include "core/autodiff/stored_matrix.h"

#include <Eigen/Core>
#include <cassert>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace heed {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
class Tape;

/// A handle to a value on a tape; copied freely, valid until the tape is cleared.
template <class T>
class Var {
public:
    Var() = default;
    Var(Tape<T>* tape, int id) : tape_(tape), id_(id) {}

    explicit operator bool() const { return tape_ != nullptr; }
    const Matrix<T>& value() const { return tape_->value(id_); }
    /// Where the value is a matrix as a file has it: that, and no value(); else null.
    const StoredMatrix* stored() const { return tape_->stored(id_); }
    Matrix<T>& grad() const { return tape_->grad(id_); } // zero when first asked for
    bool wants_grad() const { return tape_->wants_grad(id_); }
    Eigen::Index rows() const { return stored() ? stored()->rows() : value().rows(); }
    Eigen::Index cols() const { return stored() ? stored()->cols() : value().cols(); }
    Tape<T>& tape() const { return *tape_; }
    int id() const { return id_; }

private:
    Tape<T>* tape_ = nullptr;
    int id_ = -1;
};

template <class T>
class Tape {
public:
    explicit Tape(bool gradients) : gradients_(gradients) {}
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    bool gradients() const { return gradients_; }

    /// A value owned by the caller, which must outlive the pass; with gradients, its grad() is filled.
    Var<T> leaf(const Matrix<T>& value);
    /// The same of a matrix as a file has it, on a tape without gradients: for products and lookups.
    Var<T> leaf(const StoredMatrix& value);
    /// A caller's value without a gradient: nothing is added up for it.
    Var<T> fixed(const Matrix<T>& value);
    /// A value without gradient, copied.
    Var<T> constant(Matrix<T> value);
    /// A new value of that shape for an operation to fill; it wants a gradient if one of the inputs does.
    Var<T> make(Eigen::Index rows, Eigen::Index cols, std::span<const Var<T>> inputs);
    Var<T> make(Eigen::Index rows, Eigen::Index cols, std::initializer_list<Var<T>> inputs) {
        return make(rows, cols, std::span<const Var<T>>(inputs.begin(), inputs.size()));
    }
    Matrix<T>& result(Var<T> v) { return node(v.id()).own; }

    /// Leaves an operation's adjoint: it reads y.grad() and adds to its inputs' grad(). Dropped at once when
    /// nobody wants the gradient.
    template <class F>
    void adjoint(Var<T> y, F&& f) {
        if (node(y.id()).wants) node(y.id()).backward = std::forward<F>(f);
    }
    /// W.grad() += y.grad() xᵀ, all such products of one W in a single large one at the end of the sweep.
    void defer_outer(Var<T> W, Var<T> y, Var<T> x);

    /// From here on v is like a leaf: it gets its gradient, what it was made of gets nothing through it.
    void cut(Var<T> v) { node(v.id()).backward = nullptr; }

    /// Sweeps back from a (1, 1) value. Gradients add up over calls until clear().
    void backward(Var<T> scalar);
    void clear() { count_ = 0; }
    /// How many values there are; and back to so few: what was made since is gone, its memory kept for the
    /// next. Only on a tape without gradients.
    int size() const { return count_; }
    void rewind(int size) {
        assert(!gradients_ && size <= count_);
        count_ = size;
    }

    const Matrix<T>& value(int id) const {
        const Node& n = node(id);
        assert(!n.stored);
        return n.external ? *n.external : n.own;
    }
    const StoredMatrix* stored(int id) const { return node(id).stored; }
    Matrix<T>& grad(int id);
    bool wants_grad(int id) const { return node(id).wants; }
    bool has_grad(int id) const { return node(id).has_grad; }

private:
    struct Node {
        Matrix<T> own, gradient;
        const Matrix<T>* external = nullptr;
        const StoredMatrix* stored = nullptr;
        bool wants = false, has_grad = false;
        std::function<void()> backward;
        std::vector<std::pair<Var<T>, Var<T>>> products; // of defer_outer
    };
    Node& node(int id) { return *nodes_[static_cast<std::size_t>(id)]; }
    const Node& node(int id) const { return *nodes_[static_cast<std::size_t>(id)]; }
    Var<T> append(bool wants);
    void sum_products(Node& n);

    std::vector<std::unique_ptr<Node>> nodes_; // the first count_ are in use
    int count_ = 0;
    bool gradients_;
    Matrix<T> left_, right_; // scratch of sum_products
};

extern template class Tape<float>;
extern template class Tape<double>;

} // namespace heed
