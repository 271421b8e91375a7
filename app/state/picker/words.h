// Other words that models are looked for by.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Of a scoring function, an alignment, a cell or a task; empty for one without.
std::string_view other_words(std::string_view id);
/// All of them, one by one.
std::vector<std::string> all_other_words();

} // namespace heed
