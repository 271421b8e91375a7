#include "core/io/family/family_reading.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/base/json_text.h"
#include "core/io/base/yaml_text.h"
#include "core/io/family/arithmetic.h"
#include "core/io/family/known_options.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t largest_options = 4u << 20;
constexpr int deepest_variant = 8, most_layers = 64;
constexpr std::size_t most_in_hand = 64; // sizes that need one another

// The keys that a variant may bring and that are put together with those before it.
constexpr const char* objects[] = {"config", "vocabularies", "special", "words"}; // merged, key by key
constexpr const char* tables[] = {"sizes", "tensors"};                            // an entry replaces another
constexpr const char* lists[] = {"refuse", "ignore", "known_options"};

Json list_of(const Json& value) { return value.is_array() ? value : Json::array({value}); }

/// Replaces in every text of an expression.
Json replaced_in(const Json& value, std::string_view what, const std::string& by) {
    if (value.is_string()) return replaced(value.get<std::string>(), what, by);
    if (!value.is_structured()) return value;
    Json result = value;
    for (Json& item : result) item = replaced_in(item, what, by);
    return result;
}

/// Null: a pickle that cannot be read without running it.
Json read_options_file(const fs::path& file) {
    if (file.extension() == ".pkl" || content_kind(file) == ContentKind::Pickle) {
        try {
            return Checkpoint(file).values();
        } catch (const Error&) {
            return nullptr;
        }
    }
    const std::string text = read_regular_file(file, largest_options);
    check_nesting(text, shown(file));
    const Json json = Json::parse(text, nullptr, false);
    return json.is_discarded() ? parse_yaml(text, shown(file)) : json;
}

} // namespace

FamilyReading::FamilyReading(const Family& family, FamilyStock& stock, const fs::path& beside)
    : family_(family), stock_(stock) {
    apply(family.spec, beside, 0);
    refuse();
    for (std::string& doubt : doubtful_options(spec_.value("known_options", Json::array()), stock_))
        unsettled_.push_back(std::move(doubt));
    config_ = evaluated(spec_.value("config", Json::object()), "config");
    if (missing_.empty()) read_roles();
}

/// Option files stand beside the model, or inside it as text.
void FamilyReading::read_options(const Json& patch, const fs::path& beside) {
    for (const Json& option : patch.value("options", Json::array())) {
        const bool fits = option.is_object() && option.contains("as") && option["as"].is_string() &&
                          (option.contains("file") || option.contains("value"));
        if (!fits)
            throw Error(family_.file, "options",
                        "{\"file\": NAME, \"as\": NAME} or {\"value\": PATH, \"as\"}", shown(option));
        const auto name = option["as"].get<std::string>();
        if (option.contains("value")) {
            const Json* text = stock_.value(option["value"].get<std::string>());
            if (text != nullptr && text->is_string())
                stock_.add_options(name, parse_yaml(text->get_ref<const std::string&>(), stock_.file_name()));
            continue;
        }
        for (const Json& file : list_of(option["file"])) {
            const std::string stem = stock_.files().front().path.filename().string();
            const fs::path path = beside / replaced(file.get<std::string>(), "{file}", stem);
            std::error_code ignored;
            if (!fs::is_regular_file(path, ignored)) continue;
            Json options = read_options_file(path);
            if (options.is_null()) continue;
            stock_.add_options(name, std::move(options));
            break;
        }
    }
}

void FamilyReading::apply(const Json& patch, const fs::path& beside, int depth) {
    if (depth > deepest_variant) throw Error(family_.file, "variants", "at most 8 levels", "more");
    read_options(patch, beside);
    for (const char* key : objects)
        if (patch.contains(key)) spec_[key].merge_patch(patch[key]);
    for (const char* key : tables) {
        const auto part = patch.find(key);
        if (part == patch.end()) continue;
        for (const auto& [name, item] : part->items())
            if (item.is_null()) // the variant has none
                spec_[key].erase(name);
            else
                spec_[key][name] = item;
        sizes_.clear();
    }
    for (const char* key : lists)
        for (const Json& item : patch.value(key, Json::array())) spec_[key].push_back(item);
    for (const Json& note : patch.value("notes", Json::array()))
        if (note.is_string()) notes_.push_back(note.get<std::string>());
    for (const Json& one : patch.value("unsettled", Json::array())) {
        const std::string sentence = (one.is_object() ? one["says"] : one).get<std::string>();
        unsettled_.push_back(sentence);
        if (one.is_object())
            for (const Json& other : one["or"]) others_.push_back({sentence, other});
    }
    for (const Json& sentence : patch.value("undecided", Json::array()))
        if (sentence.is_string()) undecided_.push_back(sentence.get<std::string>());
    for (const Json& variant : patch.value("variants", Json::array())) {
        for (const Json& choice : list_of(variant)) {
            if (choice.contains("if") && !holds(choice["if"])) continue;
            apply(choice, beside, depth + 1);
            break;
        }
    }
}

bool FamilyReading::is_there(const std::string& pattern) const {
    if (pattern.find('*') == pattern.npos) return stock_.find(pattern) != nullptr;
    for (const OpenFile& file : stock_.files())
        for (const StoredTensor& tensor : file.checkpoint->tensors())
            if (matches_pattern(tensor.name, pattern)) return true;
    return false;
}

bool FamilyReading::value_is(const Json& condition) const {
    const Json* value = stock_.value(condition["value"].get<std::string>());
    if (!condition.contains("is"))
        return value != nullptr && !value->is_null() && *value != false && *value != "";
    const Json choices = list_of(condition["is"]);
    return value != nullptr && std::find(choices.begin(), choices.end(), *value) != choices.end();
}

/// [1, H] and [H] are two forms of some models.
bool FamilyReading::has_dimensions(const std::string& name, std::size_t count) const {
    const FamilyStock::Item* item = stock_.find(name);
    return item != nullptr && item->tensor->shape.size() == count;
}

bool FamilyReading::holds(const Json& condition) const {
    if (!condition.is_object()) throw Error(family_.file, "if", "an object", shown(condition));
    bool all = true; // every key of a condition must hold
    for (const auto& [key, item] : condition.items()) {
        const Json list = list_of(item);
        const auto there = [&](const Json& name) {
            return name.is_string() && is_there(name.get<std::string>());
        };
        if (key == "has")
            all = all && std::all_of(list.begin(), list.end(), there);
        else if (key == "lacks")
            all = all && std::none_of(list.begin(), list.end(), there);
        else if (key == "value" && item.is_string())
            all = all && value_is(condition);
        else if (key == "is" && condition.contains("value"))
            continue;
        else if (key == "equal" && list.size() == 2 && list[0].is_string() && list[1].is_string())
            all = all && number(list[0].get<std::string>()) == number(list[1].get<std::string>());
        else if (key == "dimensions" && list.size() == 2 && list[0].is_string() &&
                 list[1].is_number_integer())
            all = all && has_dimensions(list[0].get<std::string>(), list[1].get<std::size_t>());
        else if (key == "not")
            all = all && !holds(item);
        else if (key == "any" && item.is_array())
            all = all && std::any_of(list.begin(), list.end(), [&](const Json& c) { return holds(c); });
        else if (key == "all" && item.is_array())
            all = all && std::all_of(list.begin(), list.end(), [&](const Json& c) { return holds(c); });
        else
            throw Error(family_.file, "if", "has, lacks, value (and is), equal, dimensions, not, any or all",
                        "\"" + key + "\": " + shown(item));
        if (!all) return false;
    }
    return true;
}

void FamilyReading::refuse() const {
    for (const Json& rule : spec_.value("refuse", Json::array())) {
        if (!rule.is_object() || !rule.contains("if") || !rule.contains("what") || !rule["what"].is_string())
            throw Error(family_.file, "refuse", "{\"if\": CONDITION, \"what\": TEXT}", shown(rule));
        if (holds(rule["if"]))
            throw Error(stock_.file_name(),
                        family_.title + ": Heed cannot run " + rule["what"].get<std::string>());
    }
}

// ------------------------------------------------------------------------------------------------ sizes
double FamilyReading::number(const std::string& text) const {
    return arithmetic(
        text, [this](const std::string& name) { return size(name); }, family_.file);
}

double FamilyReading::size(const std::string& name) const {
    if (const auto known = sizes_.find(name); known != sizes_.end()) return known->second;
    const auto all = spec_.find("sizes");
    if (all == spec_.end() || !all->contains(name))
        throw Error(family_.file, "sizes", "a size \"" + escaped(name) + "\"", "none");
    if (std::find(in_hand_.begin(), in_hand_.end(), name) != in_hand_.end())
        throw Error(family_.file, "sizes." + name, "a size that does not need itself", "a circle");
    if (in_hand_.size() == most_in_hand)
        throw Error(family_.file, "sizes." + name,
                    "a chain of at most " + std::to_string(most_in_hand) + " sizes", "a longer one");
    in_hand_.push_back(name);
    const Json& rule = (*all)[name];
    double value = 0;
    if (rule.is_number()) {
        value = rule.get<double>();
    } else if (rule.is_string()) {
        value = number(rule.get<std::string>());
    } else if (rule.is_array() && rule.size() == 2 &&
               rule[1].is_number_integer()) { // [tensor or tensors, dimension]
        const FamilyStock::Item* item = nullptr;
        std::string first;
        for (const Json& tensor : list_of(rule[0])) {
            if (first.empty()) first = tensor.get<std::string>();
            if (item == nullptr) item = stock_.find(tensor.get<std::string>());
        }
        if (item == nullptr)
            throw Error(stock_.file_name(), "tensor \"" + escaped(first) + "\"", "it in the file", "none");
        const auto side = rule[1].get<std::size_t>();
        if (side >= item->tensor->shape.size())
            throw Error(item->file->name(), "tensor \"" + escaped(item->tensor->name) + "\"",
                        std::to_string(side + 1) + " dimensions", shape_text(item->tensor->shape));
        value = static_cast<double>(item->tensor->shape[side]);
    } else if (rule.is_object() && rule.contains("count")) { // how many layers there are
        const auto pattern = rule["count"].get<std::string>();
        int layers = 0;
        while (layers < most_layers && stock_.find(replaced(pattern, "{layer}", std::to_string(layers))))
            ++layers;
        value = layers;
    } else if (rule.is_object() && rule.contains("value") &&
               rule["value"].is_string()) { // as options tell it
        const Json* told = stock_.value(rule["value"].get_ref<const std::string&>());
        value = told != nullptr && told->is_number() ? told->get<double>() : std::nan("");
    } else {
        throw Error(family_.file, "sizes." + name,
                    "[TENSOR, DIMENSION], {\"count\": NAME}, {\"value\": PATH}, a number or an expression",
                    shown(rule));
    }
    in_hand_.pop_back();
    return sizes_[name] = value;
}

Json FamilyReading::evaluated(const Json& value, const std::string& place) const {
    if (value.is_string() && value.get_ref<const std::string&>().starts_with('=')) {
        const double found = number(value.get<std::string>().substr(1));
        if (found != std::floor(found) || std::abs(found) > 1e9)
            throw Error(stock_.file_name(), family_.title + ": " + place, "a whole number",
                        std::to_string(found));
        return static_cast<std::int64_t>(found);
    }
    if (value.is_object() && value.size() == 1 && value.contains("gates")) {
        const double gates = number(value["gates"].get<std::string>());
        if (gates == 1) return "rnn";
        if (gates == 3) return "gru";
        if (gates == 4) return "lstm";
        throw Error(stock_.file_name(), family_.title + ": " + place, "1, 3 or 4 gates (rnn, gru, lstm)",
                    Json(gates).dump());
    }
    if (!value.is_structured()) return value;
    Json result = value;
    if (value.is_object())
        for (auto& [key, item] : result.items()) item = evaluated(item, place + "." + key);
    else
        for (Json& item : result) item = evaluated(item, place);
    return result;
}

// ------------------------------------------------------------------------------------------------ tensors
/// Of two rules for one tensor that with fewer signs for others (`*`, `{layer}`) counts; two that say as much
/// are one too many.
void FamilyReading::add_role(std::string ours, const Json& theirs, const std::string& rule) {
    const auto open = [](const std::string& key) {
        return std::count(key.begin(), key.end(), '*') + (key.find("{layer}") != key.npos ? 1 : 0);
    };
    const auto [before, first] = rules_.try_emplace(ours, rule);
    if (!first && open(before->second) == open(rule))
        throw Error(family_.file, "tensors: " + ours, "one rule for it",
                    "\"" + escaped(before->second) + "\" and \"" + escaped(rule) + "\"");
    if (!first && open(before->second) < open(rule)) return;
    if (!first) std::erase_if(roles_, [&](const Role& role) { return role.name == ours; });
    before->second = rule;
    const ExpressionContext context{stock_, [this](const std::string& text) { return number(text); },
                                    family_.file + ": tensors: " + ours};
    Expression expression = read_expression(theirs, context, lacking_[ours] = {});
    roles_.push_back({std::move(ours), std::move(expression)});
}

void FamilyReading::read_roles() {
    const Json tensors = spec_.value("tensors", Json::object());
    for (const auto& [ours, theirs] : tensors.items()) {
        const bool starred = ours.find('*') != ours.npos; // a cell's four tensors at once
        const bool layered = ours.find("{layer}") != ours.npos;
        const char* part = ours.starts_with("encoder.") ? "encoder" : "decoder";
        const Json depth = config_.value(part, Json::object()).value("layers", Json(1));
        if (layered && !(depth.is_number_integer() && depth >= 1 && depth <= most_layers))
            throw Error(stock_.file_name(), family_.title + ": " + part + ".layers",
                        "a whole number from 1 to " + std::to_string(most_layers), shown(depth));
        const int layers = layered ? depth.get<int>() : 1;
        for (int layer = 0; layer < layers; ++layer) {
            const std::string number = std::to_string(layer);
            // "encoder.forward.{layer}.weight_ih": the lowest layer goes without a number
            const std::string name =
                replaced(ours, layer == 0 ? "{layer}." : "{layer}", layer == 0 ? "" : number);
            const Json expression = replaced_in(theirs, "{layer}", number);
            if (!starred) {
                add_role(name, expression, ours);
                continue;
            }
            for (const char* cell : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"})
                add_role(replaced(name, "*", cell), replaced_in(expression, "*", cell), ours);
        }
    }
    for (const Role& role : roles_)
        for (const std::string& name : lacking_[role.name])
            if (std::find(missing_.begin(), missing_.end(), name) == missing_.end()) missing_.push_back(name);
}

} // namespace heed::io
