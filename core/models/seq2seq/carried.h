// One source, several continuations at a time: what the decoder looks at and carries, repeated.
#pragma once

#include "core/models/seq2seq/network.h"
#include <vector>

namespace heed {

/// The memory of one source, for `items` continuations at once: position by position, each column as often.
template <class T>
attention::Memory<T> widened(Tape<T>& tape, const attention::Memory<T>& memory, int items);
/// The source itself, so often.
nn::Sequences repeated(const nn::Sequences& source, int items);

/// Values of a decoder's state, taken off a tape that is about to be rewound. One that is kept from step to
/// step uses its memory again.
template <class T>
class CarriedState {
public:
    /// The continuations `parents` in the places of those the state has; each may be named more than once.
    void take(const DecoderState<T>& state, const std::vector<int>& parents);
    CarriedState() = default;
    CarriedState(const DecoderState<T>& state, const std::vector<int>& parents) { take(state, parents); }
    /// The same state on the tape as it is now.
    DecoderState<T> on(Tape<T>& tape) const;

private:
    DecoderState<T> shape_; // its values are not looked at
    std::vector<Matrix<T>> values_;
};

} // namespace heed
