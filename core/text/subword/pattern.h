// What a tokenizer looks for in a text: a string as it is, or a regular expression.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heed::subword {

/// A text cut into what was looked for and what stands between: in order, without gaps.
struct Found {
    std::size_t begin = 0, end = 0;
    bool match = false;
};
using Pattern = std::function<std::vector<Found>(std::string_view)>;

Pattern literal_pattern(std::string wanted);
/// Each character of a kind by itself.
Pattern character_pattern(std::function<bool(char32_t)> wanted);
/// Perl's expressions, with \p{…} and looking ahead. Throws heed::Error naming `subject` where it is none; a
/// search that takes too many steps throws too, rather than go on. The text must be UTF-8.
Pattern regular_expression(const std::string& expression, const std::string& subject);

/// What becomes of the places found.
enum class Cut {
    Removed,            // left out
    Isolated,           // a part of its own
    MergedWithPrevious, // ends the part before it
    MergedWithNext,     // begins the part behind it
    Contiguous          // neighbours that were found are one part
};
/// The parts, in order; empty ones are left out.
std::vector<Found> cut_at(std::vector<Found> found, Cut cut);

} // namespace heed::subword
