// Small numbers in words, as sentences have them.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>

namespace heed {

/// "no", "one" … "twelve", then "13".
inline std::string number_word(std::size_t n) {
    constexpr const char* words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                     "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return n < std::size(words) ? words[n] : std::to_string(n);
}

} // namespace heed
