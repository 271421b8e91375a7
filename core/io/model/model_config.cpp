#include "core/io/model/model_config.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/model/model_folder.h"
#include "core/models/registry.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace heed::io {

namespace {

constexpr SpecialIds no_special{-1, -1, -1, -1, false, false}; // of classes
constexpr std::uint64_t largest_config = 4u << 20;
constexpr std::uint64_t largest_vocabulary = 32u << 20;
constexpr std::array<std::string_view, 3> levels = {"character", "word",
                                                    "given"}; // in the order of TokenLevel

/// The value of a key of an object, or null.
const Json* find(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
}

std::string shown_or_none(const Json* value) { return value == nullptr ? "none" : io::shown(*value); }

void check_header(const Json& config, const std::string& subject) {
    const Json* format = find(config, "format");
    if (format == nullptr || *format != "heed.model")
        throw Error(subject, "format", "\"heed.model\"", shown_or_none(format));
    const Json* version = find(config, "version");
    if (version == nullptr || *version != model_format_version) {
        throw Error(subject, "version", std::to_string(model_format_version), shown_or_none(version));
    }
}

const Architecture& architecture_named(const Json& config, const std::string& subject) {
    const Json* name = find(config, "architecture");
    const Architecture* found =
        name && name->is_string() ? find_architecture(name->get<std::string>()) : nullptr;
    if (!found) throw Error(subject, "architecture", architecture_names(), shown_or_none(name));
    for (const std::string_view key : found->objects)
        if (!find(config, std::string(key).c_str()))
            throw Error(subject, std::string(key), "an object", "none");
    return *found;
}

std::string text_or_empty(const Json& config, const char* key, const std::string& subject) {
    const Json* value = find(config, key);
    if (value == nullptr || value->is_null()) return {};
    if (!value->is_string()) throw Error(subject, key, "text", shown_or_none(value));
    return value->get<std::string>();
}

Tokenizer read_tokenizer(const Json& config, const std::string& subject) {
    Tokenizer tokenizer;
    const Json* object = find(config, "tokenizer");
    if (object == nullptr || !object->is_object())
        throw Error(subject, "tokenizer", "an object", shown_or_none(object));
    const Json* level = find(*object, "level");
    const auto known =
        std::find_if(levels.begin(), levels.end(), [&](std::string_view l) { return level && *level == l; });
    if (known == levels.end())
        throw Error(subject, "tokenizer.level", "character, word or given", shown_or_none(level));
    tokenizer.level = static_cast<TokenLevel>(known - levels.begin());
    if (const Json* space = find(*object, "space")) {
        if (!space->is_string()) throw Error(subject, "tokenizer.space", "text", shown_or_none(space));
        tokenizer.space = space->get<std::string>();
    }
    if (const Json* lowercase = find(*object, "lowercase")) {
        if (!lowercase->is_boolean())
            throw Error(subject, "tokenizer.lowercase", "true or false", shown_or_none(lowercase));
        tokenizer.lowercase = lowercase->get<bool>();
    }
    return tokenizer;
}

/// What stands around a source: "source": {"start": false, "end": true}.
void read_frame(const Json& config, SpecialIds& ids, const std::string& subject) {
    const Json* frame = find(config, "source");
    const std::tuple<const char*, bool*, int> parts[] = {{"start", &ids.begins, ids.start},
                                                         {"end", &ids.ends, ids.end}};
    for (const auto& [name, value, id] : parts) {
        const Json* found = frame == nullptr ? nullptr : find(*frame, name);
        if (found != nullptr && !found->is_boolean())
            throw Error(subject, "source." + std::string(name), "true or false", shown_or_none(found));
        if (found != nullptr) *value = found->get<bool>();
        if (*value && id < 0)
            throw Error(subject, "source." + std::string(name),
                        "false, where the vocabulary has no such token", "true");
    }
}

bool are_classes(const Model& model, std::string_view side) {
    return side == "target" && model.config.architecture()->vocabularies(model.config).classes > 0;
}

SpecialIds read_special(const Json& config, const char* side, int size, const std::string& subject) {
    SpecialIds ids;
    const Json* special = find(config, "special");
    const Json* own = special == nullptr ? nullptr : find(*special, side);
    const std::pair<const char*, int*> names[] = {
        {"pad", &ids.pad}, {"start", &ids.start}, {"end", &ids.end}, {"unknown", &ids.unknown}};
    for (const auto& [name, id] : names) {
        const Json* found = own == nullptr ? nullptr : find(*own, name);
        if (found != nullptr && found->is_null()) {
            *id = -1;
        } else if (found != nullptr) {
            const bool fits = found->is_number_integer() && *found >= 0 && *found < size;
            if (!fits) {
                throw Error(subject, "special." + std::string(side) + "." + name,
                            "an id below " + std::to_string(size) + ", or null", shown_or_none(found));
            }
            *id = found->get<int>();
        } else if (*id >= size) {
            throw Error(subject, std::string(side) + " vocabulary",
                        "at least " + std::to_string(*id + 1) + " tokens", std::to_string(size));
        }
    }
    if (std::string_view(side) == "source") read_frame(config, ids, subject);
    return ids;
}

} // namespace

void read_config(const std::filesystem::path& file, Model& model) {
    model.config_json = read_json(file, largest_config);
    apply_config(model, shown(file));
}

void apply_config(Model& model, const std::string& subject) {
    check_header(model.config_json, subject);
    const Architecture& architecture = architecture_named(model.config_json, subject);
    model.config = architecture.read(model.config_json, subject);
    model.task = text_or_empty(model.config_json, "task", subject);
    if (architecture.vocabularies(model.config).source || find(model.config_json, "tokenizer"))
        model.tokenizer = read_tokenizer(model.config_json, subject);
    if (model.name.empty()) model.name = text_or_empty(model.config_json, "name", subject);
}

void finish_model(Model& model, std::vector<std::string> source, std::vector<std::string> target,
                  const std::string& subject) {
    const auto vocabulary = [&](std::vector<std::string> words, const char* side) {
        const SpecialIds ids =
            are_classes(model, side)
                ? no_special
                : read_special(model.config_json, side, static_cast<int>(words.size()), subject);
        return Vocabulary(std::move(words), ids);
    };
    model.source = vocabulary(std::move(source), "source");
    model.target = vocabulary(std::move(target), "target");
    model.config.architecture()->set_vocabularies(model.config, model.source.size(), model.target.size());
    complete(model);
}

namespace {

/// What of the configuration decides how it computes and reads.
void write_form(const Model& model, Json& config) {
    config["architecture"] = model.config.architecture()->id;
    model.config.architecture()->write(model.config, config);
    if (!model.config.architecture()->vocabularies(model.config).source) return; // no words are read
    config["tokenizer"]["level"] = levels[static_cast<std::size_t>(model.tokenizer.level)];
    config["tokenizer"]["lowercase"] = model.tokenizer.lowercase;
    if (!model.tokenizer.space.empty()) config["tokenizer"]["space"] = model.tokenizer.space;
    const auto special = [&](const char* side, const SpecialIds& ids) {
        if (ids == SpecialIds()) return;
        const auto id = [](int n) { return n < 0 ? Json() : Json(n); };
        config["special"][side] = {{"pad", id(ids.pad)},
                                   {"start", id(ids.start)},
                                   {"end", id(ids.end)},
                                   {"unknown", id(ids.unknown)}};
    };
    special("source", model.source.special());
    if (!are_classes(model, "target")) special("target", model.target.special());
    const SpecialIds& source = model.source.special();
    if (source.begins || !source.ends) config["source"] = {{"start", source.begins}, {"end", source.ends}};
}

} // namespace

Json config_to_json(const Model& model) {
    Json config = model.config_json.is_object() ? model.config_json : Json::object();
    config["format"] = "heed.model";
    config["version"] = model_format_version;
    config["name"] = model.name;
    config["task"] = model.task;
    write_form(model, config);
    return config;
}

Json form_to_json(const Model& model) {
    Json form = Json::object();
    write_form(model, form);
    return form;
}

Vocabulary read_vocabulary(const std::filesystem::path& file, const Model& model, const char* side,
                           const std::string& config_name) {
    const std::string subject = shown(file);
    const Json json = read_json(file, largest_vocabulary);
    const Json* tokens = json.is_object() ? find(json, "tokens") : &json;
    if (tokens == nullptr || !tokens->is_array())
        throw Error(subject, "tokens", "a list", shown_or_none(tokens));
    std::vector<std::string> words;
    words.reserve(tokens->size());
    for (const Json& token : *tokens) {
        if (!token.is_string()) {
            throw Error(subject, "token " + std::to_string(words.size()), "text", io::shown(token));
        }
        words.push_back(token.get<std::string>());
    }
    const int size = static_cast<int>(words.size());
    if (!are_classes(model, side)) {
        const SpecialIds special = read_special(model.config_json, side, size, config_name);
        return Vocabulary(std::move(words), special);
    }
    const int classes = model.config.architecture()->vocabularies(model.config).classes;
    if (size != classes)
        throw Error(subject, "tokens", "a name for each of the " + std::to_string(classes) + " classes",
                    std::to_string(size));
    return Vocabulary(std::move(words), no_special);
}

} // namespace heed::io
