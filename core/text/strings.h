// What is done to plain text everywhere: letter case of ASCII, parts, lists and numbers.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

bool is_ascii(std::string_view text);
/// Letters outside ASCII stay as they are; lowercase() of tokenizer.h knows them.
std::string ascii_lower(std::string text);
std::string ascii_upper(std::string text);
/// The first letter as a capital.
std::string capitalized(std::string text);
std::string replaced(std::string text, std::string_view what, std::string_view by);

/// Without the spaces, tabs and line ends around it.
std::string_view trimmed(std::string_view text);
/// What stands before, between and after the separators: at least one part, which may be empty.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);
/// Takes a line off the beginning of `rest`, `line` without its "\n" or "\r\n"; false where nothing is left.
bool next_line(std::string_view& rest, std::string_view& line);

/// "a, b, c"; with " and " or " or " before the last, "a, b and c".
std::string listed(const std::vector<std::string>& words, std::string_view before_last = ", ");
/// "71 234": the digits in threes from the right, `space` between.
std::string grouped(std::uint64_t number, std::string_view space = " ");
/// "1 tensor", "2 tensors".
std::string plural(std::size_t count, std::string_view one, std::string_view many);
/// Nine significant digits, which a float32 survives: "0.333333343", "1e-09".
std::string nine_digits(double value);
/// As few digits as bring a float32 back: "0.1".
std::string shortest_digits(float value);
/// A printed number whose exponent has no zeros in front: "8e-8" of "8e-08".
std::string short_exponent(std::string number);
/// Six significant digits, as a person reads them: "0.475", "1.5e+10", "2e-5".
std::string six_digits(double value);
/// The double nearest to those digits.
double at_nine_digits(double value);
/// A field of a CSV file, quoted where RFC 4180 asks for it and where spaces at an end might be lost.
std::string csv_field(const std::string& text);

/// The number that the whole text is; a "+" in front is no part of one.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

} // namespace heed
