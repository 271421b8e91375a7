// What a person who types into a closed vocabulary may have meant.
#pragma once

#include "core/text/vocabulary.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Up to `count` tokens that go on where `prefix` ends, in the vocabulary's spelling: the shortest first,
/// then by alphabet. Capitals, small letters and accents count as the same; the special tokens and the prefix
/// itself are never among them. An empty prefix has no completions.
std::vector<std::string> complete(const Vocabulary& vocabulary, std::string_view prefix, std::size_t count);

/// Up to `count` tokens most like `word`: the fewest edits first, then the longest common beginning, then by
/// alphabet. At most half as many edits as the word has letters, though one is always allowed. Capitals, the
/// special tokens and an empty word are treated as above; a known word is its own nearest.
std::vector<std::string> nearest(const Vocabulary& vocabulary, std::string_view word, std::size_t count);

/// The same among any words, in their own spelling, with at most so many edits.
std::vector<std::string> nearest(std::span<const std::string> known, std::string_view word, std::size_t count,
                                 std::size_t most_edits);

/// "; did you mean trace?", or nothing: what goes behind a sentence about a wrong word. Meant may be what is
/// at most a third as many edits away as the word has letters, though one is always allowed, or the only word
/// that begins with it.
std::string did_you_mean(std::span<const std::string> known, std::string_view word);

/// How many code points must be inserted, deleted, replaced or swapped with their neighbour to make one of
/// the other (Damerau 1964; with Lowrance and Wagner's 1975 recurrence, in which letters between swapped ones
/// may change too).
std::size_t edit_distance(std::u32string_view a, std::u32string_view b);

} // namespace heed
