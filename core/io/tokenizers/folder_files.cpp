#include "core/io/tokenizers/folder_files.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/vocabulary_files.h"
#include "core/text/escape.h"

#include <charconv>
#include <unordered_set>

namespace heed::io {

namespace {

constexpr std::uint64_t largest_settings = 16 << 20;

Json object_in(const std::filesystem::path& file) {
    if (!is_named(file)) return Json::object();
    Json json = read_json(file, largest_settings);
    if (!json.is_object()) throw Error(shown(file), "settings", "an object", shown(json));
    return json;
}

const Json* value_of(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? nullptr : &*it;
}

void take_flags(const Json& object, subword::AddedToken& token) {
    const auto flagged = [&](const char* key) {
        const Json* const value = value_of(object, key);
        return value != nullptr && *value == Json(true);
    };
    token.lstrip = flagged("lstrip");
    token.rstrip = flagged("rstrip");
    token.single_word = flagged("single_word");
}

/// "32100"; -1 where that is no whole number from 0 to `largest`.
int id_in(const std::string& text, int largest) {
    int id = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && id >= 0 && id <= largest ? id : -1;
}

} // namespace

FolderFiles::FolderFiles(const std::filesystem::path& where, const Json& of)
    : folder(where), config(of), tokenizer(object_in(where / "tokenizer_config.json")),
      specials(object_in(where / "special_tokens_map.json")), added(object_in(where / "added_tokens.json")) {}

bool FolderFiles::has(const char* file) const { return is_named(folder / file); }

std::string FolderFiles::model_type() const {
    const Json* const value = value_of(config, "model_type");
    return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

/// Without the "Fast" that tells an implementation from another of the same. config.json tells it where
/// tokenizer_config.json does not.
std::string FolderFiles::tokenizer_class() const {
    std::string name = text("tokenizer_class", "");
    if (const Json* const value = value_of(config, "tokenizer_class"); name.empty() && value != nullptr)
        if (value->is_string()) name = value->get<std::string>();
    if (name.ends_with("Fast")) name.resize(name.size() - 4);
    return name;
}

bool FolderFiles::flag(const char* key, bool otherwise) const {
    const Json* const value = value_of(tokenizer, key);
    if (value == nullptr) return otherwise;
    if (!value->is_boolean())
        throw Error(shown(folder / "tokenizer_config.json"), key, "true or false", shown(*value));
    return value->get<bool>();
}

std::string FolderFiles::text(const char* key, const std::string& otherwise) const {
    const Json* const value = value_of(tokenizer, key);
    if (value == nullptr) return otherwise;
    if (!value->is_string())
        throw Error(shown(folder / "tokenizer_config.json"), key, "a text", shown(*value));
    return value->get<std::string>();
}

int FolderFiles::number(const char* key, int otherwise, int largest) const {
    const Json* const value = value_of(tokenizer, key);
    if (value == nullptr) return otherwise;
    if (!value->is_number_unsigned() || value->get<std::uint64_t>() > static_cast<std::uint64_t>(largest))
        throw Error(shown(folder / "tokenizer_config.json"), key,
                    "a whole number from 0 to " + std::to_string(largest), shown(*value));
    return value->get<int>();
}

subword::AddedToken FolderFiles::special(const char* role, const std::string& otherwise,
                                         bool takes_space_before) const {
    subword::AddedToken token;
    token.special = true;
    token.content = otherwise;
    token.lstrip = takes_space_before;
    for (const auto& [file, name] :
         {std::pair{&specials, "special_tokens_map.json"}, {&tokenizer, "tokenizer_config.json"}}) {
        const Json* const value = value_of(*file, role);
        if (value == nullptr) continue;
        const Json* const content = value->is_object() ? value_of(*value, "content") : value;
        if (content == nullptr || !content->is_string())
            throw Error(shown(folder / name), role, "a token, or an object with its content", shown(*value));
        token.content = content->get<std::string>();
        if (!value->is_object()) continue;
        take_flags(*value, token);
        return token;
    }
    if (const Json* const all = value_of(tokenizer, "added_tokens_decoder"); all != nullptr)
        for (const Json& one : *all)
            if (const Json* const content = value_of(one, "content"); content && *content == token.content)
                take_flags(one, token);
    return token;
}

std::vector<std::string> FolderFiles::additional_specials() const {
    std::vector<std::string> names;
    constexpr const char* key = "additional_special_tokens";
    for (const auto& [file, name] :
         {std::pair{&tokenizer, "tokenizer_config.json"}, {&specials, "special_tokens_map.json"}}) {
        const Json* const list = value_of(*file, key);
        if (list == nullptr || !names.empty()) continue;
        if (!list->is_array()) throw Error(shown(folder / name), key, "tokens in a list", shown(*list));
        for (const Json& entry : *list) {
            const Json* const content = entry.is_object() ? value_of(entry, "content") : &entry;
            if (content == nullptr || !content->is_string())
                throw Error(shown(folder / name), key, "tokens in a list", "one that is " + shown(entry));
            names.push_back(content->get<std::string>());
        }
    }
    return names;
}

std::vector<subword::AddedToken> FolderFiles::added_tokens(std::size_t others) const {
    constexpr const char* key = "added_tokens_decoder";
    std::vector<subword::AddedToken> all;
    std::unordered_set<std::string> known;
    if (const Json* const list = value_of(tokenizer, key); list != nullptr && list->is_object())
        for (const auto& [id, said] : list->items()) {
            const Json* const content = value_of(said, "content");
            const std::string subject = shown(folder / "tokenizer_config.json");
            if (content == nullptr || !content->is_string())
                throw Error(subject, key, "an object with a token's content", shown(said));
            subword::AddedToken token;
            token.content = content->get<std::string>();
            token.id = id_in(id, largest_id(others + list->size()));
            if (token.id < 0) throw Error(subject, key, "ids of tokens", in_quotes(id, 40));
            take_flags(said, token);
            token.special = said.value("special", Json()) == Json(true);
            if (!token.content.empty() && known.insert(token.content).second) all.push_back(std::move(token));
        }
    if (added.empty()) return all;
    const std::vector<std::string> more = additional_specials();
    const std::unordered_set<std::string> specials(more.begin(), more.end());
    for (auto& [content, id] : token_ids(added, shown(folder / "added_tokens.json"), others)) {
        if (content.empty() || !known.insert(content).second) continue;
        subword::AddedToken token{id, content};
        token.special = specials.contains(content);
        all.push_back(std::move(token));
    }
    return all;
}

std::vector<std::string> FolderFiles::named() const {
    std::vector<std::string> names;
    for (const Json* const file : {&specials, &tokenizer})
        for (const char* const role : {"eos_token", "pad_token", "bos_token", "sep_token", "cls_token"}) {
            const Json* const value = value_of(*file, role);
            const Json* const content =
                value != nullptr && value->is_object() ? value_of(*value, "content") : value;
            if (content != nullptr && content->is_string()) names.push_back(content->get<std::string>());
        }
    return names;
}

int FolderFiles::id(const char* key) const {
    const Json* value = value_of(config, key);
    if (value != nullptr && value->is_array() && !value->empty()) value = &value->front();
    const bool sound =
        value != nullptr && value->is_number_unsigned() && value->get<std::uint64_t>() < 1u << 30;
    return sound ? value->get<int>() : -1;
}

SpecialIds FolderFiles::special_ids() const {
    SpecialIds ids;
    ids.pad = id("pad_token_id");
    ids.start = id("decoder_start_token_id") >= 0 ? id("decoder_start_token_id") : id("bos_token_id");
    ids.end = id("eos_token_id");
    ids.unknown = -1;
    return ids;
}

} // namespace heed::io
