// Pointer networks (Vinyals, Fortunato and Jaitly 2015): the one forward pass, for running, training and
// tracing.
//
//   e_j  encoder LSTM over the points, from zeros; the decoder starts with its last h and c
//   d_i  decoder LSTM, fed a learned vector first and then the point that was chosen before
//   u_ij = v · tanh(W_1 e_j + W_2 d_i + b), j over the points and then, where there is one, a learned end
//   p_i  = softmax(u_i) over what can still be chosen: the weights are the output, and nothing is mixed
//
// A batch of B inputs is padded at the end to N points. A sequence is a matrix of N·B columns, place by
// place; what can be chosen stands item by item, (·, B·S), so that scores are a column of S an item.
#pragma once

#include "core/models/pointer/config.h"
#include "core/nn/graph.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::pointer {

/// One input and, for a loss, the slots to choose in their order: points from 0, and where a model has an end
/// that slot, N, last.
struct Item {
    Matrix<double> points; // (P, N)
    std::vector<int> target;
    int length() const { return static_cast<int>(points.cols()); }
};

struct Batch {
    int items = 0, length = 0; // B, N
    Matrix<double> points;     // (P, N·B), zeros where an item is shorter
    std::vector<int> lengths;  // of each item
    std::vector<int> muted{};  // points that cannot be chosen, of a single item
};
/// In a batch the end of every item is slot N of the batch, after the points of the longest.
/// Side by side; at least one, none without points.
Batch batch_of(std::span<const Item> items);

/// Receives column `index` of each value where it is born, under its key in the table of values.h; of a
/// single item. NaN in a log-probability: what cannot be chosen.
template <class T>
using Listener = std::function<void(std::string_view key, int index, const Matrix<T>& column)>;

/// Declares the parameters of a model.
template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill = nn::Fill::Zeros);

/// What an LSTM leaves, (H, B) each.
template <class T>
struct LstmState {
    Var<T> h, c;
};

/// The inputs read, and standing before the next choice of each. On a tape without gradients no more is kept
/// than the next choices need.
template <class T>
class Pointing {
public:
    Pointing(const Config& config, const nn::Graph<T>& graph, Batch batch, Listener<T> listener = {});

    int slots() const { return config_.slots(batch_.length); } // S, of the batch
    /// Whether it has chosen its end, or as many slots as there are to choose from.
    bool done(int item) const;
    bool all_done() const;
    /// Whether a slot of an item can be chosen now; of an item that is done, every one of its own.
    bool open(int item, int slot) const;

    /// One step of the decoder and what it gives each slot: log p (S, B), -infinity where it is not open.
    /// `temperature` divides the scores.
    Var<T> advance(T temperature = 1);
    /// What advance() gave stays on the tape, also where no gradient is wanted.
    void keep_all() { forgets_ = false; }
    /// Takes a slot of each item, which the next step reads; of one that is done it is not looked at.
    void choose(std::span<const int> slots);

private:
    LstmState<T> lstm(const std::string& prefix, Var<T> a, const LstmState<T>& before, int index) const;
    void encode();
    void keep_keys(std::vector<Var<T>> memory);
    Var<T> scores(Var<T> d) const; // (S, B)
    bool is_end(int slot) const { return slot == batch_.length; }
    void note(std::string_view key, int index, const Matrix<T>& value) const {
        if (listener_) listener_(key, index, value);
    }
    void note_choice(Var<T> scores, Var<T> log_probs) const;

    const Config& config_;
    const nn::Graph<T>& graph_;
    Tape<T>& tape_;
    Batch batch_;
    Listener<T> listener_;
    LstmState<T> state_;                   // d and its memory
    Var<T> input_;                         // (P, B), of the next step
    Var<T> keys_;                          // W_1 of every slot, (A, B·S); none where nothing is looked at
    std::vector<std::vector<int>> chosen_; // of each item
    int mark_ = 0;                         // values on the tape when everything was read
    int step_ = 0;
    bool forgets_ = true;
};

/// What was chosen for an item, and what the model gave all slots.
struct Written {
    std::vector<int> slots; // the end is slot N of the item
    double log_prob = 0;    // of all of them
    Matrix<float> weights;  // (outputs, S of the item)
};
/// The likeliest slot each time; or what the targets of `forced` say, one an item.
template <class T>
std::vector<Written> write(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
                           std::span<const Item> forced = {});

/// Minus the log-probabilities of all targets, summed.
template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items,
                  const Listener<T>& listener = {});

} // namespace heed::pointer
