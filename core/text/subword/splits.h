// The stages that cut a text into parts, none of which a piece goes beyond.
#pragma once

#include "core/text/subword/pattern.h"
#include "core/text/subword/subword_tokenizer.h"

#include <string>

namespace heed::subword {

/// At what the pattern finds; `invert`: at everything else.
PreTokenizer pattern_split(Pattern pattern, Cut cut, bool invert = false);
PreTokenizer white_space_split();   // words between white space
PreTokenizer word_and_sign_split(); // \w+|[^\w\s]+
PreTokenizer bert_split();          // at white space, and every punctuation character alone
PreTokenizer punctuation_split(Cut cut);
PreTokenizer digit_split(bool each);

enum class Prefixed { Always, First, Never };
/// A space is written as `replacement`, one put in front, and cut before each.
PreTokenizer metaspace_split(std::string replacement, Prefixed prefixed, bool cut);
/// GPT-2's: words with the space before them, each byte then written as a printable character.
PreTokenizer byte_level_split(bool prefix_space, bool cut_words);

/// How byte-level vocabularies write a byte: itself where it is a printable character of Latin-1, else one
/// from U+0100 on (a space is Ġ, a line feed Ċ).
char32_t printable_byte(unsigned char byte);
/// The byte that a character stands for; -1 for none.
int byte_of_printable(char32_t c);

} // namespace heed::subword
