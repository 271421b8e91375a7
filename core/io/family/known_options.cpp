#include "core/io/family/known_options.h"

#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {
namespace {

constexpr std::size_t most_said = 8;

bool are_names(const Json& list) {
    return list.is_array() &&
           std::all_of(list.begin(), list.end(), [](const Json& name) { return name.is_string(); });
}

bool fits_one(const Json& row, const char* list, const std::string& name) {
    const auto patterns = row.find(list);
    return patterns != row.end() && std::any_of(patterns->begin(), patterns->end(), [&](const Json& pattern) {
               return matches_pattern(name, pattern.get_ref<const std::string&>());
           });
}

/// What a program takes for nothing.
bool says_nothing(const Json& value) {
    if (value.is_number()) return value.get<double>() == 0;
    if (value.is_structured()) return value.empty();
    return value.is_null() || value == false || value == "" || value == "none" || value == "None";
}

/// Of an object of a class, what it holds.
const Json& held_by(const Json& value) {
    const bool wrapped = value.is_object() && value.contains("class") && value.contains("state");
    return wrapped ? value["state"] : value;
}

bool is_doubtful(const Json& row, const std::string& name, const Json& value) {
    const Json only = row.value("only", Json::object());
    if (const auto values = only.find(name); values != only.end())
        return !value.is_null() && std::find(values->begin(), values->end(), value) == values->end();
    if (says_nothing(value) || fits_one(row, "read", name) || fits_one(row, "idle", name)) return false;
    return !row.contains("among") || fits_one(row, "among", name);
}

} // namespace

void check_known_options(const Json& rows, const std::string& file, const std::string& place) {
    const auto is_part = [](const std::string& key, const Json& value) {
        if (key == "of") return value.is_string();
        if (key == "read" || key == "idle" || key == "among") return are_names(value);
        return key == "only" && value.is_object() &&
               std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_array(); });
    };
    const auto is_row = [&](const Json& row) {
        bool all = row.is_object() && row.contains("of");
        if (all)
            for (const auto& [key, value] : row.items()) all = all && is_part(key, value);
        return all;
    };
    for (const Json& row : rows)
        if (!is_row(row))
            throw Error(file, place,
                        "{\"of\": PATH, \"read\": [NAMES], \"only\": {NAME: [VALUES]}, \"idle\": [NAMES], "
                        "\"among\": [NAMES]}",
                        shown(row));
}

std::vector<std::string> doubtful_options(const Json& rows, const FamilyStock& stock) {
    std::vector<std::string> said;
    for (const Json& row : rows) {
        const Json* options = stock.value(row["of"].get_ref<const std::string&>());
        if (options == nullptr || !held_by(*options).is_object()) continue;
        for (const auto& [name, value] : held_by(*options).items())
            if (is_doubtful(row, name, value)) said.push_back(escaped(name, 60) + " = " + shown(value));
    }
    if (said.empty()) return {};
    const bool one = said.size() == 1;
    if (said.size() > most_said) {
        const std::string more = std::to_string(said.size() - most_said) + " more";
        said.resize(most_said);
        said.push_back(more);
    }
    return {std::string(one ? "Its option " : "Its options ") + listed(said) + (one ? " is" : " are") +
            " not known here, and may say of another computation"};
}

} // namespace heed::io
