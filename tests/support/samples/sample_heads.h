// Runs of several heads, and models that make them.
#pragma once

#include "app/figures/heads/heads.h"
#include "core/models/model.h"
#include "core/models/transformer/config.h"
#include "core/trace/trace.h"

namespace heed::test {

/// So many layers of so many cross-attention heads over nine words and an end token. Head 3 of the second
/// layer looks at the word that is written (the second and third the other way round), head 2 of the first
/// at all but the last two; head 1 of each layer rests on the end token, the others look at everything alike.
Trace sample_heads(int layers, int heads);
/// Four times that run, with the links between its words.
HeadReport sample_head_corpus(const Trace& run);

/// An encoder and a decoder of two layers of two heads over the words a … h, numbers by chance.
Model small_transformer();
/// The same with other settings of its Transformer.
Model small_transformer(const transformer::Config& config);
/// A decoder alone of that kind.
Model small_decoder();

} // namespace heed::test
