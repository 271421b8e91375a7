// What the decoder begins with, by the embeddings.
#pragma once

#include "core/analysis/influence/encoder.h"

namespace heed::influence {

/// Derivatives of what the decoder begins with by all embeddings: columns j·E … of a matrix are for x_j.
template <class T>
struct Beginnings {
    std::vector<Matrix<T>> states, memories; // s_0 and, of an lstm, its memory, by layer: (D, E·T)
    Matrix<T> last;                          // of the fixed context: (d, E·T)
};
/// With `last` the fixed context's, too.
template <class T>
Beginnings<T> beginnings(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                         const LinearEncoder<T>& encoder, bool last);

} // namespace heed::influence
