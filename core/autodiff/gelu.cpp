#include "core/autodiff/gelu.h"

#include <cmath>
#include <numbers>

namespace heed {

// y = x Φ(x), Φ(x) = (1 + erf(x / √2)) / 2; dy/dx = Φ(x) + x φ(x), φ(x) = exp(−x²/2) / √(2π)    Hendrycks and
// Gimpel 2016
template <class T>
Var<T> gelu(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    constexpr T root_half = std::numbers::sqrt2_v<T> / 2;
    const auto below = [](T v) { return (T(1) + std::erf(v * root_half)) / T(2); };
    tape.result(y) = x.value().unaryExpr([below](T v) { return v * below(v); });
    tape.adjoint(y, [x, y, below] {
        const auto slope = [below](T v) {
            return below(v) + v * std::exp(-v * v / T(2)) * std::numbers::inv_sqrtpi_v<T> * root_half;
        };
        x.grad().array() += y.grad().array() * x.value().unaryExpr(slope).array();
    });
    return y;
}

// y = ½ x (1 + t), t = tanh u, u = √(2/π) (x + 0.044715 x³); dy/dx = ½ (1 + t) + ½ x (1 − t²) u'
template <class T>
Var<T> gelu_tanh(Var<T> x) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    constexpr T root = std::numbers::sqrt2_v<T> * std::numbers::inv_sqrtpi_v<T>, cubic = T(0.044715);
    const auto above = [](T v) { return std::tanh(root * (v + cubic * v * v * v)); };
    tape.result(y) = x.value().unaryExpr([above](T v) { return v * (T(1) + above(v)) / T(2); });
    tape.adjoint(y, [x, y, above] {
        const auto slope = [above](T v) {
            const T t = above(v);
            return (T(1) + t + v * (T(1) - t * t) * root * (T(1) + 3 * cubic * v * v)) / T(2);
        };
        x.grad().array() += y.grad().array() * x.value().unaryExpr(slope).array();
    });
    return y;
}

// y = x s, s = σ(βx); dy/dx = s + β x s (1 − s)    Ramachandran et al. 2017
template <class T>
Var<T> swish(Var<T> x, T beta) {
    Tape<T>& tape = x.tape();
    const Var<T> y = tape.make(x.rows(), x.cols(), {x});
    const auto gate = [beta](T v) { return T(1) / (T(1) + std::exp(-beta * v)); };
    tape.result(y) = x.value().unaryExpr([gate](T v) { return v * gate(v); });
    tape.adjoint(y, [x, y, gate, beta] {
        const auto slope = [gate, beta](T v) {
            const T s = gate(v);
            return s + beta * v * s * (T(1) - s);
        };
        x.grad().array() += y.grad().array() * x.value().unaryExpr(slope).array();
    });
    return y;
}

template Var<float> gelu(Var<float>);
template Var<float> gelu_tanh(Var<float>);
template Var<double> gelu_tanh(Var<double>);
template Var<float> swish(Var<float>, float);
template Var<double> swish(Var<double>, double);
template Var<double> gelu(Var<double>);

} // namespace heed
