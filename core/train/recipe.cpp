#include "core/train/recipe.h"

#include "core/base/error.h"
#include "core/models/registry.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

namespace heed::train {
namespace {

using Json = nlohmann::json;

std::string shown(const Json& value) {
    const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

/// One key of the file: how it is read into a recipe, and what it must be.
struct Key {
    const char* name;
    const char* expected;
    std::function<bool(const Json&, Recipe&)> read; // false: not as expected
    std::function<Json(const Recipe&)> write;
};

bool read_text(const Json& json, std::string& value) {
    if (!json.is_string()) return false;
    value = json.get<std::string>();
    return true;
}

template <class Number>
bool read_whole(const Json& json, Number& value, std::uint64_t low, std::uint64_t high) {
    if (!json.is_number_unsigned() && !(json.is_number_integer() && json.get<std::int64_t>() >= 0))
        return false;
    const auto number = json.get<std::uint64_t>();
    if (number < low || number > high) return false;
    value = static_cast<Number>(number);
    return true;
}

bool read_real(const Json& json, double& value, double low, double high) {
    if (!json.is_number()) return false;
    value = json.get<double>();
    return std::isfinite(value) && value >= low && value <= high;
}

Key text(const char* name, std::string Recipe::*member) {
    return {name, "text", [=](const Json& j, Recipe& r) { return read_text(j, r.*member); },
            [=](const Recipe& r) -> Json { return r.*member; }};
}

template <class Get>
Key whole(const char* name, const char* expected, std::uint64_t low, std::uint64_t high, Get get) {
    return {name, expected, [=](const Json& j, Recipe& r) { return read_whole(j, get(r), low, high); },
            [=](const Recipe& r) -> Json { return get(const_cast<Recipe&>(r)); }};
}

template <class Get>
Key real(const char* name, const char* expected, double low, double high, Get get) {
    return {name, expected, [=](const Json& j, Recipe& r) { return read_real(j, get(r), low, high); },
            [=](const Recipe& r) -> Json { return get(const_cast<Recipe&>(r)); }};
}

Key notes() {
    return {"notes", "a list of texts",
            [](const Json& j, Recipe& r) {
                r.notes.clear();
                if (!j.is_array()) return false;
                for (const Json& item : j) {
                    if (!item.is_string()) return false;
                    r.notes.push_back(item.get<std::string>());
                }
                return true;
            },
            [](const Recipe& r) -> Json { return r.notes; }};
}

/// Every key but format, version and the model's objects, in the order of the file.
std::vector<Key> keys() {
    constexpr auto any = std::numeric_limits<std::uint64_t>::max();
    const auto optimizer = [](Recipe& r) -> OptimizerSettings& { return r.training.optimizer; };
    return {
        text("name", &Recipe::name),
        text("task", &Recipe::task),
        whole("steps", "a whole number from 1 to 10000000", 1, 10'000'000,
              [](Recipe& r) -> int& { return r.training.steps; }),
        whole("batch", "a whole number from 1 to 4096", 1, 4096,
              [](Recipe& r) -> int& { return r.training.batch; }),
        whole("seed", "a whole number from 0", 0, any,
              [](Recipe& r) -> std::uint64_t& { return r.training.seed; }),
        whole("threads", "a whole number from 1 to 256", 1, 256,
              [](Recipe& r) -> int& { return r.training.threads; }),
        real("learning_rate", "a number from 0 to 10", 0, 10,
             [=](Recipe& r) -> double& { return optimizer(r).learning_rate; }),
        whole("warm_up", "a whole number from 0 to 10000000", 0, 10'000'000,
              [=](Recipe& r) -> int& { return optimizer(r).warm_up; }),
        real("floor", "a number from 0 to 1", 0, 1, [=](Recipe& r) -> double& { return optimizer(r).floor; }),
        real("clip", "a number from 0", 0, 1e9, [=](Recipe& r) -> double& { return optimizer(r).clip; }),
        real("beta1", "a number from 0 to 0.999999", 0, 0.999999,
             [=](Recipe& r) -> double& { return optimizer(r).beta1; }),
        real("beta2", "a number from 0 to 0.999999", 0, 0.999999,
             [=](Recipe& r) -> double& { return optimizer(r).beta2; }),
        real("epsilon", "a number from 0 to 1", 0, 1,
             [=](Recipe& r) -> double& { return optimizer(r).epsilon; }),
        real("dropout", "a number from 0 to 0.95", 0, 0.95,
             [](Recipe& r) -> double& { return r.training.dropout; }),
        whole("check_every", "a whole number from 1", 1, 10'000'000,
              [](Recipe& r) -> int& { return r.check_every; }),
        whole("pool", "a whole number from 1 to 10000000", 1, 10'000'000,
              [](Recipe& r) -> int& { return r.pool; }),
        whole("data_seed", "a whole number from 0", 0, any,
              [](Recipe& r) -> std::uint64_t& { return r.data_seed; }),
        {"numbers", "float32 or float16",
         [](const Json& value, Recipe& r) {
             r.half = value == "float16";
             return r.half || value == "float32";
         },
         [](const Recipe& r) -> Json { return r.half ? "float16" : "float32"; }},
        text("fails_at", &Recipe::fails_at),
        {"fails_on_purpose", "true or false",
         [](const Json& value, Recipe& r) {
             if (value.is_boolean()) r.fails_on_purpose = value.get<bool>();
             return value.is_boolean();
         },
         [](const Recipe& r) -> Json { return r.fails_on_purpose; }},
        notes(),
    };
}

/// The objects of the model, of which a stage may say some otherwise.
Json written(const Configuration& model) {
    Json json = Json::object();
    model.architecture()->write(model, json);
    return json;
}

/// What of `changed` is not as in `usual`; null stands for what only `usual` has (RFC 7396).
Json what_differs(const Json& changed, const Json& usual) {
    if (!changed.is_object() || !usual.is_object()) return changed;
    Json found = Json::object();
    for (const auto& [key, value] : changed.items())
        if (const Json before = usual.value(key, Json()); before != value)
            found[key] = what_differs(value, before);
    for (const auto& item : usual.items())
        if (!changed.contains(item.key())) found[item.key()] = nullptr;
    return found;
}

/// What a stage says of itself, beside the model's objects.
struct StageKey {
    std::string_view name;
    int Stage::*member;
};
constexpr StageKey stage_keys[] = {
    {"steps", &Stage::steps}, {"shortest", &Stage::shortest}, {"longest", &Stage::longest}};

bool of_the_model(const std::string& key, const Architecture& architecture) {
    const auto among = [&](std::span<const std::string_view> keys) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    return among(architecture.objects) || among(architecture.settings);
}

Stage read_stage(const Json& json, const Configuration& usual, const std::string& subject,
                 const std::string& place) {
    if (!json.is_object() || !json.contains("steps"))
        throw Error(subject, place, "an object with its steps", shown(json));
    constexpr std::uint64_t most = 10'000'000;
    Stage stage;
    Json model = written(usual);
    for (const auto& item : json.items()) {
        if (of_the_model(item.key(), *usual.architecture())) {
            model[item.key()].merge_patch(item.value());
            continue;
        }
        const auto key = std::find_if(std::begin(stage_keys), std::end(stage_keys),
                                      [&](const StageKey& k) { return k.name == item.key(); });
        if (key == std::end(stage_keys))
            throw Error(subject, place + " has no key " + shown(Json(item.key())));
        if (!read_whole(item.value(), stage.*key->member, 1, most))
            throw Error(subject, place + "." + item.key(), "a whole number from 1 to 10000000",
                        shown(item.value()));
    }
    stage.model = usual.architecture()->read(model, subject);
    return stage;
}

void read_stages(const Json& stages, const std::string& subject, Recipe& recipe) {
    if (!stages.is_array()) throw Error(subject, "stages", "a list", shown(stages));
    for (const Json& stage : stages)
        recipe.stages.push_back(
            read_stage(stage, recipe.model, subject, "stages[" + std::to_string(recipe.stages.size()) + "]"));
}

} // namespace

Recipe recipe_from_json(const Json& json, const std::string& subject) {
    if (!json.is_object()) throw Error(subject, "a recipe", "an object", shown(json));
    if (json.value("format", Json()) != "heed.recipe")
        throw Error(subject, "format", "\"heed.recipe\"", shown(json.value("format", Json())));
    if (json.value("version", Json()) != 1)
        throw Error(subject, "version", "1", shown(json.value("version", Json())));
    Recipe recipe;
    const std::string architecture = json.value("architecture", "seq2seq");
    const Architecture* found = find_architecture(architecture);
    if (!found) throw Error(subject, "architecture", architecture_names(), "\"" + architecture + "\"");
    recipe.model = found->read(json, subject);
    const auto known = keys();
    for (const auto& [name, value] : json.items()) {
        if (name == "format" || name == "version" || name == "architecture" || name == "stages" ||
            of_the_model(name, *found))
            continue;
        const auto key =
            std::find_if(known.begin(), known.end(), [&](const Key& k) { return k.name == name; });
        if (key == known.end()) throw Error(subject, "no recipe has the key " + shown(Json(name)));
        if (!key->read(value, recipe)) throw Error(subject, name, key->expected, shown(value));
    }
    if (const auto stages = json.find("stages"); stages != json.end()) read_stages(*stages, subject, recipe);
    return recipe;
}

nlohmann::ordered_json to_json(const Stage& stage, const Configuration& usual) {
    Json json = what_differs(written(stage.model), written(usual));
    for (const StageKey& key : stage_keys)
        if (stage.*key.member > 0) json[std::string(key.name)] = stage.*key.member;
    return json;
}

nlohmann::ordered_json to_json(const Recipe& recipe) {
    nlohmann::ordered_json json{{"format", "heed.recipe"}, {"version", 1}};
    Json model;
    const Architecture& architecture = *recipe.model.architecture();
    architecture.write(recipe.model, model);
    if (architecture.id != "seq2seq") json["architecture"] = architecture.id;
    for (const Key& key : keys()) {
        if (std::string_view(key.name) == "steps")
            for (const auto& parts : {architecture.objects, architecture.settings})
                for (const std::string_view part : parts)
                    if (const auto own = model.find(part); own != model.end()) json[std::string(part)] = *own;
        json[key.name] = key.write(recipe);
        if (std::string_view(key.name) == "steps")
            for (const Stage& stage : recipe.stages) json["stages"].push_back(to_json(stage, recipe.model));
    }
    return json;
}

} // namespace heed::train
