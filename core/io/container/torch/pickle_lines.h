// Pickles of protocol 0 are lines of text: how they write texts and numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace heed::io::pickle {

/// Of a line such as 'it\'s' or "a\n": Python's own spelling of a string, without its quotes. None: damaged.
std::optional<std::string> quoted_text(std::string_view line);
/// Of a line of Latin-1 with \uXXXX and \UXXXXXXXX in it, in UTF-8. None: damaged.
std::optional<std::string> escaped_text(std::string_view line);
/// "5", "-3L"; what 64 bits do not hold is the nearest double. None: no number.
std::optional<std::variant<std::int64_t, double>> whole_number(std::string_view line);
std::optional<double> real_number(std::string_view line);

} // namespace heed::io::pickle
