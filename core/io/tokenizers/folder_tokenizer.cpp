#include "core/io/tokenizers/folder_tokenizer.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/folder_families.h"
#include "core/io/tokenizers/folder_settings.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace heed::io {

namespace {

/// A family by its model_type, the file that shows that it is kept in its own way, and the tokenizer_class
/// of those that are as its reader makes them, with | between them. `named`: another family's way, which
/// holds only where the folder names such a class.
struct FamilyRow {
    std::string_view type, file;
    subword::TokenizerParts (*read)(const FolderFiles&, FolderTokenizer&);
    std::string_view classes = {};
    bool named = false;
};

constexpr std::string_view t5_classes = "T5Tokenizer|MT5Tokenizer",
                           mbart_classes = "MBartTokenizer|MBart50Tokenizer",
                           byte_classes = "BartTokenizer|RobertaTokenizer|LongformerTokenizer|LEDTokenizer",
                           bert_classes =
                               "BertTokenizer|DistilBertTokenizer|ElectraTokenizer|MobileBertTokenizer";

constexpr std::string_view no_file = "config.json"; // of one whose tokens are bytes

constexpr FamilyRow family_rows[] = {
    {"t5", no_file, read_byt5, "ByT5Tokenizer", true},
    // the sides have models of their own: before tokenizer.json
    {"marian", "source.spm", read_marian, "MarianTokenizer"},
    {"", "tokenizer.json", read_json_folder},
    {"t5", "spiece.model", read_t5, t5_classes},
    {"mt5", "spiece.model", read_t5, t5_classes},
    {"umt5", "spiece.model", read_t5, t5_classes},
    {"pegasus", "spiece.model", read_pegasus, "PegasusTokenizer"},
    {"mbart", "sentencepiece.bpe.model", read_mbart, mbart_classes},
    {"xlm-roberta", "sentencepiece.bpe.model", read_xlm_roberta, "XLMRobertaTokenizer"},
    {"m2m_100", "sentencepiece.bpe.model", read_m2m100, "M2M100Tokenizer|NllbTokenizer"},
    {"bart", "merges.txt", read_byte_level, byte_classes},
    {"roberta", "merges.txt", read_byte_level, byte_classes},
    {"gpt2", "merges.txt", read_byte_level, "GPT2Tokenizer"},
    {"bert", "vocab.txt", read_bert, bert_classes},
    {"distilbert", "vocab.txt", read_bert, bert_classes},
    // CodeT5, the multilingual MiniLM, the Chinese BART
    {"t5", "merges.txt", read_byte_level, "RobertaTokenizer", true},
    {"bert", "sentencepiece.bpe.model", read_xlm_roberta, "XLMRobertaTokenizer", true},
    {"bart", "vocab.txt", read_bert, "BertTokenizer", true},
};

/// Classes that never read a tokenizer.json.
constexpr std::string_view other_classes =
    "BertJapaneseTokenizer|BertweetTokenizer|PhobertTokenizer|BartphoTokenizer|ByT5Tokenizer";

bool is_one_of(std::string_view classes, const std::string& name) {
    const auto all = split(classes, "|");
    return std::find(all.begin(), all.end(), name) != all.end();
}

/// The class that the folder names says how a text is split, whatever the model's type is.
void check_class(const FamilyRow& row, const FolderFiles& files, FolderTokenizer& to) {
    const std::string name = files.tokenizer_class();
    if (name.empty()) return;
    if (row.classes.empty()) {
        if (is_one_of(other_classes, name))
            to.unsettled.push_back("The folder's tokenizer_class is " + in_quotes(name, 60) +
                                   ", which reads other files than " + std::string(row.file) +
                                   ": text is split as that file says");
        return;
    }
    if (is_one_of(row.classes, name)) return;
    const auto known = split(row.classes, "|");
    throw Error(shown(files.folder), "tokenizer_class",
                listed(std::vector<std::string>(known.begin(), known.end()), " or ") + ", or tokenizer.json",
                in_quotes(name, 60));
}

SplitBy split_by(std::string_view file) {
    if (file == "tokenizer.json") return SplitBy::Json;
    if (file == "merges.txt") return SplitBy::Bytes;
    return file == "vocab.txt" ? SplitBy::Words : SplitBy::Pieces;
}

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
        if (row.file != no_file && std::filesystem::is_regular_file(folder / row.file, ignored)) return true;
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
        if (row.named && !is_one_of(row.classes, files.tokenizer_class())) continue;
        if (!row.type.empty()) expected.emplace_back(row.file);
        if (!files.has(std::string(row.file).c_str())) continue;
        check_class(row, files, made);
        made.named = files.named();
        subword::TokenizerParts parts = row.read(files, made);
        doubt_settings(files, split_by(row.file), parts, made);
        made.tokenizer = std::make_shared<const subword::SubwordTokenizer>(std::move(parts));
        return made;
    }
    const std::string name = files.tokenizer_class();
    throw Error(shown(folder), "tokenizer of model_type " + in_quotes(type, 40), listed(expected, " or "),
                name.empty() ? "none" : "none (its tokenizer_class is " + in_quotes(name, 60) + ")");
}

} // namespace heed::io
