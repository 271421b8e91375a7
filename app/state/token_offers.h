// Tokens that answer what is typed, for the fields that force one.
#pragma once

#include "core/models/model.h"

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace heed {

/// Ids of the tokens of the run's target vocabulary that answer what was typed, at most so many: those that
/// read so exactly first, then those that do but for letter case and accents, then those that begin so, then
/// those that hold it; among these the likeliest first. What says that a piece begins a word makes no
/// difference, unless it is typed (a space). Pieces of bytes are compared as they read. Nothing typed: the
/// likeliest of all. `allowed`: whether an id may be offered; null: all may.
std::vector<int> answering_tokens(const Trace& run, const Eigen::Ref<const Eigen::VectorXf>& log_probs,
                                  const std::string& typed, std::size_t most,
                                  const std::function<bool(int)>& allowed = nullptr);

/// What may be typed where no task says it: "It knows 16 words: cold, hot, …", the first `most` of the list;
/// empty where there is no list of words, or only of pieces.
std::string known_words(const Model& model, std::size_t most);

} // namespace heed
