// What a pass over a pooling model leaves behind: a row for each of its values, and its map.
#pragma once

#include "core/models/pooling/pooling.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::pooling {

/// As QuantityInfo says it of the values of sequence-to-sequence models; values are matrices of these axes,
/// rows × columns.
struct ValueInfo {
    std::string_view key;
    std::string_view symbol;  // indices are added by the figure
    std::string_view axes;    // "hidden × moment"
    std::string_view meaning; // one line
    std::string_view source;  // paper and equation
};
std::span<const ValueInfo> values();

/// Records what an answer would be with each moment muted in turn, under "muted.weights", "muted.context" and
/// "muted.output". Of no use to a sequence, and to dense (its answers alone); the item has two moments or
/// more.
template <class T>
void record_muted(const Config& config, const nn::Graph<T>& graph, const Item& item,
                  const Listener<T>& listener);

/// The weights as a picture shows them: "pool.attention" of one answer over the moments; of dense, whose
/// weights are the same for every input, "dense.weights".
struct Map {
    std::string name;
    std::string row_axis, column_axis;
    std::vector<std::string> row_labels, column_labels;
    Matrix<double> weights; // rows × columns
    bool rows_sum_to_one = true;
};
/// `labels` names the moments; `answer` is of this one input. Of dense over moments, `labels` are only as
/// many as the model can read.
template <class T>
Map map_of(const Config& config, const nn::Graph<T>& graph, const Answer<T>& answer,
           const std::vector<std::string>& labels);

/// "1", "2" … : how moments without words are named.
std::vector<std::string> numbered(const std::string& what, int count);

} // namespace heed::pooling
