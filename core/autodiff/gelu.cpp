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

template Var<float> gelu(Var<float>);
template Var<double> gelu(Var<double>);

} // namespace heed
