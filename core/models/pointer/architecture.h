// The row of the registry of pointer networks.
#pragma once

#include "core/models/architecture.h"
#include "core/models/pointer/config.h"

namespace heed::pointer {
extern const heed::Architecture architecture;
const heed::Architecture& architecture_of(const Config& config);
} // namespace heed::pointer
