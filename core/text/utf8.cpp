// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing past U+10FFFF.
#include "core/text/tokenizer.h"

namespace heed {

namespace {

constexpr char32_t replacement = 0xFFFD;

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

} // namespace

CodePoint decode_utf8(std::string_view text, std::size_t at) {
    const CodePoint bad{replacement, 1, false};
    const unsigned lead = byte_at(text, at);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || text.size() - at < length) return bad;
    char32_t value = lead & (0x7Fu >> length);
    for (std::size_t n = 1; n < length; ++n) {
        const unsigned next = byte_at(text, at + n);
        if ((next & 0xC0u) != 0x80u) return bad;
        value = (value << 6) | (next & 0x3Fu);
    }
    const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (overlong || surrogate || value > 0x10FFFF) return bad;
    return {value, length, true};
}

std::string encode_utf8(char32_t c) {
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = replacement;
    const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (c < 0x80) return {byte(c)};
    if (c < 0x800) return {byte(0xC0 | (c >> 6)), byte(0x80 | (c & 0x3F))};
    if (c < 0x10000) return {byte(0xE0 | (c >> 12)), byte(0x80 | ((c >> 6) & 0x3F)), byte(0x80 | (c & 0x3F))};
    return {byte(0xF0 | (c >> 18)), byte(0x80 | ((c >> 12) & 0x3F)), byte(0x80 | ((c >> 6) & 0x3F)),
            byte(0x80 | (c & 0x3F))};
}

} // namespace heed
