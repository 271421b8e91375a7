// What Unicode says of a character, as far as tokenizers ask: categories, canonical forms, letter case.
// GLib's tables (Unicode 15.0) behind it; no locale.
#pragma once

#include <optional>
#include <vector>

namespace heed::subword {

bool is_white_space(char32_t c); // the property White_Space
bool is_letter(char32_t c);      // L*
bool is_number(char32_t c);      // N*
bool is_mark(char32_t c);        // M*
bool is_nonspacing_mark(char32_t c);
bool is_punctuation(char32_t c); // P*
/// Controls, formats, surrogates and what is private, but not what is not assigned: Cc, Cf, Cs, Co.
bool is_other(char32_t c);
bool is_control_or_format(char32_t c); // Cc, Cf
/// \w of a Unicode regular expression: alphabetic, marks, decimal digits, connectors, joiners.
bool is_word_character(char32_t c);
/// Extends the character before it to one that a reader takes for one (UAX 29: GB9, GB9a).
bool extends_grapheme(char32_t c);

/// Small letters: one character for one, but İ gives two.
void append_lowercase(char32_t c, std::vector<char32_t>& to);
/// The full decomposition, canonical or of compatibility.
void append_decomposed(char32_t c, bool compatibility, std::vector<char32_t>& to);
int combining_class(char32_t c);
std::optional<char32_t> composed(char32_t first, char32_t second);

} // namespace heed::subword
