// How an encoder passes changes of its embeddings on, at the sentence it has read.
#pragma once

#include "core/analysis/influence/rows.h"
#include "core/models/seq2seq/config.h"
#include "core/nn/parameters.h"

#include <functional>

namespace heed::influence {

/// A cell's step at one position, made linear there: d[h; c]_t = state · d[h; c]_{t-1} + input · dx_t.
template <class T>
struct LinearStep {
    Matrix<T> state; // (S, S), S = H or, of an lstm, 2H
    Matrix<T> input; // (S, in)
};

/// How many numbers of an encoder made linear are held at once.
double encoder_numbers(const Seq2SeqConfig& config, int length);

/// The encoder's recurrences made linear, from which derivatives by the embeddings are chained. Throws
/// decode::Cancelled when `cancelled` becomes true.
template <class T>
class LinearEncoder {
public:
    LinearEncoder(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                  const std::vector<int>& source, const Executor& executor,
                  const std::atomic<bool>* cancelled = nullptr);

    /// Where a direction of a layer ended: h and, of an lstm, c, (S, 1).
    struct Ends {
        Matrix<T> forward, backward;
    };
    const std::vector<Ends>& ends() const { return ends_; } // by layer, lowest first
    const Matrix<T>& mean() const { return mean_; }         // of all annotations: (d, 1)
    int length() const { return length_; }
    int embedding() const { return embedding_; }
    /// What is by annotation, as rows: adds, to (R, H), columns first … of what is by h_t.
    using ByAnnotation = std::function<void(int t, Eigen::Index first, Eigen::Ref<Matrix<T>> into)>;
    /// The same by all embeddings, for so many rows: (R, E·T), put where there may be room already.
    void through_annotations(Eigen::Index rows, const ByAnnotation& by_annotation, Matrix<T>& result) const;
    /// The same of what is by the ends (R, S) and by the mean of all annotations (R, d); without numbers:
    /// zero.
    Matrix<T> through_ends(const std::vector<Ends>& by_ends, const Matrix<T>& by_mean) const;
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
    /// Adds, to (R, S), what is by a direction's state at source position t; says whether there was anything.
    using ByState = std::function<bool(int layer, bool forward, int t, Eigen::Ref<Matrix<T>> into)>;
    /// What is by everything a layer read, by source position: (R, in·T).
    struct Inputs {
        Matrix<T> by;
        std::vector<char> there; // positions whose columns hold numbers
    };
    Matrix<T> back(Eigen::Index rows, const ByState& by_state, Matrix<T> room = {}) const;
    void through_layer(int layer, bool forward, const ByState& by_state, Inputs& inputs) const;
    int place(int t) const; // in reading order, of source position t; and the other way round

    std::vector<Layer> steps_;
    std::vector<Ends> ends_;
    Matrix<T> mean_;
    int length_ = 0, embedding_ = 0, hidden_ = 0;
    bool reversed_ = false, summed_ = false;
};

} // namespace heed::influence
