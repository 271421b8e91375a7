// What moved the outputs of a Transformer's run, as lines.
#pragma once

#include "core/analysis/moves/moves.h"

#include <string>

namespace heed::cli {

/// The logit, or the margin over a rival; what adds most to it, the others together, their sum, what is held;
/// and what each layer would have said.
std::string moves_lines(const Trace& run, const moves::Moves& moves);

} // namespace heed::cli
