#include "core/autodiff/ops.h"

#include "core/autodiff/logistic.h"
#include "core/autodiff/product.h"

#include <algorithm>
#include <cassert>

namespace heed {

namespace {

template <class T>
void product_into(Matrix<T>& y, Var<T> W, Var<T> x) {
    if (const StoredMatrix* stored = W.stored())
        multiply_into(y, *stored, x.value());
    else
        multiply_into(y, W.value(), x.value());
}

} // namespace

template <class T>
Var<T> matmul(Var<T> W, Var<T> x) {
    assert(W.cols() == x.rows());
    Tape<T>& tape = W.tape();
    const Var<T> y = tape.make(W.rows(), x.cols(), {W, x});
    product_into(tape.result(y), W, x);
    tape.adjoint(y, [W, x, y] {
        if (W.wants_grad()) y.tape().defer_outer(W, y, x);
        if (x.wants_grad()) x.grad().noalias() += W.value().transpose() * y.grad();
    });
    return y;
}

template <class T>
Var<T> affine(Var<T> W, Var<T> x, Var<T> b) {
    assert(W.cols() == x.rows() && W.rows() == b.rows() && b.cols() == 1);
    Tape<T>& tape = W.tape();
    const Var<T> y = tape.make(W.rows(), x.cols(), {W, x, b});
    product_into(tape.result(y), W, x);
    tape.result(y).colwise() += b.value().col(0);
    tape.adjoint(y, [W, x, b, y] {
        if (W.wants_grad()) y.tape().defer_outer(W, y, x);
        if (x.wants_grad()) x.grad().noalias() += W.value().transpose() * y.grad();
        if (b.wants_grad()) b.grad() += y.grad().rowwise().sum();
    });
    return y;
}

template <class T>
Var<T> add_bias(Var<T> x, Var<T> b) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x, b});
    tape.result(y) = x.value().colwise() + b.value().col(0);
    tape.adjoint(y, [x, b, y] {
        if (x.wants_grad()) x.grad() += y.grad();
        if (b.wants_grad()) b.grad() += y.grad().rowwise().sum();
    });
    return y;
}

template <class T>
Var<T> lookup(Var<T> E, std::span<const int> ids) {
    Tape<T>& tape = E.tape();
    const Var<T> y = tape.make(E.cols(), static_cast<Eigen::Index>(ids.size()), {E});
    Eigen::VectorXf row(E.stored() ? E.cols() : 0);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        auto column = tape.result(y).col(static_cast<Eigen::Index>(k));
        if (E.stored()) {
            E.stored()->widen(ids[k], row.data());
            column = row.template cast<T>();
        } else {
            column = E.value().row(ids[k]).transpose();
        }
    }
    tape.adjoint(y, [E, y, ids = std::vector<int>(ids.begin(), ids.end())] {
        for (std::size_t k = 0; k < ids.size(); ++k)
            E.grad().row(ids[k]) += y.grad().col(static_cast<Eigen::Index>(k)).transpose();
    });
    return y;
}

template <class T>
Var<T> add(Var<T> a, Var<T> b) {
    Tape<T>& tape = a.tape();
    const Var<T> y = tape.make(a.rows(), a.cols(), {a, b});
    tape.result(y) = a.value() + b.value();
    tape.adjoint(y, [a, b, y] {
        if (a.wants_grad()) a.grad() += y.grad();
        if (b.wants_grad()) b.grad() += y.grad();
    });
    return y;
}

template <class T>
Var<T> multiply(Var<T> a, Var<T> b) {
    Tape<T>& tape = a.tape();
    const Var<T> y = tape.make(a.rows(), a.cols(), {a, b});
    tape.result(y) = a.value().cwiseProduct(b.value());
    tape.adjoint(y, [a, b, y] {
        if (a.wants_grad()) a.grad() += y.grad().cwiseProduct(b.value());
        if (b.wants_grad()) b.grad() += y.grad().cwiseProduct(a.value());
    });
    return y;
}

template <class T>
Var<T> scale(Var<T> a, T factor) {
    Tape<T>& tape = a.tape();
    const Var<T> y = tape.make(a.rows(), a.cols(), {a});
    tape.result(y) = a.value() * factor;
    tape.adjoint(y, [a, y, factor] { a.grad() += y.grad() * factor; });
    return y;
}

template <class T>
Var<T> tanh(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    tape.result(y) = x.value().array().tanh();
    tape.adjoint(y, [x, y] { x.grad().array() += y.grad().array() * (T(1) - y.value().array().square()); });
    return y;
}

template <class T>
Var<T> sigmoid(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    tape.result(y) = logistic_of(x.value().array());
    tape.adjoint(
        y, [x, y] { x.grad().array() += y.grad().array() * y.value().array() * (T(1) - y.value().array()); });
    return y;
}

template <class T>
Var<T> relu(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    tape.result(y) = x.value().cwiseMax(T(0));
    tape.adjoint(y,
                 [x, y] { x.grad().array() += (x.value().array() > T(0)).select(y.grad().array(), T(0)); });
    return y;
}

template <class T>
Var<T> leaky_relu(Var<T> x, T slope) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    tape.result(y) = (x.value().array() > T(0)).select(x.value().array(), slope * x.value().array());
    tape.adjoint(y, [x, y, slope] {
        x.grad().array() += (x.value().array() > T(0)).select(y.grad().array(), slope * y.grad().array());
    });
    return y;
}

template <class T>
Var<T> prelu(Var<T> x, Var<T> slope) {
    assert(slope.rows() == x.rows() && slope.cols() == 1);
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x, slope});
    const auto sloped = [slope](const Matrix<T>& m) -> Matrix<T> {
        return slope.value().col(0).asDiagonal() * m;
    };
    tape.result(y) = (x.value().array() > T(0)).select(x.value(), sloped(x.value()));
    tape.adjoint(y, [x, slope, y, sloped] {
        if (x.wants_grad()) x.grad() += (x.value().array() > T(0)).select(y.grad(), sloped(y.grad()));
        if (slope.wants_grad())
            slope.grad() += x.value().cwiseMin(T(0)).cwiseProduct(y.grad()).rowwise().sum();
    });
    return y;
}

template <class T>
Var<T> max_pairs(Var<T> x) {
    assert(x.rows() % 2 == 0);
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows() / 2, x.cols(), {x});
    for (Eigen::Index n = 0; n < y.cols(); ++n)
        for (Eigen::Index k = 0; k < y.rows(); ++k)
            tape.result(y)(k, n) = std::max(x.value()(2 * k, n), x.value()(2 * k + 1, n));
    tape.adjoint(y, [x, y] {
        for (Eigen::Index n = 0; n < y.cols(); ++n)
            for (Eigen::Index k = 0; k < y.rows(); ++k) {
                const Eigen::Index larger = x.value()(2 * k, n) >= x.value()(2 * k + 1, n) ? 0 : 1;
                x.grad()(2 * k + larger, n) += y.grad()(k, n);
            }
    });
    return y;
}

template <class T>
Var<T> dropout(Var<T> x, double p, Random& random) {
    assert(p >= 0 && p < 1);
    Matrix<T> mask(x.rows(), x.cols());
    const T kept = T(1 / (1 - p));
    for (Eigen::Index k = 0; k < mask.size(); ++k) mask.data()[k] = random.real() < p ? T(0) : kept;
    return multiply(x, x.tape().constant(std::move(mask)));
}

template <class T>
Var<T> concat_rows(const std::vector<Var<T>>& parts) {
    assert(!parts.empty());
    Tape<T>& tape = parts.front().tape();
    Eigen::Index rows = 0;
    for (const Var<T>& p : parts) rows += p.rows();
    const Var<T> y = tape.make(rows, parts.front().cols(), parts);
    Eigen::Index at = 0;
    for (const Var<T>& p : parts) {
        tape.result(y).middleRows(at, p.rows()) = p.value();
        at += p.rows();
    }
    tape.adjoint(y, [parts, y] {
        Eigen::Index from = 0;
        for (const Var<T>& p : parts) {
            if (p.wants_grad()) p.grad() += y.grad().middleRows(from, p.rows());
            from += p.rows();
        }
    });
    return y;
}

template <class T>
Var<T> concat_columns(const std::vector<Var<T>>& parts) {
    assert(!parts.empty());
    if (parts.size() == 1) return parts.front();
    Tape<T>& tape = parts.front().tape();
    Eigen::Index cols = 0;
    for (const Var<T>& p : parts) cols += p.cols();
    const Var<T> y = tape.make(parts.front().rows(), cols, parts);
    Eigen::Index at = 0;
    for (const Var<T>& p : parts) {
        tape.result(y).middleCols(at, p.cols()) = p.value();
        at += p.cols();
    }
    tape.adjoint(y, [parts, y] {
        Eigen::Index from = 0;
        for (const Var<T>& p : parts) {
            if (p.wants_grad()) p.grad() += y.grad().middleCols(from, p.cols());
            from += p.cols();
        }
    });
    return y;
}

template <class T>
Var<T> rows(Var<T> x, Eigen::Index first, Eigen::Index count) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(count, x.cols(), {x});
    tape.result(y) = x.value().middleRows(first, count);
    tape.adjoint(y, [x, y, first, count] { x.grad().middleRows(first, count) += y.grad(); });
    return y;
}

template <class T>
Var<T> columns(Var<T> x, Eigen::Index first, Eigen::Index count) {
    if (first == 0 && count == x.cols()) return x;
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), count, {x});
    tape.result(y) = x.value().middleCols(first, count);
    tape.adjoint(y, [x, y, first, count] { x.grad().middleCols(first, count) += y.grad(); });
    return y;
}

template <class T>
Var<T> reshape(Var<T> x, Eigen::Index rows, Eigen::Index cols) {
    assert(x.value().size() == rows * cols);
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(rows, cols, {x});
    tape.result(y) = x.value().reshaped(rows, cols);
    tape.adjoint(y, [x, y] { x.grad() += y.grad().reshaped(x.rows(), x.cols()); });
    return y;
}

template <class T>
Var<T> stack_positions(Var<T> x, Eigen::Index B, Eigen::Index positions) {
    const Eigen::Index D = x.rows(), length = x.cols() / B;
    assert(length * B == x.cols() && length <= positions);
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(D * positions, B, {x});
    Matrix<T>& out = tape.result(y);
    for (Eigen::Index t = 0; t < length; ++t) out.middleRows(t * D, D) = x.value().middleCols(t * B, B);
    out.bottomRows(D * (positions - length)).setZero();
    tape.adjoint(y, [x, y, B, D, length] {
        for (Eigen::Index t = 0; t < length; ++t)
            x.grad().middleCols(t * B, B) += y.grad().middleRows(t * D, D);
    });
    return y;
}

template <class T>
Var<T> gather_columns(Var<T> x, std::vector<int> indices) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), static_cast<Eigen::Index>(indices.size()), {x});
    for (std::size_t k = 0; k < indices.size(); ++k)
        tape.result(y).col(static_cast<Eigen::Index>(k)) = x.value().col(indices[k]);
    tape.adjoint(y, [x, y, from = std::move(indices)] {
        for (std::size_t k = 0; k < from.size(); ++k)
            x.grad().col(from[k]) += y.grad().col(static_cast<Eigen::Index>(k));
    });
    return y;
}

template <class T>
Var<T> choose_columns(Var<T> a, Var<T> b, const std::vector<bool>& keep) {
    assert(static_cast<Eigen::Index>(keep.size()) == a.cols() && a.cols() == b.cols());
    Tape<T>& tape = a.tape();
    const Var<T> y = tape.make(a.rows(), a.cols(), {a, b});
    for (Eigen::Index k = 0; k < a.cols(); ++k)
        tape.result(y).col(k) = keep[static_cast<std::size_t>(k)] ? a.value().col(k) : b.value().col(k);
    tape.adjoint(y, [a, b, y, keep] {
        for (Eigen::Index k = 0; k < y.cols(); ++k) {
            const Var<T>& from = keep[static_cast<std::size_t>(k)] ? a : b;
            if (from.wants_grad()) from.grad().col(k) += y.grad().col(k);
        }
    });
    return y;
}

template <class T>
Var<T> log_softmax(Var<T> logits) {
    Tape<T>& tape = logits.tape();
    const Var<T> y = tape.make(logits.rows(), logits.cols(), {logits});
    Matrix<T>& out = tape.result(y);
    for (Eigen::Index k = 0; k < logits.cols(); ++k) {
        const auto l = logits.value().col(k).array();
        const T top = l.maxCoeff();
        out.col(k) = l - (top + std::log((l - top).exp().sum()));
    }
    tape.adjoint(y, [logits, y] {
        for (Eigen::Index k = 0; k < y.cols(); ++k) {
            const T sum = y.grad().col(k).sum();
            logits.grad().col(k).array() += y.grad().col(k).array() - y.value().col(k).array().exp() * sum;
        }
    });
    return y;
}

template <class T>
Var<T> negative_log_likelihood(Var<T> log_probs, std::span<const int> targets, std::span<const T> weights) {
    assert(static_cast<Eigen::Index>(targets.size()) == log_probs.cols() && targets.size() == weights.size());
    Tape<T>& tape = log_probs.tape();
    const Var<T> y = tape.make(1, 1, {log_probs});
    T sum = 0;
    for (std::size_t k = 0; k < targets.size(); ++k)
        sum -= weights[k] * log_probs.value()(targets[k], static_cast<Eigen::Index>(k));
    tape.result(y)(0, 0) = sum;
    tape.adjoint(y, [log_probs, y, t = std::vector<int>(targets.begin(), targets.end()),
                     w = std::vector<T>(weights.begin(), weights.end())] {
        for (std::size_t k = 0; k < t.size(); ++k)
            log_probs.grad()(t[k], static_cast<Eigen::Index>(k)) -= w[k] * y.grad()(0, 0);
    });
    return y;
}

template <class T>
Var<T> sum_of_squares(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(1, 1, {x});
    tape.result(y)(0, 0) = x.value().squaredNorm();
    tape.adjoint(y, [x, y] { x.grad() += 2 * y.grad()(0, 0) * x.value(); });
    return y;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template Var<T> matmul(Var<T>, Var<T>);                                                                  \
    template Var<T> affine(Var<T>, Var<T>, Var<T>);                                                          \
    template Var<T> add_bias(Var<T>, Var<T>);                                                                \
    template Var<T> lookup(Var<T>, std::span<const int>);                                                    \
    template Var<T> add(Var<T>, Var<T>);                                                                     \
    template Var<T> multiply(Var<T>, Var<T>);                                                                \
    template Var<T> scale(Var<T>, T);                                                                        \
    template Var<T> tanh(Var<T>);                                                                            \
    template Var<T> sigmoid(Var<T>);                                                                         \
    template Var<T> relu(Var<T>);                                                                            \
    template Var<T> leaky_relu(Var<T>, T);                                                                   \
    template Var<T> prelu(Var<T>, Var<T>);                                                                   \
    template Var<T> max_pairs(Var<T>);                                                                       \
    template Var<T> reshape(Var<T>, Eigen::Index, Eigen::Index);                                             \
    template Var<T> stack_positions(Var<T>, Eigen::Index, Eigen::Index);                                     \
    template Var<T> sum_of_squares(Var<T>);                                                                  \
    template Var<T> gather_columns(Var<T>, std::vector<int>);                                                \
    template Var<T> dropout(Var<T>, double, Random&);                                                        \
    template Var<T> concat_rows(const std::vector<Var<T>>&);                                                 \
    template Var<T> concat_columns(const std::vector<Var<T>>&);                                              \
    template Var<T> rows(Var<T>, Eigen::Index, Eigen::Index);                                                \
    template Var<T> columns(Var<T>, Eigen::Index, Eigen::Index);                                             \
    template Var<T> choose_columns(Var<T>, Var<T>, const std::vector<bool>&);                                \
    template Var<T> log_softmax(Var<T>);                                                                     \
    template Var<T> negative_log_likelihood(Var<T>, std::span<const int>, std::span<const T>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed
