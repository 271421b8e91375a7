// The tokenizer of a Hugging Face folder: from tokenizer.json where there is one, else from what its family
// keeps (source.spm and vocab.json, spiece.model, vocab.txt …).
#pragma once

#include "core/text/subword/subword_tokenizer.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

/// A prefix that the folder's configuration names (task_specific_params): "translation_en_to_fr",
/// "translate English to French: ".
struct TaskPrefix {
    std::string name, prefix;
    bool operator==(const TaskPrefix&) const = default;
};

struct FolderTokenizer {
    std::shared_ptr<const subword::SubwordTokenizer> tokenizer;
    std::vector<TaskPrefix> tasks;
    std::vector<std::string> files;     // what it was read from, names in the folder
    std::vector<std::string> named;     // tokens that the folder's files name as its end, its padding …
    std::vector<std::string> notes;     // what a person should know, a sentence each
    std::vector<std::string> unsettled; // what the files do not tell, and how it was taken
};

/// `config` is the folder's config.json. Throws heed::Error naming file, item, expected and found; a stage
/// that is not known is refused by its name.
FolderTokenizer read_folder_tokenizer(const std::filesystem::path& folder, const nlohmann::json& config);
/// Whether the folder holds any file that a tokenizer is read from.
bool has_tokenizer(const std::filesystem::path& folder);

} // namespace heed::io
