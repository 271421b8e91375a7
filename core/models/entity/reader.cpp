#include "core/models/entity/reader.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

namespace heed::entity {
namespace {

/// Takes a text's words one after the other, and keeps them by sentence.
class Parts {
public:
    Parts(const Config& config, const Vocabulary& words, const std::string& subject)
        : config_(config), words_(words), subject_(subject) {}

    void take(const Tokenizer::Piece& piece) {
        ++word_;
        if (asked_) fail("the end, for the question comes last", quoted(piece.text));
        if (piece.text == ".")
            end_sentence();
        else if (piece.text == "?")
            end_question();
        else
            take_word(piece);
    }

    Reading finish() {
        ++word_;
        if (!asked_) fail("a question, which ends with \"?\"", "the end");
        return std::move(reading_);
    }

private:
    static std::string quoted(std::string_view text) { return in_quotes(text, 60); }
    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        throw Error(subject_, "word " + std::to_string(word_), expected, found);
    }

    void take_word(const Tokenizer::Piece& piece) {
        TraceToken token;
        const auto id = words_.find(piece.text);
        token.id = id.value_or(words_.special().unknown);
        token.unknown = !id;
        if (token.id < 0 || token.id >= config_.vocabulary)
            fail("a word of the source vocabulary, for there is no token for unknown ones",
                 quoted(piece.text));
        token.text = piece.text;
        token.begin = piece.begin;
        token.end = piece.end;
        ids_.push_back(token.id);
        text_ += (text_.empty() ? "" : " ") + token.text;
        reading_.tokens.push_back(std::move(token));
    }

    void end_sentence() {
        if (ids_.empty()) fail("a word before the full stop", "\".\"");
        check_length("sentence " + std::to_string(reading_.sentences.size() + 1), config_.words);
        reading_.item.story.push_back(std::move(ids_));
        reading_.sentences.push_back(std::move(text_));
        ids_.clear();
        text_.clear();
    }
    void end_question() {
        if (ids_.empty()) fail("a question before the question mark", "\"?\"");
        check_length("the question", config_.question_words);
        if (reading_.item.story.empty())
            throw Error(subject_, "the story", "a sentence that ends with \".\" before the question", "none");
        reading_.item.question = std::move(ids_);
        reading_.question = std::move(text_);
        asked_ = true;
    }
    void check_length(const std::string& what, int most) const {
        if (std::ssize(ids_) > most)
            throw Error(subject_, what + ", " + quoted(text_),
                        "at most " + plural(static_cast<std::size_t>(most), "word", "words"),
                        std::to_string(ids_.size()));
    }

    const Config& config_;
    const Vocabulary& words_;
    const std::string& subject_;
    Reading reading_;
    std::vector<int> ids_; // of the sentence that is being read
    std::string text_;
    int word_ = 0; // from 1; full stops count
    bool asked_ = false;
};

} // namespace

Reading read_input(const Config& config, const Vocabulary& words, const Tokenizer& tokenizer,
                   std::string_view text, int longest, const std::string& subject) {
    const auto pieces = tokenizer.split(text);
    if (pieces.empty()) throw Error(subject + ": the input is empty");
    if (longest > 0 && std::ssize(pieces) > longest)
        throw Error(subject, "the input is too long",
                    "at most " + plural(static_cast<std::size_t>(longest), "word", "words"),
                    std::to_string(pieces.size()));
    Parts parts(config, words, subject);
    for (const auto& piece : pieces) parts.take(piece);
    return parts.finish();
}

} // namespace heed::entity
