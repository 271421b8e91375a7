// The heads whose maps can stand for a run: what its outputs look at in the source.
#pragma once

#include "core/trace/trace.h"

#include <vector>

namespace heed::heads {

/// Cross-attention heads by layer and head; of a decoder alone, which has none, its own: they look at the
/// source, too. Empty where no output looks.
std::vector<Site> source_heads(const Trace& run);

/// Whether there are several of them: looks at no value, cheap enough to be asked at every picture.
bool has_source_heads(const Trace& run);

/// The map of such a head over the source: (T, outputs). Of a decoder alone a part, whose rows sum to less
/// than 1: the rest goes to what it wrote.
MatrixXf over_source(const Trace& run, const Site& head);

} // namespace heed::heads
