// How an encoder passes changes of its embeddings on, at the sentence it has read.
#pragma once

#include "core/analysis/influence/rows.h"
#include "core/models/seq2seq/config.h"
#include "core/nn/parameters.h"

namespace heed::influence {

/// Derivatives of what the decoder begins with by all embeddings: columns j·E … of a matrix are for x_j.
template <class T>
struct Beginnings {
    std::vector<Matrix<T>> states, memories; // s_0 and, of an lstm, its memory, by layer: (D, E·T)
    Matrix<T> last;                          // of the fixed context: (d, E·T)
};
template <class T>
Beginnings<T> beginnings(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                         const std::vector<int>& source, bool last);

/// A cell's step at one position, made linear there: d[h; c]_t = state · d[h; c]_{t-1} + input · dx_t.
template <class T>
struct LinearStep {
    Matrix<T> state; // (S, S), S = H or, of an lstm, 2H
    Matrix<T> input; // (S, in)
};

/// The encoder's recurrences made linear, from which derivatives by the embeddings are chained.
template <class T>
class LinearEncoder {
public:
    LinearEncoder(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                  const std::vector<int>& source, const Executor& executor);

    int length() const { return length_; }
    int embedding() const { return embedding_; }
    /// By all embeddings, (R, E·T), what is by annotation (R, d·T).
    Matrix<T> through_annotations(const Eigen::Ref<const Matrix<T>>& by_annotation) const;
    /// The topmost state at position t of one direction, by all embeddings: (H, E·T).
    Matrix<T> state(bool forward, int t) const;
    /// The norms of that by each x_j, for every t at once: (T, T). Of an encoder of one layer.
    Matrix<T> norms(bool forward) const;
    int layers() const { return static_cast<int>(steps_.size()); }
    bool bidirectional() const { return !steps_.front().backward.empty(); }

private:
    struct Layer {
        std::vector<LinearStep<T>> forward, backward; // by place in reading order
    };
    using Blocks = std::vector<Matrix<T>>; // (R, n) by place in reading order; empty: zeros
    Matrix<T> back(Blocks forward, Blocks backward) const;
    Blocks through_layer(const std::vector<LinearStep<T>>& steps, const Blocks& by_state, bool forward,
                         Blocks inputs) const;
    int place(int t) const; // in reading order, of source position t; and the other way round

    std::vector<Layer> steps_;
    int length_ = 0, embedding_ = 0, hidden_ = 0;
    bool reversed_ = false;
};

} // namespace heed::influence
