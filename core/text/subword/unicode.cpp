#include "core/text/subword/unicode.h"

#include <array>
#include <glib.h>

namespace heed::subword {

namespace {

bool category_in(char32_t c, unsigned categories) {
    if (c > 0x10FFFF) return false;
    return (categories >> static_cast<unsigned>(g_unichar_type(c)) & 1u) != 0;
}

template <class... Types>
constexpr unsigned categories(Types... types) {
    return ((1u << static_cast<unsigned>(types)) | ...);
}

constexpr unsigned letters =
    categories(G_UNICODE_LOWERCASE_LETTER, G_UNICODE_MODIFIER_LETTER, G_UNICODE_OTHER_LETTER,
               G_UNICODE_TITLECASE_LETTER, G_UNICODE_UPPERCASE_LETTER);
constexpr unsigned numbers =
    categories(G_UNICODE_DECIMAL_NUMBER, G_UNICODE_LETTER_NUMBER, G_UNICODE_OTHER_NUMBER);
constexpr unsigned marks =
    categories(G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK, G_UNICODE_NON_SPACING_MARK);
constexpr unsigned punctuation =
    categories(G_UNICODE_CONNECT_PUNCTUATION, G_UNICODE_DASH_PUNCTUATION, G_UNICODE_CLOSE_PUNCTUATION,
               G_UNICODE_FINAL_PUNCTUATION, G_UNICODE_INITIAL_PUNCTUATION, G_UNICODE_OTHER_PUNCTUATION,
               G_UNICODE_OPEN_PUNCTUATION);
constexpr unsigned others =
    categories(G_UNICODE_CONTROL, G_UNICODE_FORMAT, G_UNICODE_PRIVATE_USE, G_UNICODE_SURROGATE);
constexpr unsigned word_parts =
    letters | marks |
    categories(G_UNICODE_DECIMAL_NUMBER, G_UNICODE_LETTER_NUMBER, G_UNICODE_CONNECT_PUNCTUATION);

constexpr char32_t joiner = 0x200D, non_joiner = 0x200C;

} // namespace

bool is_white_space(char32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

bool is_letter(char32_t c) { return category_in(c, letters); }
bool is_number(char32_t c) { return category_in(c, numbers); }
bool is_mark(char32_t c) { return category_in(c, marks); }
bool is_nonspacing_mark(char32_t c) { return category_in(c, categories(G_UNICODE_NON_SPACING_MARK)); }
bool is_punctuation(char32_t c) { return category_in(c, punctuation); }
bool is_other(char32_t c) { return category_in(c, others); }
bool is_control_or_format(char32_t c) {
    return category_in(c, categories(G_UNICODE_CONTROL, G_UNICODE_FORMAT));
}

bool is_word_character(char32_t c) {
    const bool lettered_sign = (c >= 0x24B6 && c <= 0x24E9) || (c >= 0x1F130 && c <= 0x1F149) ||
                               (c >= 0x1F150 && c <= 0x1F169) || (c >= 0x1F170 && c <= 0x1F189);
    return category_in(c, word_parts) || lettered_sign || c == joiner || c == non_joiner;
}

bool extends_grapheme(char32_t c) {
    const bool thai_or_lao_am = c == 0x0E33 || c == 0x0EB3;
    const bool sound_mark = c == 0xFF9E || c == 0xFF9F;
    const bool skin_tone = c >= 0x1F3FB && c <= 0x1F3FF, tag = c >= 0xE0020 && c <= 0xE007F;
    return is_mark(c) || c == joiner || c == non_joiner || thai_or_lao_am || sound_mark || skin_tone || tag;
}

void append_lowercase(char32_t c, std::vector<char32_t>& to) {
    if (c == 0x130) { // İ keeps its dot
        to.insert(to.end(), {U'i', 0x307});
        return;
    }
    const bool roman = c >= 0x2160 && c <= 0x216F,
               circled = c >= 0x24B6 && c <= 0x24CF; // letters by case alone
    to.push_back(roman ? c + 16 : circled ? c + 26 : g_unichar_tolower(c));
}

void append_decomposed(char32_t c, bool compatibility, std::vector<char32_t>& to) {
    std::array<gunichar, G_UNICHAR_MAX_DECOMPOSITION_LENGTH> parts{};
    const std::size_t count = g_unichar_fully_decompose(c, compatibility, parts.data(), parts.size());
    to.insert(to.end(), parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count));
}

int combining_class(char32_t c) { return g_unichar_combining_class(c); }

std::optional<char32_t> composed(char32_t first, char32_t second) {
    gunichar both = 0;
    if (!g_unichar_compose(first, second, &both)) return std::nullopt;
    return both;
}

} // namespace heed::subword
