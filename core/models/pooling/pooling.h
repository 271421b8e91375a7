// Pooling over time: the one forward pass of all its architectures, for running, training and tracing.
//
// A batch of B inputs is padded to one length T; a sequence of T moments is a matrix of T·B columns, moment
// by moment, and weights are (B, T), as in core/autodiff/ops.h.
#pragma once

#include "core/models/pooling/config.h"
#include "core/nn/graph.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace heed::pooling {

/// One input and, for a loss, its right answer.
struct Item {
    Matrix<double> vectors;  // (K, T), where moments are vectors
    std::vector<int> tokens; // T ids, where they are tokens
    Matrix<double> values;   // (C, 1); of a sequence (C, T)
    int label = 0;           // of classes
    int length() const { return static_cast<int>(tokens.empty() ? vectors.cols() : std::ssize(tokens)); }
};

struct Batch {
    int items = 0, length = 0; // B, T
    Matrix<double> vectors;    // (K, T·B), or none
    std::vector<int> tokens;   // T·B, or none
    Mask heard;                // (B, T): what takes part; padding does not, nor does what is muted
};

/// Side by side; at least one, none without moments, none longer than the model can read.
Batch batch_of(const Config& config, std::span<const Item> items);
/// The same input T times, with moment m muted in the m-th: T is at least 2.
Batch each_muted(const Config& config, const Item& item);

/// Receives each value where it is born, under its key in the table of values.h; of a single item.
template <class T>
using Listener = std::function<void(std::string_view key, const Matrix<T>& value)>;

template <class T>
struct Answer {
    Var<T> output;  // values, or log-probabilities of the classes: (C, B), of a sequence (C, T·B)
    Var<T> context; // (H, B) or (K, B); none of dense and of a sequence
    Var<T> weights; // (B, T), over each row's heard moments 1, elsewhere 0; none of dense
};

/// Declares the parameters of a model.
template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill = nn::Fill::Zeros);

/// A muted moment has weight 0 and the others share its part; to dense, which has no weights, its numbers are
/// zeros. Something is heard of every item.
template <class T>
Answer<T> forward(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
                  const Listener<T>& listener = {});

/// Sum over the items (and over the moments of a sequence): squared errors of values, minus log-probabilities
/// of classes.
template <class T>
Var<T> loss_of(const Config& config, const Answer<T>& answer, std::span<const Item> items);
template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items) {
    return loss_of(config, forward(config, graph, batch_of(config, items)), items);
}

} // namespace heed::pooling
