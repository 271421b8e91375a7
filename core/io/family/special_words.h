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

/// Whether it has small letters alone, as words of a text have.
bool is_small_word(std::string_view word);

/// The ids of words of that meaning, the best first: those that are marked as such; else, where `capitals`
/// count, those in capitals; else those in small letters ("sos"), which may be words of a language.
std::vector<std::size_t> ids_of_meaning(std::string_view meaning, const std::vector<std::string>& words,
                                        bool capitals = true);

} // namespace heed::io
