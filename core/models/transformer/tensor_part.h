// What a tensor of a Transformer is for, by its name.
#pragma once

#include "core/models/architecture.h"

namespace heed::transformer {

/// Without a group where it is none of such a model's names.
TensorPart part_of(std::string_view tensor);

} // namespace heed::transformer
