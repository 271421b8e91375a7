// The rows of the registry of those that look back at their own past.
#pragma once

#include "core/models/architecture.h"
#include "core/models/one_rnn/config.h"

#include <array>

namespace heed::one_rnn {
/// "rnn-self-attention", "lstmn", "key-value", "key-value-predict".
extern const std::array<Architecture, 4> architectures;
const heed::Architecture& architecture_of(const Config& config);
} // namespace heed::one_rnn
