// Text to what an entity network reads, and an answer as text to the word it should say.
//
//     mary went to the garden. john took the milk. where is the milk?
#pragma once

#include "core/models/entity/entity.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"
#include "core/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::entity {

struct Reading {
    Item item;                          // without an answer
    std::vector<TraceToken> tokens;     // every word, of the story and then of the question
    std::vector<std::string> sentences; // as the model reads them, without the full stop
    std::string question;               // without the question mark
};

/// Throws heed::Error naming `subject` and the word or sentence at fault: nothing to read, no sentence before
/// the question, no question mark at the end or a word after it, a sentence that is empty or longer than the
/// masks, more words than `longest` (where it is above 0), a word that is not in the vocabulary where there
/// is no token for unknown ones.
Reading read_input(const Config& config, const Vocabulary& words, const Tokenizer& tokenizer,
                   std::string_view text, int longest, const std::string& subject);

} // namespace heed::entity
