// Where a text can be parted: between graphemes, and at words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace heed {

enum TextBreak : std::uint8_t {
    Caret = 1,     // a grapheme begins or ends here: a caret may stand
    WordStart = 2, // of letters and digits
    WordEnd = 4,
    WordEdge = 8, // of anything that a double click selects, the space between words included
};

/// For each byte of the text, and for its end, the kinds of break before it. Carets may stand at both ends.
std::vector<std::uint8_t> text_breaks(std::string_view text);

} // namespace heed
