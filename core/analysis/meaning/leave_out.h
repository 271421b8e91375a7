// What becomes of the outputs when one place of the source is not there, the source read again without it:
// TVD of p_i for each output and place (Jain and Wallace 2019, section 4.1). Of a single row of weights, the
// source as it was read, see rows.h.
#pragma once

#include "core/analysis/meaning/forced.h"

namespace heed::analysis::meaning {

enum class Left {
    Unknown, // the place holds the unknown word
    Removed, // the source is one place shorter
};

/// (S, N), against the sentence's own p (V, N). Empty where it cannot be asked: there is no unknown word, or
/// nothing would be left.
template <class T>
Matrix<T> leave_one_out(const Forced<T>& run, Left how, const Matrix<T>& p, const Watch& watch = {});

} // namespace heed::analysis::meaning
