#include "core/io/container/joined/open_checkpoint.h"

#include "core/io/base/file_kind.h"
#include "core/io/container/joined/adapter.h"
#include "core/io/container/joined/adapter_settings.h"
#include "core/io/container/joined/shards.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr const char* weight_names[] = {"adapter_model.safetensors", "adapter_model.bin",
                                        "model.safetensors",         "model.safetensors.index.json",
                                        "pytorch_model.bin",         "pytorch_model.bin.index.json"};

bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

/// The only file of Lightning in a folder; where there are several, none of them is meant.
fs::path only_ckpt(const fs::path& folder) {
    fs::path only;
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() != ".ckpt" || !is_file(it->path())) continue;
        if (!only.empty()) return {};
        only = folder / it->path().filename();
    }
    return only;
}

} // namespace

Checkpoint open_checkpoint(const fs::path& file) {
    if (is_adapter(file)) return open_adapter(file);
    const ContentKind kind = content_kind(file);
    if (kind == ContentKind::ShardIndex) return open_shards(file);
    if (const auto name = shard_name(file); name && may_hold_tensors(kind))
        return open_shards_of(file, *name);
    return Checkpoint(file);
}

std::vector<fs::path> parts_of(const fs::path& file) {
    std::vector<fs::path> parts;
    const fs::path folder = file.parent_path();
    if (is_adapter(file)) {
        for (const std::string_view name :
             {adapter_config_name, std::string_view(weight_names[0]), std::string_view(weight_names[1])})
            if (is_file(folder / name)) parts.push_back(folder / name);
        if (const fs::path base = base_of_adapter(folder); !base.empty()) {
            parts.push_back(base);
            for (fs::path& part : parts_of(base)) parts.push_back(std::move(part));
        }
        return parts;
    }
    const auto name = shard_name(file);
    const std::string index = name ? name->index() : file.filename().string();
    if (!index.ends_with(".index.json")) return parts;
    if (is_file(folder / index)) parts.push_back(folder / index);
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
         it.increment(error))
        if (const auto shard = shard_name(it->path()); shard && shard->index() == index)
            parts.push_back(folder / it->path().filename());
    std::sort(parts.begin(), parts.end());
    return parts;
}

fs::path weights_in(const fs::path& folder) {
    for (const char* name : weight_names)
        if (is_file(folder / name)) return folder / name;
    return only_ckpt(folder);
}

std::vector<std::string> not_read_beside(const fs::path& weights) {
    std::vector<std::string> found;
    const fs::path folder = weights.parent_path();
    if (is_adapter(weights)) return found; // its base may lie there
    for (const char* name : weight_names)
        if (weights.filename() != name && is_file(folder / name))
            found.push_back(std::string(name) + " lies beside it and was not read");
    if (is_file(folder / adapter_config_name))
        found.push_back(std::string(adapter_config_name) +
                        " lies beside it without the adapter's numbers: the model is shown without it");
    return found;
}

} // namespace heed::io
