// Tokens that answer what is typed, for the fields that force one.
#pragma once

#include "core/models/model.h"

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace heed {

/// Ids of the tokens that answer what was typed, at most so many: those that read so exactly first, then
/// those that begin so, then those that hold it; among these the likeliest first. Letter case and accents
/// make no difference. Nothing typed: the likeliest of all. `allowed`: whether an id may be offered; null:
/// all may.
std::vector<int> answering_tokens(const std::vector<std::string>& words,
                                  const Eigen::Ref<const Eigen::VectorXf>& log_probs,
                                  const std::string& typed, std::size_t most,
                                  const std::function<bool(int)>& allowed = nullptr);

/// What may be typed where no task says it: "It knows 16 words: cold, hot, …", the first `most` of the list;
/// empty where there is no list of words, or only of pieces.
std::string known_words(const Model& model, std::size_t most);

} // namespace heed
