// config.json and generation_config.json of a Hugging Face folder: the family, what they say of the network,
// and what became of every key.
#pragma once

#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/io/huggingface/hub_family.h"

#include <filesystem>
#include <string>
#include <vector>

namespace heed::io {

/// What became of one key.
struct HubKeyRead {
    enum class Use { Obeyed, Idle, Unknown };
    std::string file; // "config.json"
    std::string key;
    Use use = Use::Unknown;
    std::string why; // of an idle one
};

struct HubConfig {
    const HubFamily* family = nullptr;
    HubSays says;
    std::string name = "config.json";
    std::string file, generation_file; // for errors; the second empty where there is none
    Json json, generation_json;        // whole
    bool own_generate = false;         // custom_generate/generate.py lies in the folder: code, never run
    std::vector<HubKeyRead> keys;      // of both files; those of the generation are added by its reader

    /// Takes what a key says into `says`; false: the family has no such key. Throws where its value is of the
    /// wrong kind.
    bool set(const std::string& key, const Json& value);
    /// The same of another name of a key. Throws, too, where the two differ and it depends on the version of
    /// that library which of them holds.
    bool set_alias(const std::string& alias, const Json& value);
    /// The error for the value of a member's key.
    Error wrong(const HubMember& member, const std::string& expected, const std::string& found) const;
};

/// Whether a folder's config.json is such a one: it has a model_type, or names the class of a model, and is
/// none of Heed's own.
bool is_hub_folder(const std::filesystem::path& folder);

/// Throws heed::Error naming the file and the key: no JSON, a family that is not read, a value of the wrong
/// kind, one that would make another network.
HubConfig read_hub_config(const std::filesystem::path& folder);

/// A whole number of a file from 0; throws naming `file` and `key`. `most`: the greatest.
std::int64_t whole_number(const Json& value, const std::string& file, const std::string& key,
                          std::int64_t most = 1'000'000'000'000);

} // namespace heed::io
