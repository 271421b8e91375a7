// Tokens of what a model wrote, by their text in its vocabulary.
#pragma once

#include "core/trace/trace.h"

#include <span>
#include <string>

namespace heed {

/// As shown; of byte-level pieces (GPT-2) as their bytes read: "Ã©" is "é", "Ġthe" is "␣the".
std::string shown_written(const Trace& trace, const std::string& token);
/// Some of them as one reads them: pieces joined to words.
std::string text_written(const Trace& trace, std::span<const std::string> tokens);

} // namespace heed
