// The rows of the registry of Transformers.
#pragma once

#include "core/models/architecture.h"
#include "core/models/transformer/config.h"

#include <array>

namespace heed::transformer {
/// "transformer", "transformer-encoder", "transformer-decoder".
extern const std::array<Architecture, 3> architectures;
const heed::Architecture& architecture_of(const Config& config);
} // namespace heed::transformer
