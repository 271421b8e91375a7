// Tokens of a run: the ids of those read, the likeliest of those that could be written.
#pragma once

#include "core/models/model.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// The words of a text with their places in it; a word that is not known has the id of the unknown token.
/// Throws heed::Error naming `subject` and the word where there is no such token.
std::vector<TraceToken> read_tokens(const Vocabulary& words, const Tokenizer& tokenizer,
                                    std::string_view text, const std::string& subject);

std::vector<int> ids_of(const std::vector<TraceToken>& tokens);

/// What the decoder is fed before its first output: the start token, or the tag the source begins with.
/// Throws heed::Error where that is no tag.
int first_input(const Model& model, const std::vector<TraceToken>& source);

/// Up to five, best first; of equal ones the lower id first. log_probs: (V, 1).
std::vector<Candidate> best_candidates(const Vocabulary& vocabulary, const MatrixXf& log_probs);

} // namespace heed
