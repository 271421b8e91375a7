// One more operation beside those of ops.h: the unit of a score.
#pragma once

#include "core/autodiff/tape.h"

namespace heed {

/// x Φ(x), Φ the normal distribution's, element by element.
template <class T>
Var<T> gelu(Var<T> x);

} // namespace heed
