// The recurrent entity network (Henaff et al. 2017): the one forward pass, for running, training and tracing.
//
// A batch of B items is padded at the end to N sentences of L words and to one length of questions. What is
// made of a sentence is (D, B), the slots of the memory are a matrix (D, S·B), one after the other, with
// gates and weights (B, S), as in core/autodiff/ops.h. A sentence that an item does not have opens no gate
// and changes no slot.
#pragma once

#include "core/models/entity/config.h"
#include "core/nn/graph.h"

#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace heed::entity {

/// A story with its question and, for a loss, the word that answers it.
struct Item {
    std::vector<std::vector<int>> story; // words of each sentence, at most L of them
    std::vector<int> question;           // at most Q
    int answer = -1;
    int sentences() const { return static_cast<int>(story.size()); }
};

/// Sequences of words side by side: word k of column n is words[k·columns + n], -1 where it has ended.
struct Bags {
    int columns = 0, longest = 0;
    std::vector<int> words;
};

struct Batch {
    int items = 0, sentences = 0; // B, N
    Bags story;                   // a column for each sentence of each item: t·B + b
    Bags question;                // a column for each item
    std::vector<bool> read;       // t·B + b: whether item b has a sentence t, and it is not muted
};

/// Side by side; at least one, each with a sentence at least and a question. Nobody reads the sentences that
/// are muted.
Batch batch_of(std::span<const Item> items, const std::set<int>& muted = {});

/// Receives column `index` of each value where it is born, under its key in the table of values.h; of a
/// single item. A value of one vector a slot comes slot by slot, else `slot` is 0.
template <class T>
using Listener = std::function<void(std::string_view key, int slot, int index, const Matrix<T>& column)>;

template <class T>
struct Answer {
    Var<T> log_probs;             // (V, B)
    Var<T> weights;               // p, (B, S)
    std::vector<Matrix<T>> gates; // of each sentence, (B, S); exactly 0 where it is not read
};

/// Declares the parameters of a model.
template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill = nn::Fill::Zeros);

/// Numbers to begin training with, as the paper's code draws them: masks and slopes are 1, biases 0, all else
/// is normal with a deviation of 1/√D, so that keys are about as long as states.
void initialise(nn::ParameterSet<float>& parameters, Random& random);

/// Reads each story, then answers its question.
template <class T>
Answer<T> forward(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
                  const Listener<T>& listener = {});

/// Minus the log-probabilities of all answers, summed.
template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items);

} // namespace heed::entity
