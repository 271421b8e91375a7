// Layer normalisation, block by block (Ba, Kiros and Hinton 2016, eq. 4; the variance is the population's).
#include "core/autodiff/ops.h"
#include "core/autodiff/rms_norm.h"

#include <cassert>
#include <numeric>

namespace heed {

template <class T>
Var<T> layer_norm(Var<T> x, Var<T> gain, Var<T> bias, const std::vector<int>& blocks, T epsilon) {
    assert(std::accumulate(blocks.begin(), blocks.end(), 0) == static_cast<int>(x.rows()));
    assert(gain.rows() == x.rows() && bias.rows() == x.rows());
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x, gain, bias});
    Matrix<T> normal(x.rows(), x.cols());                                  // (x - mean) / deviation
    Matrix<T> inverse(static_cast<Eigen::Index>(blocks.size()), x.cols()); // 1 / deviation, by block
    Eigen::Index at = 0;
    for (std::size_t k = 0; k < blocks.size(); at += blocks[k], ++k) {
        const auto block = x.value().middleRows(at, blocks[k]);
        auto to = normal.middleRows(at, blocks[k]);
        to = block.rowwise() - block.colwise().mean();
        inverse.row(static_cast<Eigen::Index>(k)) =
            (to.colwise().squaredNorm().array() / T(blocks[k]) + epsilon).rsqrt();
        to = to * inverse.row(static_cast<Eigen::Index>(k)).asDiagonal();
    }
    tape.result(y) = gain.value().col(0).asDiagonal() * normal;
    tape.result(y).colwise() += bias.value().col(0);
    tape.adjoint(y, [x, gain, bias, y, blocks, normal = std::move(normal), inverse = std::move(inverse)] {
        if (gain.wants_grad()) gain.grad() += y.grad().cwiseProduct(normal).rowwise().sum();
        if (bias.wants_grad()) bias.grad() += y.grad().rowwise().sum();
        if (!x.wants_grad()) return;
        const Matrix<T> d = gain.value().col(0).asDiagonal() * y.grad(); // with respect to `normal`
        Eigen::Index at = 0;
        for (std::size_t k = 0; k < blocks.size(); at += blocks[k], ++k) {
            const auto g = d.middleRows(at, blocks[k]), n = normal.middleRows(at, blocks[k]);
            const Matrix<T> along = g.cwiseProduct(n).colwise().mean(); // (1, B)
            const Matrix<T> change = (g.rowwise() - g.colwise().mean()) - n * along.row(0).asDiagonal();
            x.grad().middleRows(at, blocks[k]) +=
                change * inverse.row(static_cast<Eigen::Index>(k)).asDiagonal();
        }
    });
    return y;
}

// y = g ⊙ n, n = x / r, r = √(mean x² + ε); dn/dx pulls d back as (d − n mean(d ⊙ n)) / r    Zhang and
// Sennrich 2019, eq. 4
template <class T>
Var<T> rms_norm(Var<T> x, Var<T> gain, T epsilon) {
    assert(gain.rows() == x.rows());
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x, gain});
    const Eigen::Array<T, 1, Eigen::Dynamic> inverse =
        (x.value().colwise().squaredNorm().array() / T(x.rows()) + epsilon).rsqrt();
    Matrix<T> normal = x.value() * inverse.matrix().asDiagonal();
    tape.result(y) = gain.value().col(0).asDiagonal() * normal;
    tape.adjoint(y, [x, gain, y, normal = std::move(normal), inverse] {
        if (gain.wants_grad()) gain.grad() += y.grad().cwiseProduct(normal).rowwise().sum();
        if (!x.wants_grad()) return;
        const Matrix<T> d = gain.value().col(0).asDiagonal() * y.grad(); // with respect to `normal`
        const Matrix<T> along = d.cwiseProduct(normal).colwise().mean(); // (1, B)
        x.grad() += (d - normal * along.row(0).asDiagonal()) * inverse.matrix().asDiagonal();
    });
    return y;
}

template Var<float> rms_norm(Var<float>, Var<float>, float);
template Var<double> rms_norm(Var<double>, Var<double>, double);
template Var<float> layer_norm(Var<float>, Var<float>, Var<float>, const std::vector<int>&, float);
template Var<double> layer_norm(Var<double>, Var<double>, Var<double>, const std::vector<int>&, double);

} // namespace heed
