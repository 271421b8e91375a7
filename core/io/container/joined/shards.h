// Checkpoints that were cut into shards: "model-00002-of-00003.safetensors", and an index that says which
// tensor lies in which.
#pragma once

#include "core/io/container/checkpoint.h"

#include <filesystem>
#include <optional>
#include <string>

namespace heed::io {

/// What the name of a shard says.
struct ShardName {
    std::string stem; // "model"
    int number = 0, of = 0;
    std::string ending; // ".safetensors"

    std::string index() const { return stem + ending + ".index.json"; } // "model.safetensors.index.json"
    std::string shard(int n) const;                                     // the n-th's name, from 1
};
std::optional<ShardName> shard_name(const std::filesystem::path& file);

/// All shards that an index names, as one. Throws naming the index, the tensor and the shard: a name that
/// leads out of the folder (which is not opened), a shard that is not there, a tensor that is not in the
/// shard it is said to be in, and one that is in two.
Checkpoint open_shards(const std::filesystem::path& index);

/// All shards of which this is one: by the index beside it, or by their numbers where there is none.
Checkpoint open_shards_of(const std::filesystem::path& shard, const ShardName& name);

} // namespace heed::io
