#include "core/text/tokenizer.h"

#include <algorithm>

namespace heed {

namespace {

bool is_space(char32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

bool is_split_off(char32_t c) {
    return c < 0x80 && std::string_view(",.;:!?()").find(static_cast<char>(c)) != std::string_view::npos;
}

} // namespace

namespace {

/// Whether every stretch between white space is a single character: somebody has split it already.
bool is_spelled_out(std::string_view text) {
    std::size_t longest = 0, length = 0, stretches = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        length = is_space(c.value) ? 0 : length + 1;
        stretches += length == 1;
        longest = std::max(longest, length);
        at += c.length;
    }
    return longest == 1 && stretches > 1;
}

} // namespace

std::vector<Tokenizer::Piece> Tokenizer::split(std::string_view text) const {
    if (level == TokenLevel::Character && !space.empty()) {
        if (is_spelled_out(text)) return Tokenizer{TokenLevel::Given, lowercase}.split(text);
        std::vector<Piece> pieces = Tokenizer{TokenLevel::Character, lowercase}.split(text);
        for (Piece& piece : pieces)
            if (piece.text == " ") piece.text = space;
        return pieces;
    }
    std::vector<Piece> pieces;
    bool in_word = false; // whether the last piece goes on
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        const std::size_t end = at + c.length;
        const bool words = level != TokenLevel::Character;
        if (words && is_space(c.value)) {
            in_word = false;
        } else {
            const bool alone = !words || (level == TokenLevel::Word && is_split_off(c.value));
            if (alone || !in_word) pieces.push_back({{}, at, end});
            pieces.back().text += encode_utf8(lowercase ? heed::lowercase(c.value) : c.value);
            pieces.back().end = end;
            in_word = !alone;
        }
        at = end;
    }
    return pieces;
}

std::string Tokenizer::join(const std::vector<std::string>& tokens) const {
    std::string text;
    for (const std::string& token : tokens) {
        if (level != TokenLevel::Character && !text.empty()) text += ' ';
        text += !space.empty() && token == space ? " " : token;
    }
    return text;
}

} // namespace heed
