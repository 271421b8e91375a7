// What copying and coverage need: sums by word, a mixture of two distributions, overlaps and shares.
#include "core/autodiff/ops.h"

#include <cmath>
#include <limits>

namespace heed {

template <class T>
Var<T> divide(Var<T> a, Var<T> b) {
    assert(a.rows() == b.rows() && a.cols() == b.cols());
    Tape<T>& tape = a.tape();
    const Var<T> y = tape.make(a.rows(), a.cols(), {a, b});
    tape.result(y) = a.value().cwiseQuotient(b.value());
    tape.adjoint(y, [a, b, y] {
        const Matrix<T> d = y.grad().cwiseQuotient(b.value());
        if (a.wants_grad()) a.grad() += d;
        if (b.wants_grad()) b.grad() -= d.cwiseProduct(y.value());
    });
    return y;
}

template <class T>
Var<T> share_rows(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    for (Eigen::Index b = 0; b < x.rows(); ++b)
        tape.result(y).row(b) = x.value().row(b) / x.value().row(b).sum();
    tape.adjoint(y, [x, y] {
        for (Eigen::Index b = 0; b < x.rows(); ++b) {
            const T within = y.grad().row(b).dot(y.value().row(b));
            x.grad().row(b).array() += (y.grad().row(b).array() - within) / x.value().row(b).sum();
        }
    });
    return y;
}

template <class T>
Var<T> overlap_rows(Var<T> a, Var<T> c) {
    assert(a.rows() == c.rows() && a.cols() == c.cols());
    Tape<T>& tape = a.tape();
    const Var<T> y = tape.make(1, a.rows(), {a, c});
    tape.result(y) = a.value().cwiseMin(c.value()).rowwise().sum().transpose();
    tape.adjoint(y, [a, c, y] {
        for (Eigen::Index b = 0; b < a.rows(); ++b)
            for (Eigen::Index j = 0; j < a.cols(); ++j) {
                const Var<T>& smaller = a.value()(b, j) < c.value()(b, j) ? a : c;
                if (smaller.wants_grad()) smaller.grad()(b, j) += y.grad()(0, b);
            }
    });
    return y;
}

template <class T>
Var<T> sum_by_word(Var<T> weights, std::span<const int> words, Eigen::Index count) {
    const Eigen::Index B = weights.rows(), length = weights.cols();
    assert(std::ssize(words) == B * length);
    Tape<T>& tape = weights.tape();
    const Var<T> y = tape.make(count, B, {weights});
    Matrix<T>& sums = tape.result(y);
    sums.setZero();
    const std::vector<int> ids(words.begin(), words.end()); // (T·B), as columns are
    for (Eigen::Index t = 0; t < length; ++t)
        for (Eigen::Index b = 0; b < B; ++b)
            sums(ids[static_cast<std::size_t>(t * B + b)], b) += weights.value()(b, t);
    tape.adjoint(y, [weights, y, ids, B, length] {
        for (Eigen::Index t = 0; t < length; ++t)
            for (Eigen::Index b = 0; b < B; ++b)
                weights.grad()(b, t) += y.grad()(ids[static_cast<std::size_t>(t * B + b)], b);
    });
    return y;
}

template <class T>
Var<T> mix(Var<T> gate, Var<T> log_probs, Var<T> copied) {
    const Eigen::Index V = log_probs.rows(), n = log_probs.cols();
    assert(gate.rows() == 1 && gate.cols() == n && copied.rows() >= V && copied.cols() == n);
    Tape<T>& tape = copied.tape();
    const Var<T> y = tape.make(copied.rows(), n, {gate, log_probs, copied});
    Matrix<T>& p = tape.result(y);
    const auto g = gate.value().row(0).asDiagonal();
    p = copied.value() * (T(1) - gate.value().row(0).array()).matrix().asDiagonal();
    p.topRows(V) += log_probs.value().array().exp().matrix() * g;
    tape.adjoint(y, [gate, log_probs, copied, y, V] {
        const Matrix<T> own = log_probs.value().array().exp().matrix(); // (V, n)
        const auto& d = y.grad();
        if (gate.wants_grad()) {
            gate.grad() += own.cwiseProduct(d.topRows(V)).colwise().sum();
            gate.grad() -= copied.value().cwiseProduct(d).colwise().sum();
        }
        if (log_probs.wants_grad())
            log_probs.grad() += own.cwiseProduct(d.topRows(V)) * gate.value().row(0).asDiagonal();
        if (copied.wants_grad())
            copied.grad() += d * (T(1) - gate.value().row(0).array()).matrix().asDiagonal();
    });
    return y;
}

template <class T>
Var<T> log_of(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    const T least = std::numeric_limits<T>::min();
    tape.result(y) = x.value().array().max(least).log().matrix();
    tape.adjoint(y, [x, y, least] {
        x.grad().array() +=
            (x.value().array() > least).select(y.grad().array() / x.value().array().max(least), T(0));
    });
    return y;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template Var<T> divide(Var<T>, Var<T>);                                                                  \
    template Var<T> share_rows(Var<T>);                                                                      \
    template Var<T> overlap_rows(Var<T>, Var<T>);                                                            \
    template Var<T> sum_by_word(Var<T>, std::span<const int>, Eigen::Index);                                 \
    template Var<T> mix(Var<T>, Var<T>, Var<T>);                                                             \
    template Var<T> log_of(Var<T>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed
