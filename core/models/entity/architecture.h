// The row of the registry of recurrent entity networks.
#pragma once

#include "core/models/architecture.h"
#include "core/models/entity/config.h"

namespace heed::entity {
extern const Architecture architecture; // "entity"
inline const heed::Architecture& architecture_of(const Config&) { return architecture; }
} // namespace heed::entity
