// What single scoring functions and alignments need: products with every position, slots, filters, windows.
#include "core/autodiff/ops.h"

#include "core/autodiff/logistic.h"

#include <cmath>
#include <limits>

namespace heed {

template <class T>
Var<T> softmax_where(Var<T> e, const Mask& where) {
    assert(where.rows() == e.rows() && where.cols() == e.cols());
    Tape<T>& tape = e.tape();
    const Var<T> y = tape.make(e.rows(), e.cols(), {e});
    Matrix<T>& a = tape.result(y);
    a = where.select(e.value().array(), -std::numeric_limits<T>::infinity()).matrix();
    for (Eigen::Index b = 0; b < a.rows(); ++b) {
        a.row(b).array() = (a.row(b).array() - a.row(b).maxCoeff()).exp();
        a.row(b) /= a.row(b).sum();
    }
    tape.adjoint(y, [e, y] {
        const Matrix<T> weighted = y.grad().cwiseProduct(y.value());
        e.grad() += weighted - weighted.rowwise().sum().asDiagonal() * y.value();
    });
    return y;
}

template <class T>
Var<T> softmax_few(Var<T> e) {
    Tape<T>& tape = e.tape();
    const Var<T> y = tape.make(e.rows(), e.cols(), {e});
    Matrix<T>& p = tape.result(y);
    p = (e.value().colwise() - e.value().rowwise().maxCoeff()).array().exp();
    p.array().colwise() /= p.rowwise().sum().array().eval();
    tape.adjoint(y, [e, y] { // p_j Σ_k p_k (g_j - g_k)
        const Matrix<T>&p = y.value(), &g = y.grad();
        for (Eigen::Index j = 0; j < p.cols(); ++j)
            for (Eigen::Index k = 0; k < p.cols(); ++k)
                e.grad().col(j).array() +=
                    p.col(j).array() * p.col(k).array() * (g.col(j) - g.col(k)).array();
    });
    return y;
}

template <class T>
Var<T> sigmoid_where(Var<T> x, const Mask& where) {
    assert(where.rows() == x.rows() && where.cols() == x.cols());
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    tape.result(y) = where.select(logistic_of(x.value().array()), T(0));
    tape.adjoint(y, [x, y] { // 1 - y as the logistic of -x: of a gate that is wide open it keeps its digits
        x.grad().array() += y.grad().array() * y.value().array() * logistic_of(-x.value().array());
    });
    return y;
}

template <class T>
Var<T> dot_tiled(Var<T> keys, Var<T> query) {
    assert(keys.rows() == query.rows());
    Tape<T>& tape = keys.tape();
    const Eigen::Index B = query.cols(), length = keys.cols() / B;
    const Var<T> y = tape.make(B, length, {keys, query});
    Matrix<T>& e = tape.result(y);
    if (B == 1) {
        e.noalias() = query.value().transpose() * keys.value();
    } else {
        for (Eigen::Index t = 0; t < length; ++t)
            e.col(t) =
                keys.value().middleCols(t * B, B).cwiseProduct(query.value()).colwise().sum().transpose();
    }
    tape.adjoint(y, [keys, query, y, B, length] {
        for (Eigen::Index t = 0; t < length; ++t) {
            const auto d = y.grad().col(t).asDiagonal();
            if (keys.wants_grad()) keys.grad().middleCols(t * B, B) += query.value() * d;
            if (query.wants_grad()) query.grad() += keys.value().middleCols(t * B, B) * d;
        }
    });
    return y;
}

template <class T>
Var<T> unit_columns(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    Matrix<T>& unit = tape.result(y);
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
        const T length = x.value().col(k).norm();
        unit.col(k) = x.value().col(k) / (length > 0 ? length : T(1));
    }
    tape.adjoint(y, [x, y] {
        for (Eigen::Index k = 0; k < x.cols(); ++k) {
            const T length = x.value().col(k).norm();
            if (!(length > 0)) continue;
            const auto u = y.value().col(k);
            const auto d = y.grad().col(k);
            x.grad().col(k) += (d - u * u.dot(d)) / length;
        }
    });
    return y;
}

template <class T>
Var<T> scale_by_exp(Var<T> x, Var<T> log_factor) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x, log_factor});
    tape.result(y) = x.value() * std::exp(log_factor.value()(0, 0));
    tape.adjoint(y, [x, log_factor, y] {
        if (x.wants_grad()) x.grad() += y.grad() * std::exp(log_factor.value()(0, 0));
        if (log_factor.wants_grad()) log_factor.grad()(0, 0) += y.grad().cwiseProduct(y.value()).sum();
    });
    return y;
}

template <class T>
Var<T> slot_rows(Var<T> x, Eigen::Index T_positions) {
    Tape<T>& tape = x.tape();
    const Eigen::Index slots = std::min(x.rows(), T_positions);
    const Var<T> y = tape.make(x.cols(), T_positions, {x});
    tape.result(y).leftCols(slots) = x.value().topRows(slots).transpose();
    tape.result(y).rightCols(T_positions - slots).setConstant(-std::numeric_limits<T>::infinity());
    tape.adjoint(y, [x, y, slots] { x.grad().topRows(slots) += y.grad().leftCols(slots).transpose(); });
    return y;
}

template <class T>
Var<T> convolve_rows(Var<T> F, Var<T> a) {
    assert(F.cols() % 2 == 1);
    Tape<T>& tape = F.tape();
    const Eigen::Index B = a.rows(), length = a.cols(), reach = F.cols() / 2;
    const Var<T> y = tape.make(F.rows(), length * B, {F, a});
    Matrix<T>& f = tape.result(y);
    f.setZero();
    // Position s of a reaches position t of f through column s - t + reach of F.
    const auto for_pairs = [length, reach](const auto& meet) {
        for (Eigen::Index t = 0; t < length; ++t)
            for (Eigen::Index s = std::max<Eigen::Index>(0, t - reach); s <= std::min(length - 1, t + reach);
                 ++s)
                meet(t, s, s - t + reach);
    };
    for_pairs([&](Eigen::Index t, Eigen::Index s, Eigen::Index u) {
        f.middleCols(t * B, B) += F.value().col(u) * a.value().col(s).transpose();
    });
    tape.adjoint(y, [F, a, y, B, for_pairs] {
        for_pairs([&](Eigen::Index t, Eigen::Index s, Eigen::Index u) {
            const auto d = y.grad().middleCols(t * B, B);
            if (F.wants_grad()) F.grad().col(u) += d * a.value().col(s);
            if (a.wants_grad()) a.grad().col(s) += d.transpose() * F.value().col(u);
        });
    });
    return y;
}

template <class T>
Var<T> gaussian_rows(Var<T> p, Eigen::Index T_positions, T sigma) {
    assert(p.cols() == 1);
    Tape<T>& tape = p.tape();
    const Var<T> y = tape.make(p.rows(), T_positions, {p});
    const T k = 1 / (2 * sigma * sigma);
    for (Eigen::Index j = 0; j < T_positions; ++j)
        tape.result(y).col(j) = (-(static_cast<T>(j) - p.value().array()).square() * k).exp().matrix();
    tape.adjoint(y, [p, y, k] {
        for (Eigen::Index j = 0; j < y.cols(); ++j)
            p.grad().array() += y.grad().col(j).array() * y.value().col(j).array() * 2 * k *
                                (static_cast<T>(j) - p.value().array());
    });
    return y;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template Var<T> softmax_where(Var<T>, const Mask&);                                                      \
    template Var<T> softmax_few(Var<T>);                                                                     \
    template Var<T> sigmoid_where(Var<T>, const Mask&);                                                      \
    template Var<T> dot_tiled(Var<T>, Var<T>);                                                               \
    template Var<T> unit_columns(Var<T>);                                                                    \
    template Var<T> scale_by_exp(Var<T>, Var<T>);                                                            \
    template Var<T> slot_rows(Var<T>, Eigen::Index);                                                         \
    template Var<T> convolve_rows(Var<T>, Var<T>);                                                           \
    template Var<T> gaussian_rows(Var<T>, Eigen::Index, T);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed
