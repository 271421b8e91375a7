// More operations beside those of ops.h: units of scores and of feed-forward layers.
#pragma once

#include "core/autodiff/tape.h"

namespace heed {

/// x Φ(x), Φ the normal distribution's, element by element.
template <class T>
Var<T> gelu(Var<T> x);
/// ½ x (1 + tanh(√(2/π) (x + 0.044715 x³))), which is nearly the same: Hendrycks and Gimpel 2016.
template <class T>
Var<T> gelu_tanh(Var<T> x);
/// x σ(beta x), σ the logistic function.
template <class T>
Var<T> swish(Var<T> x, T beta);

} // namespace heed
