#include "core/io/container/joined/shards.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/container/joined/joined.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <map>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t largest_index = 64u << 20;
constexpr std::size_t shard_digits = 5;

bool all_digits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Only names of files in the index' own folder are followed.
void check_name(const fs::path& index, const std::string& tensor, const Json& file) {
    const std::string* name = file.get_ptr<const std::string*>();
    const bool plain = name != nullptr && !name->empty() && *name != "." && *name != ".." &&
                       name->find_first_of(std::string_view("/\\\0", 3)) == name->npos;
    if (!plain)
        throw Error(shown(index), "weight_map: \"" + escaped(tensor) + "\"", "the name of a file beside it",
                    shown(file));
}

/// shard -> the tensors that must be in it
using ShardMap = std::map<std::string, std::vector<std::string>>;

ShardMap read_index(const fs::path& index) {
    const Json json = read_json(index, largest_index);
    const Json map = json.is_object() ? json.value("weight_map", Json()) : Json();
    if (!map.is_object() || map.empty())
        throw Error(shown(index), "weight_map", "{TENSOR: FILE, …}", map.empty() ? "none" : shown(map));
    ShardMap shards;
    for (const auto& [tensor, file] : map.items()) {
        check_name(index, tensor, file);
        shards[file.get<std::string>()].push_back(tensor);
    }
    return shards;
}

Checkpoint open_shard(const fs::path& whole, const fs::path& shard) {
    std::error_code ignored;
    if (!fs::exists(shard, ignored))
        throw Error(shown(whole), "a shard is missing", escaped(shard.filename().string()) + " beside it",
                    what_is_missing(shard));
    return Checkpoint(shard);
}

Checkpoint together(std::vector<JoinedPart> parts, const fs::path& name) {
    const std::string container =
        std::string(parts.front().checkpoint.container()) + ", " + plural(parts.size(), "shard", "shards");
    return joined_checkpoint(std::move(parts), shown(name), container);
}

} // namespace

std::string ShardName::shard(int n) const {
    const auto padded = [](int number) {
        const std::string text = std::to_string(number);
        return std::string(shard_digits - std::min(shard_digits, text.size()), '0') + text;
    };
    return stem + "-" + padded(n) + "-of-" + padded(of) + ending;
}

std::optional<ShardName> shard_name(const fs::path& file) {
    const std::string ending = file.extension().string(), name = file.stem().string();
    constexpr std::size_t tail = 1 + shard_digits + 4 + shard_digits; // "-00002-of-00003"
    if (name.size() <= tail) return std::nullopt;
    const std::string_view end = std::string_view(name).substr(name.size() - tail);
    const std::string_view number = end.substr(1, shard_digits), of = end.substr(tail - shard_digits);
    if (end[0] != '-' || end.substr(1 + shard_digits, 4) != "-of-" || !all_digits(number) || !all_digits(of))
        return std::nullopt;
    ShardName found{name.substr(0, name.size() - tail), std::stoi(std::string(number)),
                    std::stoi(std::string(of)), ending};
    const bool sane = found.number >= 1 && found.of >= 1 && found.number <= found.of;
    return sane ? std::optional(std::move(found)) : std::nullopt;
}

Checkpoint open_shards(const fs::path& index) {
    std::vector<JoinedPart> parts;
    for (const auto& [file, tensors] : read_index(index)) {
        Checkpoint shard = open_shard(index, index.parent_path() / file);
        for (const std::string& tensor : tensors)
            if (shard.find(tensor) == nullptr)
                throw Error(shown(index), "tensor \"" + escaped(tensor) + "\"", "it in " + escaped(file),
                            "none");
        parts.push_back({std::move(shard)});
    }
    return together(std::move(parts), index);
}

Checkpoint open_shards_of(const fs::path& shard, const ShardName& name) {
    const fs::path folder = shard.parent_path(), index = folder / name.index();
    std::error_code ignored;
    if (fs::is_regular_file(index, ignored)) return open_shards(index);
    std::vector<JoinedPart> parts;
    for (int n = 1; n <= name.of; ++n) parts.push_back({open_shard(shard, folder / name.shard(n))});
    return together(std::move(parts), shard);
}

} // namespace heed::io
