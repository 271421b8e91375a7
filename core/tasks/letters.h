// Tasks over the letters a to z, in which the gold is where each letter came from.
//
//   reverse  backwards. Gold: the mirror.
//   sort     in the order of the alphabet; equal letters keep their order. Gold: where each one stood.
//   twoway   a tag, then letters: ">abc" is abc, "<abc" is cba. The tag is source token 0 and explains
//   nothing.
//
// A sampler draws the tag if there is one, then the number of letters, then the letters.
#pragma once

#include "core/base/random.h"
#include "core/tasks/sample.h"

#include <optional>
#include <string_view>

namespace heed::tasks {

Sample sample_reverse(Random& random); // 5 to 40 letters
Sample sample_sort(Random& random);    // 3 to 20
Sample sample_twoway(Random& random);  // 3 to 12, and the tag

/// The same with `shortest` to `longest` letters: for measuring beyond the trained lengths.
Sample sample_reverse(Random& random, int shortest, int longest);
Sample sample_sort(Random& random, int shortest, int longest);
Sample sample_twoway(Random& random, int shortest, int longest);

/// The right answer to a text, of any number of letters from one on; nothing for a text that is not of the
/// task.
std::optional<Sample> reverse_reference(std::string_view text);
std::optional<Sample> sort_reference(std::string_view text);
std::optional<Sample> twoway_reference(std::string_view text);

} // namespace heed::tasks
