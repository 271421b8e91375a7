// The phases of a Transformer, one row each; those of a layer say which.
#pragma once

#include "core/models/transformer/config.h"
#include "core/trace/outline.h"

namespace heed::transformer {

/// One attention of a layer, in the order in which it is computed.
struct Looking {
    PhaseInfo project; // q, k and v
    PhaseInfo score;   // e of every head
    PhaseInfo softmax; // α
    PhaseInfo mix;     // Σ α v of every head, and of all heads through W_o
    PhaseInfo add;     // to the residual stream
    bool holds(const Phase& phase) const;
};

namespace phase {
// Of the source, each over all places at once.
extern const PhaseInfo Read, Feed;
extern const Looking Look;
// Of each output.
extern const PhaseInfo Embed, Forward, Write;
extern const Looking Past, Cross;
} // namespace phase

/// A source of T tokens, then so many outputs; a layer is a group. An encoder alone has no outputs.
/// Sub-steps: 1 + 6 L_e of the source, 2 + 11 L_d of an output (2 + 6 L_d of a decoder alone).
Outline outline_of(const Config& config, int source_length, int outputs);

} // namespace heed::transformer
