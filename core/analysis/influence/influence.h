// What a word still changes: how much each state of a forced run of an encoder-decoder moves with each
// embedding.
//
//   influence of x_j on v = | d v / d x_j |_F, the root of the sum of all squared derivatives
//
// x_j is the embedding of source place j, held apart from other places with the same token. (Bengio, Simard
// and Frasconi 1994, section III: in a recurrent network it falls or grows by a factor a step.) The
// derivatives are those of the whole run: through the encoder, the decoder's start, and the annotations that
// it looks at.
#pragma once

#include "core/base/executor.h"
#include "core/models/model.h"
#include "core/models/seq2seq/config.h"
#include "core/trace/trace.h"

#include <atomic>

namespace heed::influence {

template <class T>
struct Norms {
    using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
    // Columns: source places j. Of the encoder the topmost layer.
    Matrix forward;     // ->h_t: (T, T), zero right of the diagonal
    Matrix backward;    // <-h_t: (T, T); empty where the encoder reads one way
    Matrix annotations; // h_t: (T, T)
    Matrix initial;     // s_0 of the topmost layer: (1, T)
    Matrix decoder;     // s_i: (N, T)
    Matrix readout;     // t_i, what the logits are read from: (N, T); empty where it was not asked for
};

/// About how many numbers are held at once for a source of that length and so many outputs.
double numbers_held(const Seq2SeqConfig& config, int length, int outputs);

/// Of the run that reads `source` and is fed `inputs`, N ids. Throws decode::Cancelled when `cancelled`
/// becomes true.
template <class T>
Norms<T> norms(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
               const std::vector<int>& source, const std::vector<int>& inputs, bool readouts = false,
               const Executor& executor = in_turn, const std::atomic<bool>* cancelled = nullptr);

/// Of a run of that model: it is fed what the run wrote. The readouts are measured too. Throws heed::Error:
/// another architecture, a run whose weights were edited.
Norms<float> norms(const Model& model, const Trace& run, const Executor& executor = in_turn,
                   const std::atomic<bool>* cancelled = nullptr);

} // namespace heed::influence
