// Text to what a pooling model reads, and an answer as text to what it should say.
//
// Moments are words, or stand between white space as numbers: ".31 -.2* .7 .1*" where a moment has two
// features (its value, and 1 where it is marked with a star, else 0), "3.1" where it has one, ".3,.2,-1"
// where it has more (or two, for marks other than 0 and 1).
#pragma once

#include "core/models/pooling/pooling.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"
#include "core/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::pooling {

struct Reading {
    std::vector<TraceToken> moments; // with the bytes of the text that each came from
    Item item;                       // without an answer
};

/// Throws heed::Error naming `subject` and the word at fault: nothing to read, a word that is no number or
/// has too many or too few, one that is not in the vocabulary where there is no token for unknown ones, more
/// moments than the model has numbers for (`longest`, where it is above 0).
Reading read_input(const Config& config, const Vocabulary& words, const Tokenizer& tokenizer,
                   std::string_view text, int longest, const std::string& subject);

/// Fills the item's answer: a class by its name, or as many numbers as the model gives (of a sequence, as
/// many for each moment), between white space. Throws heed::Error naming `subject`.
void read_answer(const Config& config, const std::vector<std::string>& classes, std::string_view text,
                 Item& item, const std::string& subject);

/// The classes by their names: those of the vocabulary, or "class 1" … where there is none.
std::vector<std::string> class_names(const Config& config, const Vocabulary& classes);

} // namespace heed::pooling
