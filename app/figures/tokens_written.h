// Tokens of what a model wrote, by their text in its vocabulary.
#pragma once

#include "core/trace/trace.h"

#include <functional>
#include <span>
#include <string>

namespace heed {

/// Whether what it wrote are pieces of bytes, each a letter: "Ã©" for "é".
bool writes_bytes(const Trace& trace);
/// As shown; of byte-level pieces (GPT-2) as their bytes read: "Ã©" is "é", "Ġthe" is "␣the", "Ã" alone,
/// which is no letter, "‹0xC3›"; "end" where the run ends with that very token.
std::string shown_written(const Trace& trace, const std::string& token);
/// The same of many tokens of one run, which must outlive it: what kind they are is found once.
std::function<std::string(const std::string&)> reader_of_written(const Trace& trace);
/// Some of them as one reads them: pieces joined to words, without those that only say where a text begins or
/// ends, or what language it is in.
std::string text_written(const Trace& trace, std::span<const std::string> tokens);

} // namespace heed
