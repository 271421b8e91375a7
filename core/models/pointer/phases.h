// The phases of a pointer network, one row each: every point is read, then points are chosen one by one.
#pragma once

#include "core/models/pointer/config.h"
#include "core/trace/outline.h"

namespace heed::pointer {

namespace phase {
extern const PhaseInfo Encode; // of each point
// Of each output. Count: a model that points at nothing gives every number its share.
extern const PhaseInfo Decode, Softmax, Count, Choose;
} // namespace phase

/// Every row.
std::span<const PhaseInfo* const> phases();

/// N points, then so many outputs.
Outline outline_of(const Config& config, int points, int outputs);

} // namespace heed::pointer
