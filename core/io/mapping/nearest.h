// The family of another toolkit that comes nearest to files that none reads: its answers to what shapes leave
// open are a better beginning than what most models have. They are proposals, and prove nothing.
#pragma once

#include "core/io/mapping/tries/tried.h"

#include <optional>

namespace heed::io::mapping {

/// A family that takes a smaller share of the files' tensors, and of those that it wants, proposes nothing.
inline constexpr double nearest_at_least = .75;

/// Of the known families the first in the order of `heed check --why` that takes so many of the tensors and
/// wants none that could not be there under another name. None: no family does, the files are several, or the
/// options name no families.
std::optional<Nearest> nearest_answers(const Reading& reading, const OpenOptions& options);

} // namespace heed::io::mapping
