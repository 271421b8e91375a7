#include "core/io/tokenizers/folder_tokenizer.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/folder_families.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <span>
#include <string_view>

namespace heed::io {

namespace {

/// A family by its model_type, and the file that shows that it is kept in its own way.
struct FamilyRow {
    std::string_view type, file;
    subword::TokenizerParts (*read)(const FolderFiles&, FolderTokenizer&);
};

constexpr FamilyRow family_rows[] = {
    {"marian", "source.spm", read_marian}, // the sides have models of their own: before tokenizer.json
    {"", "tokenizer.json", read_json_folder},
    {"t5", "spiece.model", read_t5},
    {"mt5", "spiece.model", read_t5},
    {"umt5", "spiece.model", read_t5},
    {"pegasus", "spiece.model", read_pegasus},
    {"mbart", "sentencepiece.bpe.model", read_mbart},
    {"xlm-roberta", "sentencepiece.bpe.model", read_mbart},
    {"m2m_100", "sentencepiece.bpe.model", read_m2m100},
    {"bart", "merges.txt", read_byte_level},
    {"roberta", "merges.txt", read_byte_level},
    {"gpt2", "merges.txt", read_byte_level},
    {"bert", "vocab.txt", read_bert},
    {"distilbert", "vocab.txt", read_bert},
};

constexpr std::uint64_t longest_prefix = 2000;

std::vector<TaskPrefix> task_prefixes(const Json& config) {
    std::vector<TaskPrefix> tasks;
    const auto all = config.is_object() ? config.find("task_specific_params") : config.end();
    if (!config.is_object() || all == config.end() || !all->is_object()) return tasks;
    for (const auto& [name, task] : all->items()) {
        const auto prefix = task.is_object() ? task.find("prefix") : task.end();
        if (!task.is_object() || prefix == task.end() || !prefix->is_string()) continue;
        const std::string& text = prefix->get_ref<const std::string&>();
        if (text.size() <= longest_prefix) tasks.push_back({name, text});
    }
    return tasks;
}

} // namespace

bool has_tokenizer(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (const FamilyRow& row : family_rows)
        if (std::filesystem::is_regular_file(folder / row.file, ignored)) return true;
    return false;
}

FolderTokenizer read_folder_tokenizer(const std::filesystem::path& folder, const Json& config) {
    const FolderFiles files(folder, config);
    FolderTokenizer made;
    made.tasks = task_prefixes(config);
    const std::string type = files.model_type();
    std::vector<std::string> expected{"tokenizer.json"};
    for (const FamilyRow& row : family_rows) {
        if (!row.type.empty() && row.type != type) continue;
        if (row.type == type) expected.emplace_back(row.file);
        if (!files.has(std::string(row.file).c_str())) continue;
        made.tokenizer = std::make_shared<const subword::SubwordTokenizer>(row.read(files, made));
        return made;
    }
    throw Error(shown(folder), "tokenizer of model_type " + in_quotes(type, 40), listed(expected, " or "),
                "none");
}

} // namespace heed::io
