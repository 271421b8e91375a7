// Text of several lines, on its way into a field of one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Text on one line. White space is what ASCII has of it (space, tab, line feed, vertical tab, form feed,
/// carriage return) and the line ends of Unicode (U+0085, U+2028, U+2029): each run of it is one space, and
/// at the ends nothing where the run holds more than spaces. Other spaces, such as the no-break space, are
/// characters like any other.
std::string one_line(std::string_view text);
/// The same where each space counts, as in the name of a file: line ends and tabs alone become spaces, and
/// are left out at the ends.
std::string one_line_exactly(std::string_view text);
/// Each line that holds anything, on its own, without white space at its ends.
std::vector<std::string> lines_in(std::string_view text);

} // namespace heed
