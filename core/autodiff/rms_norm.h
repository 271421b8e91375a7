// Normalisation by the root of the mean square, beside ops.h' layer_norm.
#pragma once

#include "core/autodiff/tape.h"

namespace heed {

/// Each column divided by √(its mean square + epsilon), times gain: x (n, B), gain (n, 1).
template <class T>
Var<T> rms_norm(Var<T> x, Var<T> gain, T epsilon);

} // namespace heed
