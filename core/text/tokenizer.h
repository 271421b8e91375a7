// Text to tokens, each with the bytes of the user's own text it came from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

enum class TokenLevel {
    Character,
    Word,
    Given // split at white space alone: the text is as another program prepared it, word pieces and all
};

struct Tokenizer {
    TokenLevel level = TokenLevel::Character;
    bool lowercase = false;
    std::string space = {}; // character level: what a space is written as ("_", "▁"); empty: itself

    struct Piece {
        std::string text;       // as the model reads it (lower case where it says so)
        std::size_t begin, end; // bytes of the input
    };
    /// Character: one piece a code point (invalid UTF-8: each bad byte is one U+FFFD piece); where `space` is
    /// set, text whose pieces between spaces are single characters is taken as split already. Word: pieces
    /// between white space, punctuation , . ; : ! ? ( ) split off; a bad byte within one becomes U+FFFD.
    /// No end token is added here.
    std::vector<Piece> split(std::string_view text) const;
    /// Tokens back to text: nothing between characters (`space` is a space again), a space between words.
    std::string join(const std::vector<std::string>& tokens) const;
    bool operator==(const Tokenizer&) const = default;
};

/// Lower case of Latin, Greek and Cyrillic letters, one code point for one; the number of bytes may change
/// (İ, ẞ and the Kelvin sign shrink, Ⱥ grows). Other text, bad bytes included, is unchanged.
std::string lowercase(std::string_view utf8);
char32_t lowercase(char32_t code_point);
/// Length in bytes of the code point at `at` (1 for an invalid byte), and whether it is valid.
struct CodePoint {
    char32_t value;
    std::size_t length;
    bool valid;
};
CodePoint decode_utf8(std::string_view text, std::size_t at);
std::string encode_utf8(char32_t code_point);

} // namespace heed
