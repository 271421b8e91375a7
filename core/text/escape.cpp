#include "core/text/escape.h"

#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>

namespace heed {

namespace {

struct Range {
    char32_t first, last;
};

/// Controls, separators, and characters that are invisible or turn the direction of writing.
constexpr std::array invisible = std::to_array<Range>({
    {0x00, 0x1F},
    {0x7F, 0x9F},
    {0xAD, 0xAD},
    {0x061C, 0x061C},
    {0x180E, 0x180E},
    {0x200B, 0x200F},
    {0x2028, 0x202E},
    {0x2060, 0x206F},
    {0xFEFF, 0xFEFF},
    {0xFFF9, 0xFFFB},
    {0xE0000, 0xE0FFF},
});

bool is_invisible(char32_t c) {
    return std::any_of(invisible.begin(), invisible.end(),
                       [c](const Range& range) { return c >= range.first && c <= range.last; });
}

std::string hex(unsigned long value, std::size_t digits) {
    std::string text;
    for (; value > 0 || text.size() < digits; value /= 16) {
        text.insert(text.begin(), "0123456789ABCDEF"[value % 16]);
    }
    return text;
}

} // namespace

std::string escaped(std::string_view text, std::size_t longest) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (result.size() >= longest) return result + "...";
        const CodePoint c = decode_utf8(text, at);
        if (!c.valid)
            result += "\\x" + hex(static_cast<unsigned char>(text[at]), 2);
        else if (is_invisible(c.value))
            result += "\\u{" + hex(c.value, 4) + "}";
        else
            result += text.substr(at, c.length);
        at += c.length;
    }
    return result;
}

std::string in_quotes(std::string_view text, std::size_t longest) {
    std::string quoted = "\"";
    quoted += escaped(text, longest);
    quoted += '"';
    return quoted;
}

} // namespace heed
