// Tokens of a run: the ids of those read, the likeliest of those that could be written.
#pragma once

#include "core/models/model.h"
#include "core/nn/sequences.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// The words of a text with their places in it; a word that is not known has the id of the unknown token.
/// Throws heed::Error naming `subject` and the word where there is no such token.
std::vector<TraceToken> read_tokens(const Vocabulary& words, const Tokenizer& tokenizer,
                                    std::string_view text, const std::string& subject);

/// What the model reads of a text: its words, with what stands around them (the start token, the end token).
/// A word that is neither known nor has a token for it has the id -1.
std::vector<TraceToken> source_tokens(const Model& model, std::string_view text);

std::vector<int> ids_of(const std::vector<TraceToken>& tokens);

/// What the decoder is fed before its first output: the start token, or the tag the source begins with.
/// Throws heed::Error where that is no tag.
int first_input(const Model& model, const std::vector<TraceToken>& source);

/// What can be written for one source: the target's words, and after them, of a model that copies, the
/// source's own that the target lacks, in order of appearance.
class OutputWords {
public:
    OutputWords() = default;
    explicit OutputWords(const Vocabulary& target) : target_(target) {}
    /// And those of `source`, a word a place.
    OutputWords(const Vocabulary& target, std::span<const std::string> source);

    /// Below size().
    const std::string& token(int id) const;
    std::optional<int> find(std::string_view word) const;
    int size() const { return target_.size() + static_cast<int>(beyond_.size()); }
    int beyond() const { return static_cast<int>(beyond_.size()); }
    /// Of the source's places; empty where nothing is copied.
    const std::vector<int>& ids() const { return ids_; }
    /// All of them, in id order.
    std::shared_ptr<const std::vector<std::string>> tokens() const;

private:
    Vocabulary target_; // shares its tokens
    std::vector<std::string> beyond_;
    std::vector<int> ids_;
};

OutputWords output_words(const Model& model, const std::vector<TraceToken>& source);

/// One source, as the network reads it.
nn::Sequences source_of(const Model& model, const std::vector<TraceToken>& source);

/// Up to five, best first; of equal ones the lower id first. log_probs: (V, 1).
std::vector<Candidate> best_candidates(const OutputWords& words, const MatrixXf& log_probs);

} // namespace heed
