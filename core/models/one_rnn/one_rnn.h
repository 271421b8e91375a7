// One recurrent network over its own past: the one forward pass of all its architectures, for running,
// training and tracing.
//
// A batch of B inputs is padded at the end to one length T; what a step makes is (size, B), and n things to
// look back at are a matrix of n·B columns, one after the other, with weights (B, n), as in
// core/autodiff/ops.h. No step looks ahead, so that padding changes nothing before it.
#pragma once

#include "core/models/one_rnn/config.h"
#include "core/nn/graph.h"

#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace heed::one_rnn {

/// One input and, for a loss, the word that each step should answer; -1 where a step's answer is not scored.
struct Item {
    std::vector<int> tokens, targets;
    int length() const { return static_cast<int>(tokens.size()); }
};

struct Batch {
    int items = 0, length = 0; // B, T
    std::vector<int> tokens;   // T·B
    std::set<int> muted;       // tokens whose states nobody looks back at
};

/// Side by side; at least one, none without tokens.
Batch batch_of(std::span<const Item> items);

/// Receives column `index` of each value where it is born, under its key in the tables of values.h; of a
/// single item. What a step looks back at is a column of as many rows as there are steps, NaN where nothing
/// stands.
template <class T>
using Listener = std::function<void(std::string_view key, int index, const Matrix<T>& column)>;

/// What a pass leaves behind: of each step what an answer is read from, and whom it looked at.
template <class T>
struct Pass {
    std::vector<Var<T>> readable; // h_t (H, B); of key-value [r_t; p_t] (2n, B)
    /// Of each step the weights of what it looked back at, (B, n), and the place of the first of these in the
    /// past; none where there was nothing to look at.
    struct Look {
        Matrix<T> weights;
        int first = 0;
    };
    std::vector<Look> looks;
};

/// Declares the parameters of a model.
template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill = nn::Fill::Zeros);

/// Reads all tokens. On a tape without gradients no more is kept than the steps after it need.
template <class T>
Pass<T> read(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
             const Listener<T>& listener = {});

/// What is answered at step steps[k] of item k of the batch, once each: log-probabilities (V, B).
template <class T>
Var<T> answer(const Config& config, const nn::Graph<T>& graph, const Pass<T>& pass,
              const std::vector<int>& steps);
/// What a single item is answered at each step, recorded: (V, T).
template <class T>
Var<T> answer_each(const Config& config, const nn::Graph<T>& graph, const Pass<T>& pass,
                   const Listener<T>& listener);

/// Minus the log-probabilities of all targets, summed.
template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items);

} // namespace heed::one_rnn
