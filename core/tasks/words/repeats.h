// Copy with repeats: words, written again. What was written already and what comes next look alike, so that
// it takes a memory of where one has looked to copy neither too much nor too little.
//
// A source has 4 to 40 words out of 2 to 4 different ones of the language (letters, and short words). Drawn
// are the number of words, how many different ones, these one by one (one that is there already is drawn
// again), the first word, and for each further one whether it is the same once more (one in two), else any of
// them. Gold: the diagonal.
#pragma once

#include "core/base/random.h"
#include "core/tasks/sample.h"

#include <optional>
#include <span>
#include <string_view>

namespace heed::tasks {

/// The words of the language.
std::span<const std::string_view> repeated_words();

Sample sample_copy(Random& random); // 4 to 40 words
Sample sample_copy(Random& random, int shortest, int longest);

/// The right answer to any words, also such as are not of the language; nothing for a text without one.
std::optional<Sample> copy_reference(std::string_view text);

} // namespace heed::tasks
