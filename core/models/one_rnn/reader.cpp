#include "core/models/one_rnn/reader.h"

#include "core/base/error.h"
#include "core/models/tokens.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

namespace heed::one_rnn {

Reading read_input(const Config& config, const Vocabulary& words, const Tokenizer& tokenizer,
                   std::string_view text, int longest, const std::string& subject) {
    Reading reading;
    reading.tokens = read_tokens(words, tokenizer, text, subject);
    if (reading.tokens.empty()) throw Error(subject + ": the input is empty");
    if (longest > 0 && std::ssize(reading.tokens) > longest)
        throw Error(subject, "the input is too long",
                    "at most " + plural(static_cast<std::size_t>(longest), "word", "words"),
                    std::to_string(reading.tokens.size()));
    if (config.encoder.end) {
        const int end = words.special().end;
        if (end < 0 || end >= words.size())
            throw Error(subject, "source.vocab.json", "an end token, for encoder.end is true", "none");
        TraceToken token;
        token.id = end;
        token.text = words.token(end);
        token.begin = token.end = text.size();
        token.is_end = true;
        reading.tokens.push_back(std::move(token));
    }
    reading.ids = ids_of(reading.tokens);
    return reading;
}

} // namespace heed::one_rnn
