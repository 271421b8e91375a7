// What runs of models that answer a whole input at once have in common.
#pragma once

#include "core/models/model.h"
#include "core/trace/request.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Throws heed::Error where the request asks for what only a model that writes token by token can do.
/// `instead`: what can be changed in this one, "muted tokens".
void refuse_edits_of_writing(const Model& model, const Request& request, const std::string& instead);

/// Every value of an architecture: its table's, and those that it makes of them.
std::vector<Quantity> quantities_of(std::span<const QuantityInfo> table,
                                    std::initializer_list<Quantity> made = {});

/// The id of the word that is the answer. Throws heed::Error naming `subject`: none, several, or one that is
/// not in the vocabulary.
int read_answer_word(const Vocabulary& words, const Tokenizer& tokenizer, std::string_view text,
                     const std::string& subject);
/// Answers with the likeliest of the source's words, log p (V). Throws heed::Error where they are NaN.
void answer_with_likeliest(const Model& model, const Eigen::Ref<const Eigen::VectorXf>& log_probs,
                           Trace& trace);

/// The trace of a run that begins: what was asked of which model. It counts as finished.
Trace begin_trace(const Model& model, const Request& request);

} // namespace heed
