// A model beside the sentence it is measured on: what it read, what it was fed, what it wrote.
//
// Letters: S source places, N outputs, V words that can be written, E embedding.
#pragma once

#include "core/autodiff/tape.h"
#include "core/models/seq2seq/config.h"
#include "core/nn/parameters.h"
#include "core/nn/sequences.h"

#include <Eigen/Core>
#include <atomic>
#include <functional>
#include <vector>

namespace heed::analysis::meaning {

template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

template <class T>
struct Forced {
    const Seq2SeqConfig& config;
    const nn::ParameterSet<T>& parameters;
    nn::Sequences source;             // one item, S places
    std::vector<int> inputs, outputs; // (N): fed before each output, and written there
    int unknown = -1;                 // the source's id of the unknown word; -1: there is none

    int places() const { return source.length; }
    int written() const { return static_cast<int>(outputs.size()); }
    bool attends() const { return config.attention.score != "none"; }
};

/// Who waits for a measurement.
struct Watch {
    const std::atomic<bool>* cancelled = nullptr;
    std::function<void(double share)> told{}; // how much of it is done, 0 … 1

    /// Throws decode::Cancelled where nobody waits any longer.
    void go_on(double share) const;
    /// What a part of the work tells: `from` … `to` of the whole.
    Watch part(double from, double to) const;
};

/// log p (V, B) of output i of a pass of B items.
template <class T>
using EachOutput = std::function<void(int i, const Matrix<T>& log_probs)>;

/// One pass over B sources at once, fed the inputs. `table`: the numbers in place of the source's embeddings,
/// (rows, E), of which the ids of `sources` are rows; empty: the model's own.
template <class T>
void run_forced(const Forced<T>& run, const nn::Sequences& sources, const Matrix<T>& table,
                const EachOutput<T>& each, const Watch& watch);

/// p (V, N) of the sentence itself.
template <class T>
Matrix<T> probabilities(const Forced<T>& run, const Watch& watch = {});

/// The model's parameters with another table of source embeddings.
template <class T>
nn::ParameterSet<T> with_table(const Forced<T>& run, const Matrix<T>& table);

/// TVD(p, q) = Σ |p − q| / 2.
template <class T>
double total_variation(const Eigen::Ref<const Vector<T>>& p, const Eigen::Ref<const Vector<T>>& q) {
    return static_cast<double>((p - q).cwiseAbs().sum()) / 2;
}

} // namespace heed::analysis::meaning
