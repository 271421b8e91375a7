// Text from files that nobody has vouched for, made fit to be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

/// The text on one line, with nothing in it that could hide or reorder what stands around it: control
/// characters, line separators, direction marks and other invisible ones become \u{202E}, bytes that are not
/// UTF-8 \xFF. At most about `longest` bytes are kept; "..." marks what was cut.
std::string escaped(std::string_view text, std::size_t longest = 200);
/// The same between quotation marks, for sentences: "text".
std::string in_quotes(std::string_view text, std::size_t longest = 200);

} // namespace heed
