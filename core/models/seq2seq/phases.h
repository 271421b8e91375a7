// The phases of an encoder-decoder, one row each.
#pragma once

#include "core/trace/outline.h"

namespace heed::seq2seq {

// The encoder's, over the source.
extern const PhaseInfo Embed, Forward, Backward, Annotate;
// The decoder's, at each output. Window: where a local alignment looks.
extern const PhaseInfo Window, Score, Softmax, Context, State, Distribution, Choose;

/// Whether the sub-step is one of a cell that reads the source.
inline bool is_reader(const Phase& phase) { return phase.is(Forward) || phase.is(Backward); }

} // namespace heed::seq2seq
