// One source, several continuations at a time: what the decoder looks at and carries, repeated.
#pragma once

#include "core/models/seq2seq/network.h"
#include "core/trace/trace.h"

#include <vector>

namespace heed {

/// The memory of one source, for `items` continuations at once: position by position, each column as often.
attention::Memory<float> widened(Tape<float>& tape, const attention::Memory<float>& memory, int items);

/// Values of a decoder's state, taken off a tape that is about to be rewound.
class CarriedState {
public:
    /// The continuations `parents` in the places of those the state has; each may be named more than once.
    CarriedState(const DecoderState<float>& state, const std::vector<int>& parents);
    /// The same state on the tape as it is now.
    DecoderState<float> on(Tape<float>& tape) const;

private:
    DecoderState<float> shape_; // its values are not looked at
    std::vector<MatrixXf> values_;
};

} // namespace heed
