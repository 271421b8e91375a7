// Maps of weights beside one another in a terminal, as many as it is wide.
#pragma once

#include "app/cli/print/terminal.h"
#include "app/figures/compare/compare.h"

#include <span>
#include <string>

namespace heed::cli {

/// Panels with weights only; nothing where not even one map has room.
std::string small_maps(std::span<const ComparePanel> panels, const Terminal& terminal);

} // namespace heed::cli
