// The phases of a Transformer, one row each; those of a layer say which.
#pragma once

#include "core/models/transformer/config.h"
#include "core/trace/outline.h"

namespace heed::transformer {

namespace phase {
// Of the source, each over all places at once.
extern const PhaseInfo Read, Look, Feed;
// Of each output.
extern const PhaseInfo Embed, Past, Cross, Forward, Distribution, Choose;
} // namespace phase

/// A source of T tokens, then so many outputs. An encoder alone has no outputs.
Outline outline_of(const Config& config, int source_length, int outputs);

} // namespace heed::transformer
