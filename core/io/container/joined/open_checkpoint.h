// What a path stands for: a file of tensors, or several that are one.
#pragma once

#include "core/io/container/checkpoint.h"

#include <filesystem>
#include <string>
#include <vector>

namespace heed::io {

/// A file of tensors, packed or not; the index of a sharded one, or any of its shards, which all are opened;
/// an adapter, which is added to its base. Headers are read at once, numbers when they are asked for. Throws
/// heed::Error as Checkpoint, open_shards and open_adapter do.
Checkpoint open_checkpoint(const std::filesystem::path& file);

/// The other files that it opens with that one: shards and their index, an adapter's settings and its base.
std::vector<std::filesystem::path> parts_of(const std::filesystem::path& file);

/// The file in a folder that open_checkpoint() takes, in the order in which Hugging Face's libraries look:
/// an adapter, model.safetensors, its index, pytorch_model.bin, its index; where none of these is there, the
/// only .ckpt, which Lightning writes. Empty: none.
std::filesystem::path weights_in(const std::filesystem::path& folder);

/// What lies beside the weights that are read and could be taken for them, in sentences: other weights, or
/// the settings of an adapter without its numbers.
std::vector<std::string> not_read_beside(const std::filesystem::path& weights);

} // namespace heed::io
