#include "core/io/huggingface/hub_config.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/family/family.h"
#include "core/io/huggingface/hub_classes.h"
#include "core/io/huggingface/hub_generation.h"
#include "core/io/huggingface/hub_unheld.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t largest_config = 4u << 20;

Json read_object(const fs::path& path) {
    if (content_kind(path) == ContentKind::LfsPointer)
        throw Error(shown(path), "not the file itself", "a model's config.json",
                    "a git-lfs pointer to it (git lfs pull fetches it)");
    Json json = read_json(path, largest_config);
    if (!json.is_object()) throw Error(shown(path), "not a configuration", "an object", shown(json));
    return json;
}

std::string text_of(const Json& json, const char* key) {
    const auto it = json.find(key);
    return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

/// "BertForMaskedLM" of architectures, or empty.
std::string class_of(const Json& json) {
    const auto it = json.find("architectures");
    const bool one = it != json.end() && it->is_array() && !it->empty() && it->front().is_string();
    return one ? it->front().get<std::string>() : std::string();
}

/// "xlm-roberta" is XLMRoberta… among classes.
std::string as_in_classes(std::string_view type) {
    std::string letters(type);
    std::erase_if(letters, [](char c) { return c == '-' || c == '_'; });
    return letters;
}

/// Files of 2019 name neither a model_type nor a class: BERT's have these sizes, and its layers two types of
/// tokens, where RoBERTa's have one and those of its other kin a size of their own for embeddings.
bool is_old_bert(const Json& json) {
    constexpr const char* sizes[] = {"hidden_size",       "num_hidden_layers", "num_attention_heads",
                                     "intermediate_size", "type_vocab_size",   "vocab_size"};
    return !json.contains("model_type") && class_of(json).empty() && !json.contains("embedding_size") &&
           json.value("type_vocab_size", Json()) == Json(2) &&
           std::all_of(std::begin(sizes), std::end(sizes),
                       [&](const char* key) { return json.contains(key) && json[key].is_number_unsigned(); });
}

/// The family by model_type; in old files, which have none, by the class that was saved.
const HubFamily& family_of(const Json& json, const std::string& file) {
    const auto named = json.find("model_type");
    const std::string type = text_of(json, "model_type"), saved = class_of(json);
    if (const HubFamily* family = find_hub_family(type)) return *family;
    if (is_old_bert(json)) return *find_hub_family("bert");
    const HubFamily* nearest = nullptr;
    if (named == json.end())
        for (const HubFamily& family : hub_families())
            if (ascii_lower(saved).starts_with(as_in_classes(family.type)) &&
                (nearest == nullptr || family.type.size() > nearest->type.size()))
                nearest = &family;
    if (nearest != nullptr) return *nearest;
    throw Error(file, "model_type", "one of " + hub_family_names(),
                named != json.end() ? shown(*named)
                : saved.empty()     ? "none"
                                    : in_quotes(saved));
}

/// Reads a value into its place. null counts as absent.
struct Reader {
    const std::string& file;
    const std::string& key;
    const Json& value;
    HubSays& says;

    [[noreturn]] void fail(const char* expected) const { throw Error(file, key, expected, shown(value)); }
    void operator()(HubSays::Count HubSays::*member) const { says.*member = whole_number(value, file, key); }
    void operator()(HubSays::Truth HubSays::*member) const {
        if (!value.is_boolean()) fail("true or false");
        says.*member = value.get<bool>();
    }
    void operator()(HubSays::Number HubSays::*member) const {
        if (!value.is_number() || !(value.get<double>() > 0) || value.get<double>() > 1)
            fail("a number above 0, at most 1");
        says.*member = value.get<double>();
    }
    void operator()(HubSays::Text HubSays::*member) const {
        if (!value.is_string()) fail("a word");
        says.*member = value.get<std::string>();
    }
};

/// Whether a row fixes the key; throws where its value is another.
bool is_fixed(const HubConfig& config, const std::string& key, const Json& value) {
    for (const auto rows : {config.family->fixed, hub_fixed_keys()})
        for (const HubFixedKey& row : rows) {
            if (row.key != key) continue;
            if (!value.is_null() && value.dump() != row.value)
                throw Error(config.file, key, std::string(row.value) + " (" + std::string(row.why) + ")",
                            shown(value));
            return true;
        }
    if (key != "is_encoder_decoder") return false;
    const bool both = config.family->parts == HubParts::Both;
    if (value.is_boolean() && value.get<bool>() != both)
        throw Error(config.file, key,
                    std::string(both ? "true" : "false") + " (" + std::string(config.family->title) + ")",
                    shown(value));
    return true;
}

/// A key that is idle with what the family always does and says of another model with anything else.
bool says_another(const HubConfig& config, const std::string& key, const Json& value) {
    const HubFamily& family = *config.family;
    if (key == "architectures") {
        const std::string saved = class_of(config.json);
        return !saved.empty() && !is_class_of(family, saved);
    }
    if (key == "add_final_layer_norm") return value == !family.last_norm;
    return key == "static_position_embeddings" && value == (family.positions == HubPositions::Learned);
}

void account(HubConfig& config, const std::string& key, const Json& value) {
    using Use = HubKeyRead::Use;
    const auto note = [&](Use use, std::string_view why = {}) {
        config.keys.push_back({"config.json", key, use, std::string(why)});
    };
    const bool network = config.set(key, value) || config.set_alias(key, value);
    if (is_fixed(config, key, value) || network || is_hub_generation_key(key)) return note(Use::Obeyed);
    if (is_hub_unheld_key(key)) return note(Use::Idle, hub_unheld_why);
    if (says_another(config, key, value)) return note(Use::Unknown);
    for (const auto rows : {hub_idle_keys(), hub_idle_generation_keys()})
        for (const HubIdleKey& row : rows)
            if (matches_pattern(key, row.key)) return note(Use::Idle, row.why);
    note(Use::Unknown);
}

void account_for_writing(HubConfig& config) {
    using Use = HubKeyRead::Use;
    for (const auto& [key, value] : config.generation_json.items()) {
        HubKeyRead read{"generation_config.json", key, Use::Unknown, {}};
        if (is_hub_generation_key(key))
            read.use = Use::Obeyed;
        else if (is_hub_unheld_key(key))
            read.use = Use::Idle, read.why = hub_unheld_why;
        for (const auto idle : {hub_idle_generation_keys(), hub_idle_keys()})
            for (const HubIdleKey& row : idle)
                if (read.use == Use::Unknown && matches_pattern(key, row.key))
                    read.use = Use::Idle, read.why = row.why;
        config.keys.push_back(std::move(read));
    }
}

} // namespace

std::int64_t whole_number(const Json& value, const std::string& file, const std::string& key,
                          std::int64_t most) {
    const bool fits = value.is_number_integer() &&
                      (value.is_number_unsigned() || value.get<std::int64_t>() >= 0) &&
                      value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most);
    if (!fits) throw Error(file, key, "a whole number from 0 to " + std::to_string(most), shown(value));
    return value.get<std::int64_t>();
}

bool HubConfig::set(const std::string& key, const Json& value) {
    bool found = false;
    for (const HubKey& row : family->keys) {
        if (row.key != key) continue;
        found = true;
        const bool below = value.is_number_integer() && value < Json(0);
        if (below && row.member == HubMember(&HubSays::pad) && !family->after_pad) continue; // of no token
        if (!value.is_null()) std::visit(Reader{file, key, value, says}, row.member);
    }
    return found;
}

bool HubConfig::set_alias(const std::string& alias, const Json& value) {
    for (const HubAlias& row : family->aliases) {
        if (row.alias != alias) continue;
        const std::string key(row.key);
        const Json said = json.value(key, Json());
        const bool older_differ = family->type == "mt5" || family->type == "umt5";
        if (older_differ && !value.is_null() && !said.is_null() && said != value)
            throw Error(file, alias, shown(said) + ", as " + key + " says", shown(value));
        set(key, value);
        return true;
    }
    return false;
}

Error HubConfig::wrong(const HubMember& member, const std::string& expected, const std::string& found) const {
    return {file, std::string(hub_key_of(*family, member)), expected, found};
}

bool is_hub_folder(const fs::path& folder) {
    std::error_code ignored;
    const fs::path file = folder / "config.json";
    if (!fs::is_regular_file(file, ignored)) return false;
    try {
        if (content_kind(file) == ContentKind::LfsPointer) return true;
        const Json json = read_json(file, largest_config);
        if (!json.is_object() || json.contains("format")) return false;
        return json.contains("model_type") || !class_of(json).empty() || is_old_bert(json);
    } catch (const Error&) {
        return false;
    }
}

HubConfig read_hub_config(const fs::path& folder) {
    HubConfig config;
    config.file = shown(folder / "config.json");
    config.json = read_object(folder / "config.json");
    config.family = &family_of(config.json, config.file);
    const auto is_alias = [&](const std::string& key) {
        return std::any_of(config.family->aliases.begin(), config.family->aliases.end(),
                           [&](const HubAlias& row) { return row.alias == key; });
    };
    for (const bool aliases : {false, true}) // their values hold: they come last
        for (const auto& [key, value] : config.json.items())
            if (is_alias(key) == aliases) account(config, key, value);
    std::error_code ignored;
    config.own_generate = fs::is_regular_file(folder / "custom_generate" / "generate.py", ignored);
    const fs::path generation = folder / "generation_config.json";
    if (is_named(generation)) {
        config.generation_file = shown(generation);
        config.generation_json = read_object(generation);
        account_for_writing(config);
    }
    return config;
}

} // namespace heed::io
