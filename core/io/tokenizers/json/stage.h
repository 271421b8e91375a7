// What the readers of tokenizer.json's stages share: a stage is a row of a table, found by its "type"; one
// that is in no table is refused by its name, never skipped.
#pragma once

#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/text/subword/pattern.h"
#include "core/text/subword/splits.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::io {

/// A stage's object, and how an error names it.
struct JsonStage {
    const Json& json;
    std::string subject, name; // "DIR/tokenizer.json", "pre_tokenizer"

    [[noreturn]] void refuse(const std::string& item, const std::string& expected,
                             const std::string& found) const {
        throw Error(subject, name + (item.empty() ? "" : ", " + item), expected, found);
    }
    const Json* find(const char* key) const {
        const auto it = json.find(key);
        return it == json.end() || it->is_null() ? nullptr : &*it;
    }
    const Json& need(const char* key) const {
        const Json* const value = find(key);
        if (value == nullptr) refuse(key, "a value", "none");
        return *value;
    }
    bool flag(const char* key, bool otherwise) const {
        const Json* const value = find(key);
        if (value == nullptr) return otherwise;
        if (!value->is_boolean()) refuse(key, "true or false", shown(*value));
        return value->get<bool>();
    }
    std::string text(const char* key, std::string otherwise) const {
        const Json* const value = find(key);
        if (value == nullptr) return otherwise;
        if (!value->is_string()) refuse(key, "text", shown(*value));
        return value->get<std::string>();
    }
    /// Text that is not empty.
    std::string some_text(const char* key, std::string otherwise) const {
        std::string value = text(key, std::move(otherwise));
        if (value.empty()) refuse(key, "a character", "none");
        return value;
    }
    std::uint64_t count(const char* key, std::uint64_t otherwise, std::uint64_t most) const {
        const Json* const value = find(key);
        if (value == nullptr) return otherwise;
        if (!value->is_number_unsigned() || value->get<std::uint64_t>() > most)
            refuse(key, "a whole number from 0 to " + std::to_string(most), shown(*value));
        return value->get<std::uint64_t>();
    }
    const Json& list(const char* key) const {
        const Json& value = need(key);
        if (!value.is_array()) refuse(key, "a list", shown(value));
        return value;
    }
    /// {"String": s} or {"Regex": r}
    subword::Pattern pattern(const char* key) const;
    subword::Cut cut(const char* key, const char* otherwise) const;
    subword::Prefixed prefixed() const;
};

template <class Made>
struct StageRow {
    std::string_view type;
    Made (*read)(const JsonStage&);
};

/// The row of the stage's type. Throws naming the stage and the type.
template <class Made>
const StageRow<Made>& row_of(std::span<const StageRow<Made>> table, const JsonStage& stage) {
    const auto it = stage.json.is_object() ? stage.json.find("type") : stage.json.end();
    if (!stage.json.is_object() || it == stage.json.end() || !it->is_string())
        stage.refuse("type", "a stage's name", stage.json.is_object() ? "none" : shown(stage.json));
    const std::string& type = it->get_ref<const std::string&>();
    std::vector<std::string> known;
    for (const StageRow<Made>& row : table) {
        if (row.type == type) return row;
        known.emplace_back(row.type);
    }
    stage.refuse("", "one that Heed knows (" + listed(known) + ")", in_quotes(type, 60));
}

/// A stage, or the stages of a Sequence, its list under `key`, in order; a null has none.
template <class Made>
std::vector<Made> read_stages(std::span<const StageRow<Made>> table, const JsonStage& stage,
                              const char* key) {
    if (stage.json.is_null()) return {};
    const auto type = stage.json.is_object() ? stage.json.find("type") : stage.json.end();
    if (!stage.json.is_object() || type == stage.json.end() || *type != "Sequence")
        return {row_of(table, stage).read(stage)};
    constexpr std::size_t most_stages = 64; // each of them goes over every text
    std::vector<Made> all;
    for (const Json& part : stage.list(key))
        for (Made& made : read_stages(table, JsonStage{part, stage.subject, stage.name}, key)) {
            if (all.size() == most_stages)
                stage.refuse(key, "at most " + std::to_string(most_stages) + " stages", "more");
            all.push_back(std::move(made));
        }
    return all;
}

} // namespace heed::io
