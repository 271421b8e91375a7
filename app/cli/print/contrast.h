// Why a token was written and not another, as lines.
#pragma once

#include "core/analysis/contrast/contrast.h"

#include <string>

namespace heed::cli {

/// The margin, a line a word (what it adds, the margin without it, the margin with an unknown word in its
/// place), what was written so far, the rest, and their sum.
std::string contrast_lines(const Trace& run, const analysis::Contrast& contrast);

} // namespace heed::cli
