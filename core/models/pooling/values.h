// What a pass over a pooling model leaves behind: a row for each of its values, and its map.
#pragma once

#include "core/models/pooling/pooling.h"
#include "core/trace/quantity.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::pooling {

/// Every value that a pass notes, a row each. A value of one number a moment is noted as a row, (1, T), and
/// lies in a trace as the column that the row's axes say.
std::span<const QuantityInfo> values();
/// The rows that figures and readers ask for by name.
namespace quantity {
extern const Quantity Hidden;      // h_t       (H, T)
extern const Quantity Scores;      // w·h_t + b (T, 1), before tanh bounds it
extern const Quantity Energies;    // e_t       (T, 1)
extern const Quantity Weights;     // alpha_t   (T, 1)
extern const Quantity Context;     // c         (H, 1) or (K, 1)
extern const Quantity DenseOutput; // z_t       (U, T)
extern const Quantity Summary;     // s         (H, 1)
extern const Quantity LogProbs;    // log p     (C, 1)
extern const Quantity Output;      // y         (C, 1); of a sequence (C, T)
extern const Quantity MutedOutput; // y with moment m muted, in column m
// Learned numbers that are the same for every input, as maps.
extern const Quantity UnitWeights;   // of dense over features, (K, U)
extern const Quantity MomentWeights; // of dense over moments, (T, K)
} // namespace quantity
/// The row of a key, which must be there.
Quantity quantity_of(std::string_view key);

/// Records what an answer would be with each moment muted in turn, under "muted.weights", "muted.context" and
/// "muted.output". Of no use to a sequence, and to dense (its answers alone); the item has two moments or
/// more.
template <class T>
void record_muted(const Config& config, const nn::Graph<T>& graph, const Item& item,
                  const Listener<T>& listener);

/// The weights as a picture shows them: "pool.attention" of one answer over the moments; of dense, whose
/// weights are the same for every input, "dense.weights".
struct Map {
    Quantity quantity;
    Axis rows, columns;
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
