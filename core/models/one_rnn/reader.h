// Text to what one recurrent network reads, and an answer as text to the word it should say.
#pragma once

#include "core/models/one_rnn/one_rnn.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"
#include "core/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::one_rnn {

struct Reading {
    std::vector<TraceToken>
        tokens; // with the bytes of the text that each came from; an end token last, if read
    std::vector<int> ids;
};

/// Throws heed::Error naming `subject` and the word at fault: nothing to read, a word that is not in the
/// vocabulary where there is no token for unknown ones, more words than `longest` (where it is above 0), an
/// end token to be read that the vocabulary has not.
Reading read_input(const Config& config, const Vocabulary& words, const Tokenizer& tokenizer,
                   std::string_view text, int longest, const std::string& subject);

} // namespace heed::one_rnn
