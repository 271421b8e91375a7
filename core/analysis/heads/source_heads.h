// The heads whose maps can stand for a run: what its outputs look at in the source; of an encoder alone,
// which writes nothing, what the source's places look at there.
#pragma once

#include "core/trace/trace.h"

#include <vector>

namespace heed::heads {

/// Cross-attention heads by layer and head; of a decoder alone, which has none, its own: they look at the
/// source, too. Of an encoder alone its own: its places look. Empty where nothing looks at the source.
std::vector<Site> source_heads(const Trace& run);

/// Whether there are several of them: looks at no value, cheap enough to be asked at every picture.
bool has_source_heads(const Trace& run);

/// The map of such a head over the source: (T, outputs). Of a decoder alone a part, whose rows sum to less
/// than 1: the rest goes to what it wrote. Of an encoder alone (T, T).
MatrixXf over_source(const Trace& run, const Site& head);
/// The rest, of a decoder alone: (outputs, outputs), what each output gives those before it, NaN where there
/// is none yet. Empty: there is no rest.
MatrixXf over_past(const Trace& run, const Site& head);

} // namespace heed::heads
