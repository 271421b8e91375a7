// Sorting numbers by pointing at them: "3.1 2.0 5.5", to "1 0 2: 2.0 3.1 5.5", their places in order and then
// the numbers.
#pragma once

#include "core/tasks/item.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::tasks {

/// The words of such a text, one number each. Throws heed::Error naming `subject` and the word at fault: one
/// that is no number, no word.
std::vector<std::string> parse_sorting(std::string_view text, const std::string& subject);

Item sample_sorting(Random& random);                 // draws how many numbers there are, 3 to 8
Item sorting_of_length(Random& random, int numbers); // of at most 1000, all different
/// Equal numbers stay in the order in which they stand. Its gold: at each output the number that is chosen.
Item sorting_reference(std::string_view text, const std::string& subject);

} // namespace heed::tasks
