// Tokens of what a model wrote, by their text in its vocabulary.
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace heed {

/// As shown; of byte-level pieces (GPT-2) as their bytes read: "Ã©" is "é", "Ġthe" is "␣the".
std::string shown_written(const Trace& trace, const std::string& token);

} // namespace heed
