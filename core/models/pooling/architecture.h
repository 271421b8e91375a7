// The rows of the registry of those that pool a whole input into one answer.
#pragma once

#include "core/models/architecture.h"
#include "core/models/pooling/config.h"

#include <array>

namespace heed::pooling {
/// "pooling", "pooling-keras", "dense", "mean-pooling".
extern const std::array<Architecture, 4> architectures;
const heed::Architecture& architecture_of(const Config& config);
} // namespace heed::pooling
