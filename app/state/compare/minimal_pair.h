// An input that differs from another in one word.
#pragma once

#include "core/text/tokenizer.h"

#include <span>
#include <string>
#include <string_view>

namespace heed {

class Vocabulary;

/// The text with one token in place of another: of the vocabulary's tokens the nearest in its order that is
/// of the same kind (letters, digits) and where possible changes one token of the task's right answer, which
/// stays as long; from the end of the text backwards, words before numbers. `vocabulary` null: tokens of the
/// task's own examples. The same arguments give the same pair. Empty: there is none.
std::string minimal_pair(const std::string& text, const std::string& task, const Tokenizer& tokenizer,
                         const Vocabulary* vocabulary);

} // namespace heed
