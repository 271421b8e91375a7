// What the lists of words tell, and leave open: what stands around a source, what the decoder begins and ends
// with, padding, and how text is cut.
#pragma once

#include "core/io/mapping/questions.h"

namespace heed::io::mapping {

std::vector<Question> word_questions(const Sizes& sizes, const Words& words);

/// Words that toolkits give such a meaning, best first, as a family's "special" lists them.
std::vector<std::string> usual_words(std::string_view meaning); // "start", "end", "pad", "unknown"
/// A mark rather than a word: one of those, or what stands in <> or [].
bool looks_special(const std::string& word);

} // namespace heed::io::mapping
