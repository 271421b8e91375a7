#include "core/io/mapping/unread.h"

#include "core/io/base/json_text.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io::mapping {

namespace {

std::string not_read(const std::string& where, const std::vector<std::string>& expected,
                     const std::string& found) {
    return where + ": expected " + (expected.empty() ? "none" : listed(expected, " or ")) + ", found " +
           found;
}

std::string quoted(const std::string& word) { return in_quotes(escaped(word), 60); }

/// "" where the answer is read.
std::string of_answer(const std::string& id, const Json& value, const Draft& draft) {
    std::vector<std::string> names;
    const Question* asked = draft.find(id);
    if (asked == nullptr) {
        for (const Question& question : draft.questions) names.push_back(question.id);
        return not_read("\"answers\"", names,
                        quoted(id) + ", which is not asked of this model, as the rest is answered");
    }
    for (const Option& option : asked->options) names.push_back(option.id);
    const bool known = value.is_string() && std::find(names.begin(), names.end(), value) != names.end();
    return known ? "" : not_read("\"answers\", " + quoted(id), names, shown(value));
}

std::string of_part(const std::string& name, const Json& value, const Draft& draft) {
    std::vector<std::string> names;
    const auto& units = draft.mapping.units;
    const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == name; });
    if (unit == units.end()) {
        if (!units.empty()) names.push_back("tensors of this model, as " + quoted(units.front().name));
        return not_read("\"parts\"", names, quoted(name));
    }
    for (const PartInfo& part : part_table())
        if (takes(part.part, *unit)) names.emplace_back(part.id);
    const bool known = value.is_string() && find_part(value.get<std::string>()) != nullptr;
    return known ? "" : not_read("\"parts\", " + quoted(name), names, shown(value));
}

} // namespace

std::vector<std::string> unread_answers(const Json& family, const Draft& draft) {
    const Json::json_pointer place("/comment/mapping");
    std::vector<std::string> sentences;
    if (!family.is_object() || !family.contains(place)) return sentences;
    const Json& mapping = family.at(place);
    const auto look = [&](const char* key, const auto& unread) {
        const auto all = mapping.is_object() ? mapping.find(key) : mapping.end();
        if (all == mapping.end()) return;
        if (!all->is_object()) {
            sentences.push_back(not_read(in_quotes(key), {"an object"}, shown(*all)));
            return;
        }
        for (const auto& [name, value] : all->items())
            if (std::string sentence = unread(name, value, draft); !sentence.empty())
                sentences.push_back(std::move(sentence));
    };
    if (draft.ready()) look("answers", of_answer); // else not all is asked
    look("parts", of_part);
    return sentences;
}

} // namespace heed::io::mapping
