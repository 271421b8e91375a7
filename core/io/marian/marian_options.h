// Transformers in Marian's own file (model.npz): what its special:model.yml says of one, and which of its
// tensors is which. Names and equations: marian-nmt/marian-dev, src/models/transformer.h, src/layers.
#pragma once

#include "core/io/container/checkpoint.h"
#include "core/io/huggingface/hub_config.h"

namespace heed::io {

struct MarianOptions {
    HubConfig config;
    /// Whether Marian itself wrote the file, which it says with its version and the revision of its source.
    /// Then positions are sines and cosines of p 10000^(-i / (d/2 - 1)), and norms divide by
    /// √(variance + 1e-6), as Marian computes. A file that something else made of a Hugging Face folder's
    /// numbers is computed as that folder: p 10000^(-2i/d) and 1e-5.
    bool own = false;
    /// Which layer's cross attention it takes its alignments from, from 1, where it was trained to; 0: it
    /// says none.
    int alignment_layer = 0;
};

/// Throws heed::Error naming the file, "special:model.yml" and the setting: no such text, a setting of the
/// wrong kind, or one with which the model would be computed in another way.
MarianOptions read_marian_options(const Checkpoint& checkpoint);

} // namespace heed::io
