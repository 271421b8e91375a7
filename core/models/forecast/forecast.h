// Forecasting with attention over drivers and over time: the one forward pass, for running, training and
// tracing.
//
// A batch of B windows: the K drivers of T moments are a matrix (T, K·B), column k·B + b the whole series of
// driver k of item b, so that drivers stand where core/autodiff/ops.h has positions. What a moment makes is
// (size, B); all states side by side are (m, T·B), moment by moment.
#pragma once

#include "core/models/forecast/config.h"
#include "core/nn/graph.h"

#include <array>
#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace heed::forecast {

/// What explains a value: cells of the two maps of attention as they are drawn (values.h).
struct Gold {
    using Cells = std::vector<std::array<int, 2>>;
    Cells input;    // {driver, moment}
    Cells temporal; // {step of the decoder, moment}
};

/// One window and, for a loss, the value that came next; all as the model reads them.
struct Item {
    Matrix<double> drivers; // (T, K)
    Matrix<double> history; // (T, 1) or (T - 1, 1)
    double target = 0;
    Gold gold{}; // for a guided loss
};

struct Batch {
    int items = 0;          // B
    Matrix<double> drivers; // (T, K·B)
    Matrix<double> history; // (T, B): y_0 … y_{T-1}, y_0 = 0 where it is not known
    std::set<int> muted;    // drivers that are not looked at
};

/// Side by side; at least one, each of K drivers over T moments.
Batch batch_of(const Config& config, std::span<const Item> items);

/// Receives column `index` of each value where it is born, under its key in the table of values.h; of a
/// single item.
template <class T>
using Listener = std::function<void(std::string_view key, int index, const Matrix<T>& column)>;

template <class T>
struct Answer {
    Var<T> forecast;                // (1, B)
    std::vector<Var<T>> input;      // α_t of each moment, (B, K); none where nothing is looked at
    std::vector<Var<T>> temporal{}; // β_t of each step of the decoder, (B, T)
};

/// Declares the parameters of a model.
template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill = nn::Fill::Zeros);

/// A muted driver has weight 0, and the others share its part. One is looked at at least.
template <class T>
Answer<T> forward(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
                  const Listener<T>& listener = {});

/// The squared errors, summed.
template <class T>
Var<T> loss_of(const Answer<T>& answer, std::span<const Item> items);
/// How far the weights are from what explains each answer, summed: −log of what its cells have together, for
/// each moment and each step of the decoder that has such cells.
template <class T>
Var<T> guide_of(const Answer<T>& answer, std::span<const Item> items);
/// The squared errors and, where the configuration says so, as much of the guide.
template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items);

} // namespace heed::forecast
