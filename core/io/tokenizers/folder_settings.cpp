#include "core/io/tokenizers/folder_settings.h"

#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace heed::io {
namespace {

constexpr const char* settings_file = "tokenizer_config.json";
constexpr const char* roles_file = "special_tokens_map.json";
constexpr const char* added_file = "added_tokens.json";

bool is_empty_setting(const Json& value) {
    return value.is_null() || value == Json(false) || value == Json("") ||
           (value.is_structured() && value.empty());
}
bool is_not_false(const Json& value) { return value != Json(false); }
/// Of SentencePiece's own settings those that draw how a text is split change it, and those not known may.
bool splits_alike(const Json& value) {
    if (is_empty_setting(value)) return true;
    if (!value.is_object()) return false;
    const bool draws = value.value("enable_sampling", Json()) == Json(true);
    return !draws && std::all_of(value.items().begin(), value.items().end(), [](const auto& item) {
        return item.key() == "enable_sampling" || item.key() == "nbest_size" || item.key() == "alpha";
    });
}

constexpr int by_any = 15, by_json = 1, by_pieces = 2, by_words = 8;

/// A setting that is not obeyed. With a `neutral` value it splits no text in another way.
struct Unobeyed {
    std::string_view key;
    int by; // of which ways of reading
    bool (*neutral)(const Json& value);
    std::string_view what;
    bool t5 = false; // of T5's class alone
};
constexpr Unobeyed unobeyed[] = {
    {"split_special_tokens", by_any, is_empty_setting, "special tokens that are split as words are"},
    {"auto_map", by_any, is_empty_setting, "code of its own that splits texts"},
    {"from_slow", by_json, is_empty_setting, "another reading than tokenizer.json"},
    {"sp_model_kwargs", by_pieces, splits_alike, "SentencePiece with other settings"},
    {"add_prefix_space", by_pieces, is_not_false, "no space before a text", true},
    {"do_basic_tokenize", by_words, is_not_false, "words that are not parted from signs"},
    {"never_split", by_words, is_empty_setting, "words that are never split"},
};

/// Keys that are read elsewhere, and those that split no text, whatever their value.
constexpr std::string_view known_keys[] = {"add_bos_token",
                                           "add_eos_token",
                                           "add_prefix_space",
                                           "added_tokens_decoder",
                                           "additional_special_tokens",
                                           "auto_map",
                                           "backend",
                                           "cache_dir",
                                           "chat_template",
                                           "clean_up_tokenization_spaces",
                                           "do_basic_tokenize",
                                           "do_lower_case",
                                           "errors",
                                           "extra_ids",
                                           "extra_special_tokens",
                                           "from_slow",
                                           "full_tokenizer_file",
                                           "is_local",
                                           "language_codes",
                                           "legacy",
                                           "legacy_behaviour",
                                           "local_files_only",
                                           "mask_token_sent",
                                           "max_len",
                                           "max_length",
                                           "merges_file",
                                           "model_input_names",
                                           "model_max_length",
                                           "model_specific_special_tokens",
                                           "name_or_path",
                                           "never_split",
                                           "num_madeup_words",
                                           "offset",
                                           "pad_to_multiple_of",
                                           "pad_token_type_id",
                                           "padding",
                                           "padding_side",
                                           "processor_class",
                                           "return_tensors",
                                           "return_token_type_ids",
                                           "separate_vocabs",
                                           "source_lang",
                                           "source_spm",
                                           "sp_model_kwargs",
                                           "spaces_between_special_tokens",
                                           "special_tokens_map_file",
                                           "split_special_tokens",
                                           "src_lang",
                                           "stride",
                                           "strip_accents",
                                           "target_lang",
                                           "target_spm",
                                           "target_vocab_file",
                                           "tgt_lang",
                                           "tokenize_chinese_chars",
                                           "tokenizer_class",
                                           "tokenizer_file",
                                           "transformers_version",
                                           "trim_offsets",
                                           "truncation",
                                           "truncation_side",
                                           "truncation_strategy",
                                           "trust_remote_code",
                                           "use_fast",
                                           "verbose",
                                           "vocab",
                                           "vocab_file",
                                           "vocab_size",
                                           "wordpieces_prefix"};

/// Whether a key that is not known may be one of how a text is split.
bool is_named_as_splitting(std::string_view key) {
    constexpr std::string_view parts[] = {"lower", "accent", "normali", "dropout", "split",
                                          "strip", "prefix", "suffix",  "add_",    "remove",
                                          "keep_", "space",  "sampl",   "pretok",  "punct"};
    return std::any_of(std::begin(parts), std::end(parts),
                       [&](std::string_view part) { return key.find(part) != key.npos; });
}

void doubt_keys(const FolderFiles& files, int by, FolderTokenizer& to) {
    const std::string type = files.model_type();
    const bool t5 = type == "t5" || type == "mt5" || type == "umt5";
    for (const Unobeyed& row : unobeyed)
        if (const auto it = files.tokenizer.find(row.key);
            it != files.tokenizer.end() && (row.by & by) != 0 && (!row.t5 || t5) && !row.neutral(*it))
            to.unsettled.push_back(std::string(settings_file) + " asks for " + std::string(row.what) + " (" +
                                   std::string(row.key) + " " + shown(*it) + "), which is not done here");
    std::vector<std::string> noted, doubted;
    for (const auto& [key, value] : files.tokenizer.items()) {
        if (key.ends_with("_token") || key.ends_with("_token_id") || key.starts_with("_") ||
            std::binary_search(std::begin(known_keys), std::end(known_keys), std::string_view(key)))
            continue;
        const bool matters = is_named_as_splitting(key) && !is_empty_setting(value);
        (matters ? doubted : noted)
            .push_back(in_quotes(key, 60) + (matters ? " (" + shown(value) + ")" : ""));
    }
    if (!doubted.empty())
        to.unsettled.push_back(std::string(settings_file) + " has what is not known, and may split a text " +
                               "in another way: " + listed(doubted));
    if (!noted.empty())
        to.notes.push_back(std::string(settings_file) +
                           " has what is not known, and passed over: " + listed(noted));
}

// ------------------------------------------------------------ tokens of their own
struct NamedToken {
    std::string file;
    int id = -1; // where the file gives it one
};

const Json* content_of(const Json& value) {
    if (!value.is_object()) return value.is_string() ? &value : nullptr;
    const auto it = value.find("content");
    return it != value.end() && it->is_string() ? &*it : nullptr;
}

int id_in(const Json& value) {
    const bool sound = value.is_number_unsigned() && value.get<std::uint64_t>() < 1u << 30;
    return sound ? value.get<int>() : -1;
}

/// "7"
int id_in(const std::string& key) {
    const bool sound = !key.empty() && key.size() < 10 && key.find_first_not_of("0123456789") == key.npos;
    return sound ? std::stoi(key) : -1;
}

/// Every token that the settings name as one of its own, by its text.
std::map<std::string, NamedToken> named_tokens(const FolderFiles& files) {
    std::map<std::string, NamedToken> all;
    const auto add = [&](const Json& value, const char* file, int id = -1) {
        if (const Json* const content = content_of(value); content != nullptr && *content != Json(""))
            all.emplace(content->get<std::string>(), NamedToken{file, id});
    };
    for (const auto& [token, id] : files.added.items()) add(Json(token), added_file, id_in(id));
    if (const auto it = files.tokenizer.find("added_tokens_decoder");
        it != files.tokenizer.end() && it->is_object())
        for (const auto& [id, token] : it->items()) add(token, settings_file, id_in(id));
    for (const auto& [json, file] :
         {std::pair{&files.specials, roles_file}, {&files.tokenizer, settings_file}})
        for (const auto& [key, value] : json->items()) {
            if (key.ends_with("_token")) add(value, file);
            if (key.ends_with("special_tokens") && value.is_structured())
                for (const Json& one : value) add(one, file);
        }
    return all;
}

void doubt_tokens(const FolderFiles& files, const subword::TokenizerParts& read, FolderTokenizer& to) {
    std::map<std::string_view, int> own;
    for (const subword::AddedToken& token : read.source->added.tokens()) own.emplace(token.content, token.id);
    std::vector<std::string> lacking, apart;
    for (const auto& [token, named] : named_tokens(files)) {
        const auto it = own.find(token);
        if (it == own.end())
            lacking.push_back(in_quotes(token, 40) + " (" + named.file + ")");
        else if (named.id >= 0 && named.id != it->second)
            apart.push_back(in_quotes(token, 40) + " " + std::to_string(named.id) + " and not " +
                            std::to_string(it->second) + " (" + named.file + ")");
    }
    const auto say = [&](std::vector<std::string>& tokens, const char* before, const char* behind) {
        if (tokens.empty()) return;
        const std::size_t count = tokens.size();
        if (count > 6) tokens.resize(6), tokens.push_back("… (" + std::to_string(count) + ")");
        to.unsettled.push_back(before + listed(tokens) + behind);
    };
    const std::string by = listed(to.files);
    say(lacking, "The folder names as a token of its own ",
        (", which is none of " + by + ": in a text it is split as words are").c_str());
    say(apart, "The folder gives the id of ", (": that of " + by + " was taken").c_str());
}

// ------------------------------------------------------------ what stands around a text
/// Whether a text begins, or ends, with a token of its own, and the settings say the opposite.
void doubt_ends(const FolderFiles& files, const subword::TokenizerParts& read, FolderTokenizer& to) {
    const auto& single = read.source_template.single;
    if (single.empty()) return;
    for (const auto& [key, item] :
         {std::pair{"add_bos_token", single.front()}, {"add_eos_token", single.back()}}) {
        const auto said = files.tokenizer.find(key);
        if (said == files.tokenizer.end() || !said->is_boolean()) continue;
        const bool there = item.id != subword::Template::text;
        if (said->get<bool>() != there)
            to.unsettled.push_back(std::string(settings_file) + " says " + key + " " + shown(*said) +
                                   ": here " + (there ? "one" : "none") + " is put there, as " +
                                   listed(to.files) + (to.files.size() == 1 ? " says" : " are read"));
    }
}

/// The role of a token that two files give to different ones; special_tokens_map.json was taken.
void doubt_roles(const FolderFiles& files, FolderTokenizer& to) {
    for (const auto& [key, value] : files.specials.items()) {
        const Json other = files.tokenizer.value(key, Json());
        const Json *const one = content_of(value), *const two = content_of(other);
        if (one != nullptr && two != nullptr && *one != *two)
            to.unsettled.push_back(std::string(roles_file) + " says that " + in_quotes(key, 40) + " is " +
                                   shown(*one) + ", " + settings_file + " that it is " + shown(*two) +
                                   ": the first was taken");
    }
}

} // namespace

void doubt_settings(const FolderFiles& files, SplitBy by, const subword::TokenizerParts& read,
                    FolderTokenizer& to) {
    doubt_keys(files, static_cast<int>(by), to);
    doubt_tokens(files, read, to);
    doubt_ends(files, read, to);
    if (by != SplitBy::Json) doubt_roles(files, to);
}

void doubt_replaced_stages(const FolderFiles& files, const JsonTokenizer& json, FolderTokenizer& to) {
    const std::string name = files.tokenizer_class(), type = files.model_type();
    const bool bert = name.empty() ? type == "bert" || type == "distilbert"
                                   : name.find("Bert") != name.npos || name == "ElectraTokenizer";
    const bool bytes = name.empty() ? type == "gpt2" || type == "bart" || type == "roberta"
                                    : name == "GPT2Tokenizer" || name == "BartTokenizer" ||
                                          name == "RobertaTokenizer" || name == "LongformerTokenizer" ||
                                          name == "LEDTokenizer";
    const auto compare = [&](const char* key, const std::optional<bool>& taken, bool usual, bool class_has) {
        const bool said = files.tokenizer.contains(key) && !files.tokenizer[key].is_null();
        if (!taken || (!said && !class_has) || files.flag(key, usual) == *taken) return;
        const auto word = [](bool value) { return value ? "true" : "false"; };
        to.unsettled.push_back("tokenizer.json says " + std::string(key) + " " + word(*taken) + ", " +
                               (said ? "tokenizer_config.json "
                                     : "and where tokenizer_config.json is silent "
                                       "transformers takes ") +
                               word(files.flag(key, usual)) +
                               ": the first was taken, and transformers takes the second");
    };
    compare("add_prefix_space", json.space_first, false, bytes);
    compare("do_lower_case", json.lowercase, true, bert);
    compare("tokenize_chinese_chars", json.spaced_ideographs, true, bert);
    if (json.lowercase && *json.lowercase == files.flag("do_lower_case", true))
        compare("strip_accents", json.strip_accents, *json.lowercase, bert);
}

} // namespace heed::io
