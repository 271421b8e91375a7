// How far a model is from one example with the example's own outputs.
#pragma once

#include "core/io/base/json_text.h"
#include "core/models/model.h"

#include <cstddef>
#include <string>
#include <vector>

namespace heed::io::mapping {

inline constexpr std::size_t all_rows = static_cast<std::size_t>(-1);

/// The largest difference of weights, or of probabilities where it has no weights, over so many of the first
/// rows; 1: its tokens are others.
double forced_difference(const Model& model, const nlohmann::json& example, std::size_t rows = all_rows);
/// Whether the model reads the tokens that the example read.
bool reads_the_same(const Model& model, const nlohmann::json& example);
/// What stands around the text of every example that tells it, by the source's list, as an answer says it:
/// "[open] … [close]"; empty: nothing, or they differ.
std::string around_in(const std::vector<nlohmann::json>& examples, const std::vector<std::string>& words);
/// Rows of weights that it says.
std::size_t rows_in(const nlohmann::json& example);

} // namespace heed::io::mapping
