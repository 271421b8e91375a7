// Families that are kept in plain files (vocab.json and merges.txt, vocab.txt), and tokenizer.json.
#include "core/io/tokenizers/folder_families.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/folder_settings.h"
#include "core/io/tokenizers/json/tokenizer_json.h"
#include "core/io/tokenizers/language_codes.h"
#include "core/text/subword/decoders.h"
#include "core/text/subword/models/bpe.h"
#include "core/text/subword/models/wordpiece.h"
#include "core/text/subword/normalizers.h"

#include <unordered_map>
#include <unordered_set>

namespace heed::io {

namespace {

using subword::AddedToken;
using subword::Template;
using subword::TokenizerParts;

constexpr int text = Template::text;

int find_token(const TokenIds& tokens, const std::string& wanted) {
    for (const auto& [token, id] : tokens)
        if (token == wanted) return id;
    return -1;
}

/// The special tokens of these roles that the vocabulary has, and those that the folder adds, which may be
/// new. `mask_takes_space`: the one before it, where the files do not say.
std::vector<AddedToken> special_tokens(const FolderFiles& files,
                                       std::vector<std::pair<const char*, const char*>> roles,
                                       TokenIds& tokens, bool mask_takes_space) {
    std::unordered_map<std::string, int> ids;
    for (const auto& [token, id] : tokens) ids.emplace(token, id);
    std::vector<AddedToken> more = files.added_tokens(tokens.size());
    for (AddedToken& token : more) {
        const auto [there, is_new] = ids.emplace(token.content, token.id);
        if (is_new) tokens.emplace_back(token.content, token.id);
        token.id = there->second;
    }
    std::vector<AddedToken> added;
    std::unordered_set<std::string> known;
    const auto add = [&](AddedToken token) {
        if (token.id >= 0 && known.insert(token.content).second) added.push_back(std::move(token));
    };
    for (const auto& [role, name] : roles) {
        AddedToken token =
            files.special(role, name, mask_takes_space && role == std::string_view("mask_token"));
        const auto there = ids.find(token.content);
        token.id = token.content.empty() || there == ids.end() ? -1 : there->second;
        add(std::move(token));
    }
    for (AddedToken& token : more) add(std::move(token));
    return added;
}

int id_of_role(const FolderFiles& files, const char* role, const char* name, const TokenIds& tokens,
               const char* file) {
    const std::string token = files.special(role, name).content;
    const int id = find_token(tokens, token);
    if (id < 0) throw Error(shown(files.path(file)), role, "a token of the vocabulary", in_quotes(token, 40));
    return id;
}

TokenizerParts same_both(std::shared_ptr<const subword::Pipeline> pipeline, Template around) {
    TokenizerParts parts;
    parts.source = parts.target = std::move(pipeline);
    parts.source_template = parts.target_template = std::move(around);
    return parts;
}

} // namespace

/// GPT-2 puts nothing around a text; BART and RoBERTa <s> X </s>, and </s></s> between two.
TokenizerParts read_byte_level(const FolderFiles& files, FolderTokenizer& to) {
    to.files = {"vocab.json", "merges.txt"};
    const bool alone = files.model_type() == "gpt2";
    const char* const start = alone ? "<|endoftext|>" : "<s>";
    const char* const end = alone ? "<|endoftext|>" : "</s>";
    TokenIds tokens = read_vocab_json(files.path("vocab.json"));
    subword::BpeConfig config;
    config.vocabulary = subword::TokenTable(tokens);
    config.merges = read_merges_txt(files.path("merges.txt"));
    auto made = std::make_shared<subword::Pipeline>();
    made->model = std::make_shared<const subword::Bpe>(std::move(config), shown(files.path("merges.txt")));
    made->added = subword::AddedTokens(special_tokens(files,
                                                      {{"bos_token", start},
                                                       {"eos_token", end},
                                                       {"unk_token", alone ? end : "<unk>"},
                                                       {"sep_token", alone ? "" : "</s>"},
                                                       {"cls_token", alone ? "" : "<s>"},
                                                       {"pad_token", alone ? "" : "<pad>"},
                                                       {"mask_token", alone ? "" : "<mask>"}},
                                                      tokens, !alone),
                                       {});
    made->pre_tokenizers = {subword::byte_level_split(files.flag("add_prefix_space", false), true)};
    made->decoders = {subword::byte_level_decoder()};
    made->tidy_decoded = files.flag("clean_up_tokenization_spaces", true);
    SpecialIds special = files.special_ids();
    special.unknown = find_token(tokens, files.special("unk_token", alone ? end : "<unk>").content);
    Template around;
    if (!alone) {
        const int first = id_of_role(files, "cls_token", "<s>", tokens, "vocab.json");
        const int last = id_of_role(files, "sep_token", "</s>", tokens, "vocab.json");
        around = {{{first}, {text}, {last}}, {{first}, {text}, {last}, {last}, {text, 1}, {last}}};
    } else if (files.flag("add_bos_token", false)) {
        const int first = id_of_role(files, "bos_token", start, tokens, "vocab.json");
        around = {{{first}, {text}}, {{first}, {text}, {first}, {text, 1}}};
    }
    made->vocabulary = vocabulary_of(tokens, special);
    TokenizerParts parts = same_both(std::move(made), std::move(around));
    parts.spaces = {files.flag("add_prefix_space", false) ? subword::Spaces::TrimmedButPrefix
                                                          : subword::Spaces::Trimmed};
    return parts;
}

/// [CLS] A [SEP] (B [SEP])
TokenizerParts read_bert(const FolderFiles& files, FolderTokenizer& to) {
    to.files = {"vocab.txt"};
    TokenIds tokens = read_vocab_txt(files.path("vocab.txt"));
    const int unknown = id_of_role(files, "unk_token", "[UNK]", tokens, "vocab.txt");
    const int first = id_of_role(files, "cls_token", "[CLS]", tokens, "vocab.txt");
    const int last = id_of_role(files, "sep_token", "[SEP]", tokens, "vocab.txt");
    subword::BertNormalizing normalizing;
    normalizing.lowercase = files.flag("do_lower_case", true);
    normalizing.strip_accents = files.flag("strip_accents", normalizing.lowercase);
    normalizing.handle_chinese_chars = files.flag("tokenize_chinese_chars", true);
    auto made = std::make_shared<subword::Pipeline>();
    made->normalizers = {subword::bert_normalizer(normalizing)};
    made->pre_tokenizers = {subword::bert_split()};
    made->model = std::make_shared<const subword::WordPiece>(tokens, unknown, "##", 100);
    made->decoders = {subword::wordpiece_decoder("##", true)};
    made->tidy_decoded = files.flag("clean_up_tokenization_spaces", true);
    made->added = subword::AddedTokens(special_tokens(files,
                                                      {{"unk_token", "[UNK]"},
                                                       {"sep_token", "[SEP]"},
                                                       {"pad_token", "[PAD]"},
                                                       {"cls_token", "[CLS]"},
                                                       {"mask_token", "[MASK]"}},
                                                      tokens, false),
                                       {});
    SpecialIds special = files.special_ids();
    special.unknown = unknown;
    made->vocabulary = vocabulary_of(tokens, special);
    return same_both(std::move(made),
                     {{{first}, {text}, {last}}, {{first}, {text}, {last}, {text, 1, 1}, {last, 1, 1}}});
}

/// tokenizer.json holds all but which of its languages are meant. The text of those that come from
/// SentencePiece has no spaces at its ends, as that of the classes that read its own files.
TokenizerParts read_json_folder(const FolderFiles& files, FolderTokenizer& to) {
    to.files = {"tokenizer.json"};
    JsonTokenizer json = read_tokenizer_json(files.path("tokenizer.json"), files.special_ids());
    doubt_replaced_stages(files, json, to);
    const std::string type = files.model_type();
    const bool sentences =
        type == "t5" || type == "mt5" || type == "umt5" || type == "pegasus" || type == "marian";
    const bool translates = type == "mbart" || type == "m2m_100";
    json.pipeline->trim_decoded = sentences || translates;
    json.pipeline->tidy_decoded = files.flag("clean_up_tokenization_spaces", true);
    TokenizerParts parts = same_both(json.pipeline, json.around);
    parts.spaces = json.spaces;
    if (!translates) return parts;
    const std::string end_token = files.special("eos_token", "</s>").content;
    int end = -1;
    for (const AddedToken& token : json.pipeline->added.tokens()) {
        if (token.content == end_token) end = token.id;
        if (const std::string_view code = language_code(token.content); !code.empty())
            parts.languages.all.push_back({std::string(code), token.content, token.id});
    }
    if (parts.languages.all.empty()) return parts; // another's tokenizer: as the file itself says
    if (end < 0) end = json.pipeline->vocabulary.special().end; // as config.json has it
    if (end < 0) throw Error(shown(files.path("tokenizer.json")), "added_tokens", "</s>", "none");
    surround_by_languages(files, end, parts);
    return parts;
}

} // namespace heed::io
