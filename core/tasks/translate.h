// English sentences, to French, word by word, in lower case, from the grammar of assets/grammar.
//
// Sure gold: words of one meaning, those of one fixed phrase, and an article that only one side writes with
// its noun. Possible: a noun and the article and adjectives that agree with it in French; do and does and the
// French negation and verb.
#pragma once

#include "core/base/random.h"
#include "core/tasks/sample.h"

#include <optional>
#include <string_view>

namespace heed::tasks {

/// 3 to 30 words on either side.
Sample sample_translation(Random& random);

/// The French of a sentence the grammar makes, of any length, and the links; else nothing.
std::optional<Sample> translation_reference(std::string_view english);

} // namespace heed::tasks
