// How people's programs spell the words that stand for none: <s>, [CLS], _GO, EOS, @@PADDING@@.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// "start", "end", "pad" or "unknown"; empty: a word like others. Case, brackets and underscores around it do
/// not count; without any, what is a word of a language, too ("go", "END"), is none unless `capitals`
/// and it stands in capitals.
std::string_view special_meaning(std::string_view word, bool capitals = true);

/// The ids of words of that meaning, the best first.
std::vector<std::size_t> ids_of_meaning(std::string_view meaning, const std::vector<std::string>& words);

} // namespace heed::io
