// What a pass over one recurrent network leaves behind: a row for each of its values, and its map.
#pragma once

#include "core/models/one_rnn/one_rnn.h"
#include "core/models/record.h"
#include "core/trace/quantity.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::one_rnn {

/// Every value that a pass of that kind notes, a row each, with its paper's equation.
std::span<const QuantityInfo> values(Kind kind);
/// The row of a key, which that kind must have.
Quantity quantity_of(Kind kind, std::string_view key);

/// A column a step (of "states" of rnn-self-attention one more, h_0 first).
using heed::Record;

/// What the places of the past are called: the tokens after which the states stood, before them the start of
/// rnn-self-attention, whose last state nobody looks back at.
std::vector<std::string> past_labels(Kind kind, const std::vector<std::string>& tokens);

/// The weights of item b by its `tokens`, the end token not among them: row r is asked after token r was
/// read, column c is the state after token c, NaN where nothing stands. So the same cell stands for the same
/// pair of tokens in every kind, though the first kind asks one step later and has one state more to look at.
template <class T>
Matrix<float> weights_by_token(const Config& config, const Pass<T>& pass, Eigen::Index b, int tokens);

} // namespace heed::one_rnn
