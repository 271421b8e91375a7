#include "core/io/open/special_ids.h"

#include "core/base/error.h"
#include "core/io/family/special_words.h"
#include "core/text/escape.h"

#include <algorithm>
#include <optional>

namespace heed::io {

using Words = WordLists::Words;

namespace {

/// One of the four, as the family would have it.
struct SpecialRule {
    std::vector<std::string> spellings; // its own, the best first
    std::optional<std::size_t> place;   // where its program has it
    bool none = false;                  // it says that there is none
    std::string said;                   // what the model's own file says it is
};

SpecialRule special_rule(const FamilyReading& family, const Json& choices) {
    SpecialRule rule;
    rule.none = choices.is_null() || choices == false;
    for (const Json& choice : choices.is_array() ? choices : Json::array({choices})) {
        if (choice.is_number_integer() && choice >= 0) {
            if (!rule.place) rule.place = choice.get<std::size_t>();
            continue;
        }
        Json word = choice;
        if (choice.is_object() && choice.contains("value") && choice["value"].is_string())
            if (const Json* value = family.stock().value(choice["value"].get<std::string>())) {
                word = *value;
                if (word.is_string()) rule.said = word.get<std::string>();
            }
        if (word.is_string()) rule.spellings.push_back(word.get<std::string>());
    }
    return rule;
}

/// Whether the model cannot run without it.
bool is_needed(const FamilyReading& family, const SideOf& which, std::string_view meaning) {
    const Json decoder = family.config().value("decoder", Json::object());
    const Json framing = family.config().value("source", Json::object());
    const Json encoder = family.config().value("encoder", Json::object());
    if (meaning == "unknown") return false;
    if (which.side == Side::Source && meaning == "pad") return encoder.value("padded", Json(0)) != 0;
    if (which.side == Side::Source) return framing.value(meaning, Json()) == true;
    return meaning == "end" || (meaning == "start" && decoder.value("first_input", Json("start")) == "start");
}

class SpecialSearch {
public:
    SpecialSearch(const SideOf& which, const Words& words, std::vector<std::string>& unsettled)
        : which_(which), words_(words), unsettled_(unsettled) {}

    Json find(const SpecialRule& rule, std::string_view meaning, bool needed) {
        const std::size_t before = unsettled_.size();
        const Json id = find_any(rule, meaning, needed);
        if (!needed || !id.is_number()) return id;
        if (!rule.said.empty() && !is_there(rule.said))
            unsettled_.push_back("The model's file says that its " + std::string(meaning) + " is " +
                                 in_quotes(rule.said, 40) + ", which is no word of the " + list() + ": " +
                                 in_quotes(words_[id.get<std::size_t>()], 40) + " is taken");
        else if (unsettled_.size() == before)
            say_of_spelling(rule, meaning, id.get<std::size_t>());
        return id;
    }

private:
    bool is_there(const std::string& word) const {
        return std::find(words_.begin(), words_.end(), word) != words_.end();
    }

    /// Of a word that the family does not name, and that does not stand where its program has it, either.
    void say_of_spelling(const SpecialRule& rule, std::string_view meaning, std::size_t id) {
        const auto& own = rule.spellings;
        if (own.empty() || rule.place == id || std::find(own.begin(), own.end(), words_[id]) != own.end())
            return;
        unsettled_.push_back("The " + list() + " does not have " + in_quotes(own.front(), 40) +
                             ", which its family names as the " + std::string(meaning) + ": " +
                             in_quotes(words_[id], 40) + " is taken, as other programs spell it");
    }

    Json find_any(const SpecialRule& rule, std::string_view meaning, bool needed) {
        for (const std::string& spelling : rule.spellings)
            if (const auto it = std::find(words_.begin(), words_.end(), spelling); it != words_.end())
                return it - words_.begin();
        if (rule.none) return nullptr;
        // A family may begin with what ends others' outputs.
        const std::string_view meant = rule.spellings.empty() ? "" : special_meaning(rule.spellings.front());
        const std::string_view as = meant.empty() ? meaning : meant;
        const bool placed = rule.place && *rule.place < words_.size();
        if (placed && words_[*rule.place] == number_word(static_cast<int>(*rule.place))) return *rule.place;
        const auto others = ids_of_meaning(as, words_, needed || as != "unknown"); // "RARE" may be a word
        if (!others.empty()) {
            if (others.size() > 1 && needed)
                say_of_two(meaning, others);
            else if (needed && is_small_word(words_[others.front()]))
                say_of_word(meaning, others.front());
            return others.front();
        }
        if (!placed) return nullptr;
        const std::string& there = words_[*rule.place];
        // Where the program has it, "pad" without brackets is one, too.
        if (!needed) return special_meaning("<" + there + ">") == meaning ? Json(*rule.place) : Json();
        unsettled_.push_back("The " + list() + " has no word that is known as its " + std::string(meaning) +
                             ": " + in_quotes(there, 40) +
                             " is taken, which stands where the program has it");
        return *rule.place;
    }

    std::string list() const { return std::string(which_.key) + " vocabulary"; }

    void say_of_word(std::string_view meaning, std::size_t id) {
        unsettled_.push_back("The " + list() + " has no word that is marked as its " + std::string(meaning) +
                             ": " + in_quotes(words_[id], 40) +
                             " is taken, which may be a word of its texts");
    }

    void say_of_two(std::string_view meaning, const std::vector<std::size_t>& ids) {
        unsettled_.push_back("Of the " + list() + " both " + in_quotes(words_[ids[0]], 40) + " and " +
                             in_quotes(words_[ids[1]], 40) + " could be the " + std::string(meaning) +
                             ": the first is taken");
    }

    const SideOf& which_;
    const Words& words_;
    std::vector<std::string>& unsettled_;
};

} // namespace

Json special_ids(const FamilyReading& family, const SideOf& which, const Words& words,
                 std::vector<std::string>& unsettled) {
    const Json all = family.spec().value("special", Json::object());
    const Json own = all.is_object() ? all.value(which.key, Json::object()) : Json::object();
    SpecialSearch search(which, words, unsettled);
    Json ids;
    for (const char* meaning : {"pad", "start", "end", "unknown"}) {
        const bool needed = is_needed(family, which, meaning);
        const SpecialRule rule = special_rule(family, own.is_object() ? own.value(meaning, Json()) : Json());
        ids[meaning] = search.find(rule, meaning, needed);
        if (!needed || !ids[meaning].is_null() || std::string_view(meaning) == "pad") continue;
        std::string known;
        for (const std::string& spelling : rule.spellings)
            known += (known.empty() ? "" : ", ") + in_quotes(spelling, 40);
        throw Error(family.stock().file_name(), std::string(which.key) + " vocabulary",
                    std::string("a token that is its ") + meaning +
                        (known.empty() ? "" : ", as " + known + " or as other programs spell it"),
                    "none");
    }
    return ids;
}

} // namespace heed::io
