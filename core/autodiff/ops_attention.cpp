// What attention needs beyond linear maps: queries met with every position, softmax, the weighted sum.
#include "core/autodiff/ops.h"

namespace heed {

template <class T>
Var<T> add_tiled(Var<T> keys, Var<T> query) {
    Tape<T>& tape = keys.tape();
    const Eigen::Index B = query.cols(), length = keys.cols() / B;
    const Var<T> y = tape.make(keys.rows(), keys.cols(), {keys, query});
    for (Eigen::Index t = 0; t < length; ++t)
        tape.result(y).middleCols(t * B, B) = keys.value().middleCols(t * B, B) + query.value();
    tape.adjoint(y, [keys, query, y, B, length] {
        if (keys.wants_grad()) keys.grad() += y.grad();
        if (query.wants_grad())
            for (Eigen::Index t = 0; t < length; ++t) query.grad() += y.grad().middleCols(t * B, B);
    });
    return y;
}

template <class T>
Var<T> dot_rows(Var<T> v, Var<T> x, Eigen::Index B) {
    Tape<T>& tape = x.tape();
    const Eigen::Index length = x.cols() / B;
    const Var<T> y = tape.make(B, length, {v, x});
    // (B, T) column-major is the row vector of T·B numbers in the order of x's columns.
    Eigen::Map<Eigen::Matrix<T, 1, Eigen::Dynamic>>(tape.result(y).data(), x.cols()).noalias() =
        v.value().col(0).transpose() * x.value();
    tape.adjoint(y, [v, x, y] {
        const Eigen::Map<const Eigen::Matrix<T, 1, Eigen::Dynamic>> d(y.grad().data(), x.cols());
        if (v.wants_grad()) v.grad().noalias() += x.value() * d.transpose();
        if (x.wants_grad()) x.grad().noalias() += v.value() * d;
    });
    return y;
}

template <class T>
Var<T> weighted_sum(Var<T> annotations, Var<T> weights) {
    Tape<T>& tape = annotations.tape();
    const Eigen::Index B = weights.rows(), length = weights.cols();
    const Var<T> y = tape.make(annotations.rows(), B, {annotations, weights});
    Matrix<T>& c = tape.result(y);
    const Matrix<T>& h = annotations.value();
    const Matrix<T>& a = weights.value();
    if (B == 1) {
        c.noalias() = h * a.transpose();
    } else {
        c.setZero();
        for (Eigen::Index t = 0; t < length; ++t) c += h.middleCols(t * B, B) * a.col(t).asDiagonal();
    }
    tape.adjoint(y, [annotations, weights, y, B, length] {
        for (Eigen::Index t = 0; t < length; ++t) {
            if (annotations.wants_grad())
                annotations.grad().middleCols(t * B, B) += y.grad() * weights.value().col(t).asDiagonal();
            if (weights.wants_grad())
                weights.grad().col(t) += annotations.value()
                                             .middleCols(t * B, B)
                                             .cwiseProduct(y.grad())
                                             .colwise()
                                             .sum()
                                             .transpose();
        }
    });
    return y;
}

template <class T>
Var<T> scale_positions(Var<T> x, Var<T> weights) {
    assert(weights.value().size() == x.cols());
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x, weights});
    // (B, T) column-major holds the weights in the order of x's columns.
    const auto in_order = [weights] { return weights.value().reshaped().matrix().asDiagonal(); };
    tape.result(y) = x.value() * in_order();
    tape.adjoint(y, [x, weights, y, in_order] {
        if (x.wants_grad()) x.grad() += y.grad() * in_order();
        if (weights.wants_grad())
            weights.grad().reshaped() += x.value().cwiseProduct(y.grad()).colwise().sum().transpose();
    });
    return y;
}

template <class T>
Var<T> softmax_rows(Var<T> e, std::span<const int> lengths) {
    assert(static_cast<Eigen::Index>(lengths.size()) == e.rows());
    Tape<T>& tape = e.tape();
    const Var<T> y = tape.make(e.rows(), e.cols(), {e});
    Matrix<T>& a = tape.result(y);
    a.setZero();
    for (Eigen::Index b = 0; b < e.rows(); ++b) {
        const Eigen::Index n = lengths[static_cast<std::size_t>(b)];
        const auto row = e.value().row(b).head(n).array();
        a.row(b).head(n) = (row - row.maxCoeff()).exp();
        a.row(b).head(n) /= a.row(b).head(n).sum();
    }
    tape.adjoint(y, [e, y] {
        const Matrix<T> weighted = y.grad().cwiseProduct(y.value());
        e.grad() += weighted - weighted.rowwise().sum().asDiagonal() * y.value();
    });
    return y;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template Var<T> add_tiled(Var<T>, Var<T>);                                                               \
    template Var<T> dot_rows(Var<T>, Var<T>, Eigen::Index);                                                  \
    template Var<T> weighted_sum(Var<T>, Var<T>);                                                            \
    template Var<T> scale_positions(Var<T>, Var<T>);                                                         \
    template Var<T> softmax_rows(Var<T>, std::span<const int>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed
