// The phases of pooling over time, one row each: every moment is read, then the answer is made at once.
#pragma once

#include "core/models/pooling/config.h"
#include "core/trace/outline.h"

namespace heed::pooling {

namespace phase {
extern const PhaseInfo Read; // each moment by itself
// Of the answer. Even: all moments get the same weight. Scale: each moment times its weight, of a sequence.
extern const PhaseInfo Score, Softmax, Even, Context, Scale, Layer, Answer;
} // namespace phase

/// T moments, then one answer.
Outline outline_of(const Config& config, int moments);

} // namespace heed::pooling
