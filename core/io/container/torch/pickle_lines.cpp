#include "core/io/container/torch/pickle_lines.h"

#include "core/text/tokenizer.h"

#include <charconv>
#include <cmath>

namespace heed::io::pickle {

namespace {

/// So many digits of a base at a place of a text.
std::optional<std::uint32_t> digits_at(std::string_view text, std::size_t at, std::size_t count, int base) {
    if (at + count > text.size()) return std::nullopt;
    std::uint32_t value = 0;
    const char* const end = text.data() + at + count;
    const auto [stop, error] = std::from_chars(text.data() + at, end, value, base);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

constexpr std::string_view letters = "abfnrtv\\'\"\n", stand_for = "\a\b\f\n\r\t\v\\'\"";

} // namespace

std::optional<std::string> quoted_text(std::string_view line) {
    if (line.size() < 2 || line.front() != line.back() || (line.front() != '\'' && line.front() != '"'))
        return std::nullopt;
    line = line.substr(1, line.size() - 2);
    std::string text;
    for (std::size_t n = 0; n < line.size(); ++n) {
        if (line[n] != '\\') {
            text += line[n];
            continue;
        }
        if (++n == line.size()) return std::nullopt;
        if (const std::size_t letter = letters.find(line[n]); letter < stand_for.size()) {
            text += stand_for[letter];
        } else if (line[n] == 'x') {
            const auto byte = digits_at(line, n + 1, 2, 16);
            if (!byte) return std::nullopt;
            text += static_cast<char>(*byte);
            n += 2;
        } else if (const auto octal = digits_at(line, n, 3, 8); octal && *octal < 256) {
            text += static_cast<char>(*octal);
            n += 2;
        } else {
            (text += '\\') += line[n]; // as Python keeps what stands for nothing
        }
    }
    return text;
}

std::optional<std::string> escaped_text(std::string_view line) {
    std::string text;
    std::uint32_t high = 0; // of a pair that stands for one code point
    const auto add = [&](std::uint32_t code) {
        const bool low = code >= 0xDC00 && code < 0xE000;
        if (high != 0 && low)
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00);
        else if (high != 0)
            text += encode_utf8(U'\uFFFD');
        high = 0;
        if (code >= 0xD800 && code < 0xDC00)
            high = code;
        else
            text += encode_utf8(code > 0x10FFFF || (code >= 0xDC00 && code < 0xE000) ? U'\uFFFD'
                                                                                     : char32_t{code});
    };
    for (std::size_t n = 0; n < line.size(); ++n) {
        const bool wide = line.substr(n).starts_with("\\U");
        if (!wide && !line.substr(n).starts_with("\\u")) {
            add(static_cast<unsigned char>(line[n]));
            continue;
        }
        const std::size_t count = wide ? 8 : 4;
        const auto code = digits_at(line, n + 2, count, 16);
        if (!code) return std::nullopt;
        add(*code);
        n += 1 + count;
    }
    if (high != 0) text += encode_utf8(U'\uFFFD');
    return text;
}

std::optional<std::variant<std::int64_t, double>> whole_number(std::string_view line) {
    if (line.ends_with('L')) line.remove_suffix(1);
    std::int64_t value = 0;
    const char* const end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data(), end, value);
    if (error == std::errc() && stop == end) return value;
    if (error != std::errc::result_out_of_range || stop != end) return std::nullopt;
    const auto real = real_number(line);
    if (!real) return std::nullopt;
    return *real;
}

std::optional<double> real_number(std::string_view line) {
    double value = 0;
    const char* const end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data(), end, value); // "nan", "-inf", too
    if (stop != end || line.empty()) return std::nullopt;
    if (error == std::errc::result_out_of_range) return line.find("e-") == line.npos ? HUGE_VAL : 0.0;
    if (error != std::errc()) return std::nullopt;
    return value;
}

} // namespace heed::io::pickle
