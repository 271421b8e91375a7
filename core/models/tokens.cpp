#include "core/models/tokens.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <algorithm>
#include <numeric>

namespace heed {
namespace {

constexpr int top_count = 5;

/// The tokens that tell a tagged model what to write: those of the target that no source has.
std::vector<std::string> tags(const Model& model) {
    std::vector<std::string> found;
    const auto& tokens = *model.target.tokens();
    for (int id = 0; id < static_cast<int>(tokens.size()); ++id)
        if (const std::string& token = tokens[static_cast<std::size_t>(id)];
            !model.source.find(token) && !model.target.special().has(id))
            found.push_back("\"" + token + "\"");
    return found;
}

std::string one_of(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " or ") + word;
    return text;
}

} // namespace

std::vector<TraceToken> read_tokens(const Vocabulary& words, const Tokenizer& tokenizer,
                                    std::string_view text, const std::string& subject) {
    std::vector<TraceToken> tokens;
    for (auto& piece : tokenizer.split(text)) {
        TraceToken token;
        const auto id = words.find(piece.text);
        token.id = id.value_or(words.special().unknown);
        token.unknown = !id;
        if (token.id < 0)
            throw Error(subject + ": \"" + escaped(piece.text) +
                        "\" is not in the source vocabulary, and this model has no token for unknown words");
        token.text = std::move(piece.text);
        token.begin = piece.begin;
        token.end = piece.end;
        tokens.push_back(std::move(token));
    }
    return tokens;
}

std::vector<TraceToken> source_tokens(const Model& model, std::string_view text) {
    std::vector<TraceToken> tokens;
    const SpecialIds& special = model.source.special();
    const auto frame = [&](int id, std::size_t at) {
        TraceToken t;
        t.id = id;
        t.text = model.source.token(id);
        t.begin = t.end = at;
        return t;
    };
    if (special.begins) {
        tokens.push_back(frame(special.start, 0));
        tokens.back().is_start = true;
    }
    for (auto& piece : model.tokenizer.split(text)) {
        TraceToken t;
        const auto id = model.source.find(piece.text);
        t.id = id.value_or(special.unknown);
        t.unknown = !id;
        t.text = std::move(piece.text);
        t.begin = piece.begin;
        t.end = piece.end;
        tokens.push_back(std::move(t));
    }
    if (special.ends) {
        tokens.push_back(frame(special.end, text.size()));
        tokens.back().is_end = true;
    }
    if (is_tagged(model) && tokens.size() > 1) { // the encoder reads the start token in its place
        tokens.front().id = special.start;
        tokens.front().unknown = false;
    }
    return tokens;
}

std::vector<int> ids_of(const std::vector<TraceToken>& tokens) {
    std::vector<int> ids;
    for (const TraceToken& t : tokens) ids.push_back(t.id);
    return ids;
}

int first_input(const Model& model, const std::vector<TraceToken>& source) {
    if (!is_tagged(model)) return model.target.special().start;
    const std::string& tag = source.front().text;
    const auto id = model.target.find(tag);
    if (!id || model.source.find(tag))
        throw Error(model.name, "the first token says what to write", one_of(tags(model)), "\"" + tag + "\"");
    return *id;
}

OutputWords::OutputWords(const Vocabulary& target, std::span<const std::string> source) : target_(target) {
    for (const std::string& word : source) {
        if (!find(word)) beyond_.push_back(word);
        ids_.push_back(*find(word));
    }
}

const std::string& OutputWords::token(int id) const {
    return id < target_.size() ? target_.token(id) : beyond_[static_cast<std::size_t>(id - target_.size())];
}

std::optional<int> OutputWords::find(std::string_view word) const {
    if (const auto id = target_.find(word)) return id;
    const auto found = std::find(beyond_.begin(), beyond_.end(), word);
    if (found == beyond_.end()) return std::nullopt;
    return target_.size() + static_cast<int>(found - beyond_.begin());
}

std::shared_ptr<const std::vector<std::string>> OutputWords::tokens() const {
    if (beyond_.empty()) return target_.tokens();
    auto all = std::make_shared<std::vector<std::string>>(*target_.tokens());
    all->insert(all->end(), beyond_.begin(), beyond_.end());
    return all;
}

OutputWords output_words(const Model& model, const std::vector<TraceToken>& source) {
    if (!copies_words(model.config)) return OutputWords(model.target);
    std::vector<std::string> words;
    for (const TraceToken& token : source) words.push_back(token.text);
    return {model.target, words};
}

nn::Sequences source_of(const Model& model, const std::vector<TraceToken>& source) {
    nn::Sequences sequences = nn::Sequences::single(ids_of(source));
    const OutputWords words = output_words(model, source);
    sequences.copies = {words.ids(), words.beyond(), model.target.special().unknown};
    return sequences;
}

std::vector<Candidate> best_candidates(const OutputWords& words, const MatrixXf& log_probs) {
    std::vector<int> order(static_cast<std::size_t>(log_probs.rows()));
    std::iota(order.begin(), order.end(), 0);
    const auto count = std::min<std::size_t>(top_count, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](int a, int b) {
                          const float pa = log_probs(a, 0), pb = log_probs(b, 0);
                          return pa != pb ? pa > pb : a < b;
                      });
    std::vector<Candidate> top;
    for (std::size_t k = 0; k < count; ++k)
        top.push_back({words.token(order[k]), order[k], log_probs(order[k], 0)});
    return top;
}

} // namespace heed
