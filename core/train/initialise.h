// The numbers a model starts from.
#pragma once

#include "core/base/random.h"
#include "core/nn/parameters.h"

namespace heed::train {

/// PyTorch's defaults, drawn from `random` parameter by parameter, row by row: embeddings normal (0, 1); a
/// cell's four tensors uniform in ±1/sqrt(columns of its weight_hh), the hidden size in PyTorch's; every
/// other matrix uniform in ±1/sqrt(its columns), its bias in the same range; vectors that stand for a row
/// (additive's v) in ±1/sqrt(their length).
void initialise(nn::ParameterSet<float>& parameters, Random& random);

} // namespace heed::train
