#include "core/io/container/joined/adapter_settings.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::io {

namespace {

constexpr std::uint64_t largest_config = 4u << 20;

/// Null, false, empty, or nought: it was not made use of.
bool is_unused(const nlohmann::json& value) {
    return value.is_null() || value == false || value == 0 || value == "" ||
           (value.is_structured() && value.empty());
}

/// With these the model is no sum of its base and the factors.
struct Refused {
    const char *key, *why;
};
constexpr std::array refused_keys = std::to_array<Refused>({
    {"use_dora", "its changes are not sums"},
    {"use_qalora", "its factors are of groups of columns"},
    {"alora_invocation_tokens", "it changes the model only behind those tokens"},
    {"layer_replication", "layers of the base stand there several times"},
});

/// Read below, or without effect on what is computed.
constexpr std::array<std::string_view, 28> known_keys = {"peft_type",
                                                         "r",
                                                         "lora_alpha",
                                                         "target_modules",
                                                         "exclude_modules",
                                                         "fan_in_fan_out",
                                                         "bias",
                                                         "lora_bias",
                                                         "base_model_name_or_path",
                                                         "modules_to_save",
                                                         "layers_to_transform",
                                                         "layers_pattern",
                                                         "rank_pattern",
                                                         "alpha_pattern",
                                                         "use_rslora",
                                                         "init_lora_weights",
                                                         "task_type",
                                                         "inference_mode",
                                                         "auto_mapping",
                                                         "revision",
                                                         "peft_version",
                                                         "lora_dropout",
                                                         "runtime_config",
                                                         "loftq_config",
                                                         "eva_config",
                                                         "megatron_core",
                                                         "qalora_group_size",
                                                         "ensure_weight_tying"};

/// As PEFT finds modules by a name of the settings: the whole of it, or its last steps.
bool is_module(const std::string& module, const std::string& name) {
    return module == name || module.ends_with("." + name);
}

bool is_expression(const std::string& name) {
    return name.find_first_of("^$*+?()[]{}|\\") != std::string::npos;
}

/// Of a list the texts; of anything else none.
std::vector<std::string> texts(const nlohmann::json& list) {
    std::vector<std::string> all;
    if (list.is_array())
        for (const nlohmann::json& item : list)
            if (item.is_string()) all.push_back(item.get<std::string>());
    return all;
}

/// The first number between dots: "transformer.h.0.attn" is of layer 0. -1: there is none.
int layer_of(const std::string& module) {
    for (const std::string_view step : split(module, "."))
        if (const auto layer = number_in<int>(step)) return *layer;
    return -1;
}

/// Of "layers_to_transform", a number or a list of them.
std::vector<int> layers(const nlohmann::json& value) {
    std::vector<int> all;
    for (const nlohmann::json& item : value.is_array() ? value : nlohmann::json::array({value}))
        if (item.is_number_integer()) all.push_back(item.get<int>());
    return all;
}

bool any_is(const std::vector<std::string>& modules, const std::string& name) {
    return std::any_of(modules.begin(), modules.end(),
                       [&](const std::string& module) { return is_module(module, name); });
}

} // namespace

AdapterSettings::AdapterSettings(const std::filesystem::path& folder)
    : file_(folder / adapter_config_name), json_(read_json(file_, largest_config)) {
    if (!json_.is_object()) throw Error(shown(file_), "not an adapter's settings", "an object", shown(json_));
    if (const Json type = value("peft_type"); type != "LORA")
        throw Error(shown(file_), "peft_type", "\"LORA\", which can be added to its base", shown(type));
    for (const auto& [key, why] : refused_keys)
        if (const Json used = value(key); !is_unused(used))
            throw Error(shown(file_), key, used.is_boolean() ? "false" : "none", shown(used) + ": " + why);
}

std::string AdapterSettings::name() const { return shown(file_); }

bool AdapterSettings::turned() const { return value("fan_in_fan_out") == true; }

bool AdapterSettings::ties_output() const { return value("ensure_weight_tying") == true; }

std::string AdapterSettings::base() const {
    const Json base = value("base_model_name_or_path");
    return base.is_string() ? base.get<std::string>() : std::string();
}

double AdapterSettings::scale(const std::string& module, std::int64_t rank) const {
    const double r = static_cast<double>(rank);
    return alpha(module) / (value("use_rslora") == true ? std::sqrt(r) : r);
}

double AdapterSettings::alpha(const std::string& module) const {
    if (const Json pattern = value("alpha_pattern"); pattern.is_object())
        for (const auto& [key, own] : pattern.items()) {
            if (is_expression(key) || !own.is_number())
                throw Error(shown(file_), "alpha_pattern", "names of modules and numbers",
                            "\"" + escaped(key) + "\": " + shown(own));
            if (is_module(module, key)) return own.get<double>();
        }
    const Json alpha = value("lora_alpha");
    if (!alpha.is_number()) throw Error(shown(file_), "lora_alpha", "a number", shown(alpha));
    return alpha.get<double>();
}

void AdapterSettings::check_factors(const std::string& module, const std::string& tensor,
                                    std::int64_t rank) const {
    const std::string factors = "\"" + escaped(tensor) + "\"";
    std::string key = "r";
    Json r = value("r");
    if (const Json pattern = value("rank_pattern"); pattern.is_object())
        for (const auto& [name, own] : pattern.items()) {
            if (is_expression(name) || !own.is_number())
                throw Error(shown(file_), "rank_pattern", "names of modules and numbers",
                            "\"" + escaped(name) + "\": " + shown(own));
            if (!is_module(module, name)) continue;
            r = own;
            key = "rank_pattern of \"" + escaped(name) + "\"";
            break;
        }
    if (!r.is_null() && r != rank)
        throw Error(shown(file_), key, std::to_string(rank) + ", the rank of " + factors, shown(r));
    if (const std::vector<int> only = layers(value("layers_to_transform")); !only.empty())
        if (std::find(only.begin(), only.end(), layer_of(module)) == only.end())
            throw Error(shown(file_), "layers_to_transform", "the layer of " + factors,
                        shown(value("layers_to_transform")));
    const std::vector<std::string> targets = texts(value("target_modules"));
    const bool named = std::any_of(targets.begin(), targets.end(),
                                   [&](const std::string& name) { return is_module(module, name); });
    if (!targets.empty() && !named)
        throw Error(shown(file_), "target_modules", "the module of " + factors,
                    shown(value("target_modules")));
    for (const std::string& name : texts(value("exclude_modules")))
        if (is_module(module, name))
            throw Error(shown(file_), "exclude_modules", "no module of " + factors,
                        "\"" + escaped(name) + "\"");
}

std::vector<std::string> AdapterSettings::to_be_changed(const std::vector<std::string>& modules,
                                                        const std::string& name) const {
    const std::vector<int> of_layers = layers(value("layers_to_transform"));
    const std::vector<std::string> not_these = texts(value("exclude_modules"));
    std::vector<std::string> all;
    for (const std::string& module : modules) {
        const bool excluded = std::any_of(not_these.begin(), not_these.end(),
                                          [&](const std::string& other) { return is_module(module, other); });
        const bool in_layers = of_layers.empty() || std::find(of_layers.begin(), of_layers.end(),
                                                              layer_of(module)) != of_layers.end();
        if (is_module(module, name) && !excluded && in_layers) all.push_back(module);
    }
    return all;
}

std::vector<std::string> AdapterSettings::doubts(const std::vector<std::string>& changed,
                                                 const std::vector<std::string>& whole,
                                                 const std::vector<std::string>& untouched) const {
    std::vector<std::string> found;
    const auto say = [&](const std::string& key, const std::string& what) {
        found.push_back(std::string(adapter_config_name) + " says \"" + escaped(key) + "\": " + what);
    };
    for (const char* key : {"target_modules", "exclude_modules"}) {
        const Json names = value(key);
        if (names.is_string() && names != "all-linear" && names != "")
            say(key, "an expression, which was not compared with the factors");
    }
    for (const std::string& name : texts(value("target_modules")))
        if (!any_is(changed, name))
            say("target_modules", in_quotes(name) + ", of which no factors are there");
        else if (const auto lacking = to_be_changed(untouched, name); !lacking.empty())
            say("target_modules",
                in_quotes(name) + ", and no factors are there of " + in_quotes(lacking.front(), 80) +
                    (lacking.size() == 1
                         ? std::string()
                         : " and " + std::to_string(lacking.size() - 1) + " more of that name"));
    for (const char* key : {"alpha_pattern", "rank_pattern"})
        if (const Json pattern = value(key); pattern.is_object())
            for (const auto& [name, own] : pattern.items())
                if (!any_is(changed, name)) say(key, in_quotes(name) + ", of which no factors are there");
    for (const int layer : layers(value("layers_to_transform")))
        if (std::none_of(changed.begin(), changed.end(),
                         [&](const std::string& module) { return layer_of(module) == layer; }))
            say("layers_to_transform", std::to_string(layer) + ", of which no factors are there");
    for (const std::string& name : texts(value("modules_to_save")))
        if (std::none_of(whole.begin(), whole.end(), [&](const std::string& tensor) {
                return is_module(tensor.substr(0, tensor.rfind('.')), name) ||
                       ("." + tensor).find("." + name + ".") != std::string::npos;
            }))
            say("modules_to_save", in_quotes(name) + ", of which no tensor is there");
    const Json bias = value("bias");
    const bool biases = (!is_unused(bias) && bias != "none") || value("lora_bias") == true;
    if (biases && std::none_of(whole.begin(), whole.end(),
                               [](const std::string& tensor) { return tensor.ends_with("bias"); }))
        say("bias", "biases were learned, and none is there");
    if (const Json init = value("init_lora_weights"); init.is_string())
        for (const char* way : {"pissa", "olora", "corda", "loftq", "lora_ga"})
            if (init.get_ref<const std::string&>().starts_with(way))
                say("init_lora_weights", shown(init) + ", by which the base changes, too");
    for (const auto& [key, own] : json_.items()) {
        const auto is_key = [&key = key](const Refused& refused) { return key == refused.key; };
        if (is_unused(own) || std::find(known_keys.begin(), known_keys.end(), key) != known_keys.end() ||
            std::any_of(refused_keys.begin(), refused_keys.end(), is_key))
            continue;
        found.push_back("\"" + escaped(key) + "\" of " + std::string(adapter_config_name) +
                        " is not known, and passed over");
    }
    return found;
}

} // namespace heed::io
