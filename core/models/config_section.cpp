#include "core/models/config_section.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

namespace heed {
namespace {

std::string one_of(ConfigSection::Words words) {
    std::string text;
    for (std::size_t n = 0; n < words.size(); ++n) {
        if (n > 0) text += n + 1 == words.size() ? " or " : ", ";
        text += words[n];
    }
    return text;
}

/// A JSON value as it is shown in an error: short, on one line, ASCII only.
std::string shown_value(const nlohmann::json& value) {
    std::string text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

} // namespace

ConfigSection::ConfigSection(const Json& config, std::string name, const std::string& subject)
    : name_(std::move(name)), subject_(subject) {
    if (!config.is_object()) throw Error(subject, "the configuration", "an object", shown_value(config));
    const auto it = config.find(name_);
    if (it == config.end()) return;
    if (!it->is_object()) throw Error(subject_, name_, "an object", shown_value(*it));
    object_ = &*it;
}

ConfigSection::ConfigSection(const Json& config, const std::string& subject) : subject_(subject) {
    if (!config.is_object()) throw Error(subject, "the configuration", "an object", shown_value(config));
    object_ = &config;
}

ConfigSection ConfigSection::beside(const Json& config, const std::string& subject) {
    return ConfigSection(config, subject);
}

void ConfigSection::word(const char* key, std::string& value, Words allowed) const {
    const Json* found = find(key);
    if (found == nullptr) return;
    if (found->is_string()) {
        for (const std::string_view word : allowed) {
            if (found->get_ref<const std::string&>() == word) {
                value = word;
                return;
            }
        }
    }
    fail(key, one_of(allowed), *found);
}

void ConfigSection::integer(const char* key, int& value, int smallest, int largest) const {
    const Json* found = find(key);
    if (found == nullptr) return;
    const bool fits = found->is_number_integer() && *found >= smallest && *found <= largest;
    if (!fits)
        fail(key, "a whole number from " + std::to_string(smallest) + " to " + std::to_string(largest),
             *found);
    value = found->get<int>();
}

void ConfigSection::boolean(const char* key, bool& value) const {
    const Json* found = find(key);
    if (found == nullptr) return;
    if (!found->is_boolean()) fail(key, "true or false", *found);
    value = found->get<bool>();
}

void ConfigSection::integers(const char* key, std::vector<int>& values, int smallest, int largest) const {
    const Json* found = find(key);
    if (found == nullptr) return;
    const auto fits = [&](const Json& one) {
        return one.is_number_integer() && one >= smallest && one <= largest;
    };
    if (!found->is_array() || !std::all_of(found->begin(), found->end(), fits))
        fail(key,
             "a list of whole numbers from " + std::to_string(smallest) + " to " + std::to_string(largest),
             *found);
    values = found->get<std::vector<int>>();
}

void ConfigSection::some(const char* key, std::span<bool* const> values, Words names) const {
    const Json* found = find(key);
    if (found == nullptr) return;
    std::size_t next = 0;
    for (bool* value : values) *value = false;
    for (std::size_t n = 0; found->is_array() && n < found->size(); ++n) {
        while (next < names.size() && (*found)[n] != names[next]) ++next;
        if (next == names.size()) break;
        *values[next] = true;
    }
    const auto chosen = std::count_if(values.begin(), values.end(), [](const bool* v) { return *v; });
    if (!found->is_array() || static_cast<std::size_t>(chosen) != found->size() || chosen == 0)
        fail(key, "a list of " + one_of(names) + ", in this order", *found);
}

void ConfigSection::positive(const char* key, double& value, double largest) const {
    const Json* found = find(key);
    if (found == nullptr) return;
    if (!found->is_number() || !(found->get<double>() > 0) || found->get<double>() > largest)
        fail(key, "a number above 0", *found);
    value = found->get<double>();
}

const ConfigSection::Json* ConfigSection::find(const char* key) const {
    if (object_ == nullptr) return nullptr;
    const auto it = object_->find(key);
    return it == object_->end() ? nullptr : &*it;
}

void ConfigSection::fail(const char* key, const std::string& expected, const Json& found) const {
    throw Error(subject_, name_.empty() ? key : name_ + "." + key, expected, shown_value(found));
}

} // namespace heed
