#include "core/io/container/joined/open_checkpoint.h"

#include "core/io/base/file_kind.h"
#include "core/io/container/joined/adapter.h"
#include "core/io/container/joined/shards.h"

namespace heed::io {

namespace fs = std::filesystem;

Checkpoint open_checkpoint(const fs::path& file) {
    if (is_adapter(file)) return open_adapter(file);
    const ContentKind kind = content_kind(file);
    if (kind == ContentKind::ShardIndex) return open_shards(file);
    if (const auto name = shard_name(file); name && may_hold_tensors(kind))
        return open_shards_of(file, *name);
    return Checkpoint(file);
}

fs::path weights_in(const fs::path& folder) {
    constexpr const char* names[] = {"adapter_model.safetensors", "adapter_model.bin",
                                     "model.safetensors",         "model.safetensors.index.json",
                                     "pytorch_model.bin",         "pytorch_model.bin.index.json"};
    for (const char* name : names) {
        std::error_code ignored;
        if (fs::is_regular_file(folder / name, ignored)) return folder / name;
    }
    return {};
}

} // namespace heed::io
