// The fields of what is kept in files, listed once and read both ways: a writer makes an object of them; a
// reader takes what is there, is of the right kind and within its bounds, and leaves the rest as it was.
#pragma once

#include "app/state/names.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace heed {

template <class Json>
struct FieldWriter {
    Json& object;

    void flag(const char* key, bool value) { object[key] = value; }
    void text(const char* key, const std::string& value) { object[key] = value; }
    void list(const char* key, std::size_t, const std::vector<std::string>& value) { object[key] = value; }
    template <class Number>
    void number(const char* key, double, double, Number value) {
        object[key] = value;
    }
    template <class Number>
    void number(const char* key, double, double, const std::optional<Number>& value) {
        object[key] = value ? Json(*value) : Json();
    }
    template <class Names, class Enum>
    void name(const char* key, const Names& names, Enum value) {
        object[key] = name_of(names, value);
    }
    template <class Names, class Enum>
    void name(const char* key, const Names& names, const std::optional<Enum>& value) {
        object[key] = value ? Json(name_of(names, *value)) : Json();
    }
};

template <class Json>
struct FieldReader {
    const Json& object;

    void flag(const char* key, bool& into) {
        if (const auto at = object.find(key); at != object.end() && at->is_boolean())
            into = at->template get<bool>();
    }
    void text(const char* key, std::string& into) {
        if (const auto at = object.find(key); at != object.end() && at->is_string())
            into = at->template get<std::string>();
    }
    /// The texts of a list, as many as that at most.
    void list(const char* key, std::size_t most, std::vector<std::string>& into) {
        const auto at = object.find(key);
        if (at == object.end() || !at->is_array()) return;
        for (const Json& item : *at)
            if (item.is_string() && into.size() < most) into.push_back(item.template get<std::string>());
    }
    template <class Number>
    void number(const char* key, double low, double high, Number& into) {
        const auto at = object.find(key);
        if (at == object.end() || !at->is_number()) return;
        const auto value = at->template get<double>();
        const bool whole = !std::is_integral_v<Number> || std::trunc(value) == value;
        if (whole && value >= low && value <= high) into = static_cast<Number>(value);
    }
    template <class Number>
    void number(const char* key, double low, double high, std::optional<Number>& into) {
        const auto at = object.find(key);
        if (at == object.end() || !at->is_number()) return;
        Number value = static_cast<Number>(low - 1);
        number(key, low, high, value);
        if (value >= static_cast<Number>(low)) into = value;
    }
    template <class Names, class Enum>
    void name(const char* key, const Names& names, Enum& into) {
        std::string word;
        text(key, word);
        const auto named = std::find(names.begin(), names.end(), word);
        if (named != names.end()) into = static_cast<Enum>(named - names.begin());
    }
    template <class Names, class Enum>
    void name(const char* key, const Names& names, std::optional<Enum>& into) {
        Enum value{};
        std::string word;
        text(key, word);
        if (std::find(names.begin(), names.end(), word) == names.end()) return;
        name(key, names, value);
        into = value;
    }
};

/// What was answered about a file that was opened.
template <class Fields, class Answers>
void answer_fields(Fields&& fields, Answers& a) {
    fields.list("beside", 16, a.beside);
    fields.text("source_words", a.source_words);
    fields.text("target_words", a.target_words);
    fields.flag("numbers", a.numbers);
    fields.flag("percent", a.percent);
    fields.flag("start", a.start);
    fields.text("axes", a.axes);
    fields.text("family", a.family);
}

} // namespace heed
