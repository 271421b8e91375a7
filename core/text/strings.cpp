#include "core/text/strings.h"

#include <algorithm>

namespace heed {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string significant_digits(double value, int count) {
    char digits[32];
    return {digits,
            std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, count).ptr};
}

} // namespace

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string ascii_lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), lower);
    return text;
}

std::string ascii_upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), upper);
    return text;
}

std::string capitalized(std::string text) {
    if (!text.empty()) text.front() = upper(text.front());
    return text;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; !what.empty() && (at = text.find(what, at)) != text.npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blank);
    return begin == text.npos ? std::string_view()
                              : text.substr(begin, text.find_last_not_of(blank) - begin + 1);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == text.npos) return parts;
        text.remove_prefix(end + separator.size());
    }
}

bool next_line(std::string_view& rest, std::string_view& line) {
    if (rest.empty()) return false;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return true;
}

std::string listed(const std::vector<std::string>& words, std::string_view before_last) {
    std::string text;
    for (std::size_t n = 0; n < words.size(); ++n) {
        if (n > 0) text += n + 1 == words.size() ? before_last : ", ";
        text += words[n];
    }
    return text;
}

std::string grouped(std::uint64_t number, std::string_view space) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, space);
    return text;
}

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

std::string nine_digits(double value) { return significant_digits(value, 9); }
std::string six_digits(double value) { return short_exponent(significant_digits(value, 6)); }

std::string short_exponent(std::string number) {
    const std::size_t e = number.find('e');
    if (e == number.npos || e + 2 >= number.size() || (number[e + 1] != '-' && number[e + 1] != '+'))
        return number;
    const std::size_t digits = std::min(number.find_first_not_of('0', e + 2), number.size() - 1);
    return number.erase(e + 2, digits - e - 2);
}

std::string shortest_digits(float value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

double at_nine_digits(double value) { return number_in<double>(nine_digits(value)).value_or(value); }

std::string csv_field(const std::string& text) {
    const bool plain =
        text.find_first_of(",\"\r\n") == std::string::npos && !text.starts_with(' ') && !text.ends_with(' ');
    if (plain) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

} // namespace heed
