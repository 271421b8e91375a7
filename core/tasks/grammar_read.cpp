#include "core/base/error.h"
#include "core/tasks/grammar.h"
#include "core/tasks/json_node.h"
#include "core/text/strings.h"
#include "core/text/tokenizer.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace heed::tasks::grammar {
namespace {

std::vector<std::string> parts_of(const std::string& text, std::string_view separator) {
    const auto parts = split(text, separator);
    return {parts.begin(), parts.end()};
}

Words read_words(const Node& node) {
    Words words = parts_of(node.text(), " ");
    for (const std::string& word : words)
        if (word.empty() || std::count(word.begin(), word.end(), '~') > 1)
            node.fail("bad words", "words with one blank between them");
    return words;
}

/// Text, or texts by feature.
Forms read_forms(const Node& node) {
    Forms forms;
    if (node.json().is_object())
        for (const auto& [feature, text] : node.members()) forms[feature] = read_words(text);
    else
        forms[""] = read_words(node);
    return forms;
}

int slot_named(const Rule& rule, const std::string& name, const Node& node) {
    for (std::size_t s = 0; s < rule.slots.size(); ++s)
        if (rule.slots[s].name == name) return static_cast<int>(s);
    node.fail("no such slot", "a slot of this rule");
}

Feature read_feature(const Node& node, const Rule& rule) {
    Feature feature;
    if (node.json().is_array()) {
        if (node.size() != 3 || node[0].text() != "mix") node.fail("bad feature", "[\"mix\", A, B]");
        feature = read_feature(node[1], rule);
        const Feature other = read_feature(node[2], rule);
        if (feature.mixed || other.mixed || feature.parts.size() + other.parts.size() != 2)
            node.fail("bad feature", "two plain features to mix");
        feature.parts.push_back(other.parts.front());
        feature.mixed = true;
        return feature;
    }
    for (const std::string& part : parts_of(node.text(), "+")) {
        if (part.starts_with('=')) {
            feature.parts.push_back({Feature::Part::constant, part.substr(1)});
            continue;
        }
        const auto dot = part.find('.');
        if (dot == std::string::npos || dot + 1 == part.size())
            node.fail("bad feature", "parts such as =s, a.g or ^.n");
        const std::string slot = part.substr(0, dot);
        feature.parts.push_back(
            {slot == "^" ? Feature::Part::handed_down : slot_named(rule, slot, node), part.substr(dot + 1)});
    }
    return feature;
}

class Reader {
public:
    Reader(const Node& file, std::string name) : file_(file) { grammar_.name = std::move(name); }

    Grammar read() {
        if (file_["format"].text() != "heed.grammar")
            file_["format"].fail("wrong format", "\"heed.grammar\"");
        if (file_["version"].whole() != 1) file_["version"].fail("unknown version", "1");
        read_settings();
        for (const auto& [name, entries] : file_["lex"].members()) read_entries(name, entries);
        for (const auto& [name, rules] : file_["rules"].members()) name_rules(name, rules);
        for (const auto& [name, rules] : file_["rules"].members()) read_rules(name, rules);
        grammar_.start = category_named(file_["start"]);
        for (const auto& [name, rules] : file_["rules"].members())
            for (std::size_t r = 0; r < rules.size(); ++r)
                read_possible(categories()[index_.at(name)].rules[r], rules[r]);
        refuse_recursion();
        return std::move(grammar_);
    }

private:
    std::vector<Category>& categories() { return grammar_.categories; }

    void read_settings() {
        const Node length = file_["length"];
        grammar_.shortest = length[0].whole();
        grammar_.longest = length[1].whole();
        if (grammar_.shortest < 1 || grammar_.shortest > grammar_.longest)
            length.fail("bad lengths", "the shortest and the longest");
        const std::array<const char*, 2> languages{"en", "fr"};
        for (std::size_t side : {0u, 1u}) {
            const Node vowel = file_["vowel"][languages[side]];
            Vowels& vowels = grammar_.vowels[side];
            const std::string first = vowel["first"].text();
            for (std::size_t at = 0; at < first.size();) {
                const CodePoint c = decode_utf8(first, at);
                vowels.first += c.value;
                at += c.length;
            }
            for (const Node& word : vowel["not"].elements()) vowels.except.push_back(word.text());
            for (const Node& word : vowel["also"].elements()) vowels.also.push_back(word.text());
        }
        for (const auto& [pair, one] : file_["contract"].members()) {
            const auto words = parts_of(pair, " ");
            if (words.size() != 2) one.fail("bad contraction of \"" + pair + "\"", "two words in one");
            grammar_.contractions[{words[0], words[1]}] = one.text();
        }
    }

    void read_entries(const std::string& name, const Node& entries) {
        Category category{name, {}, {}, {}};
        for (const Node& node : entries.elements()) {
            Entry entry;
            const auto weight = node.find("w");
            category.weights.push_back(weight ? weight->weight() : 1);
            for (const auto& [field, forms] : node.members())
                if (field != "w") entry.fields[field] = read_forms(forms);
            category.entries.push_back(std::move(entry));
        }
        if (category.entries.empty()) entries.fail("nothing in it", "an entry or more");
        add(std::move(category), entries);
    }

    /// Rules may name categories that come later.
    void name_rules(const std::string& name, const Node& rules) {
        if (rules.list().size() == 0) rules.fail("nothing in it", "a rule or more");
        Category category{name, {}, {}, std::vector<Rule>(rules.size())};
        add(std::move(category), rules);
    }

    void add(Category category, const Node& node) {
        if (!index_.emplace(category.name, categories().size()).second)
            node.fail("the name is taken", "a name that is not in lex");
        categories().push_back(std::move(category));
    }

    int category_named(const Node& node) {
        const auto it = index_.find(node.text());
        if (it == index_.end()) node.fail("no such category", "a name of lex or rules");
        return static_cast<int>(it->second);
    }

    void read_rules(const std::string& name, const Node& rules) {
        Category& category = categories()[index_.at(name)];
        for (std::size_t r = 0; r < rules.size(); ++r) {
            const Node node = rules[r];
            category.weights.push_back(node["w"].weight());
            Rule& rule = category.rules[r];
            for (const Node& slot : node["slots"].elements()) rule.slots.push_back(read_slot(slot, rule));
            for (const Node& item : node["en"].elements())
                rule.sides[English].push_back(read_item(item, rule));
            for (const Node& item : node["fr"].elements())
                rule.sides[French].push_back(read_item(item, rule));
            for (const auto& [feature, value] : node["feat"].members())
                rule.features.emplace_back(feature, read_feature(value, rule));
            require_phrases_once(node, rule);
            require_left_to_right(node["en"], rule);
        }
    }

    Slot read_slot(const Node& node, const Rule& rule) {
        Slot slot{node[0].text(), category_named(node[1]), {}, {}};
        if (node.size() < 3) return slot;
        const bool lexical = categories()[static_cast<std::size_t>(slot.category)].lexical();
        for (const auto& [name, value] : node[2].members()) {
            if (lexical && name != "has") value.fail("entries are handed no features", "has");
            (lexical ? slot.has : slot.handed_down).emplace_back(name, read_feature(value, rule));
        }
        return slot;
    }

    Item read_item(const Node& node, Rule& rule) {
        const std::string kind = node[0].text();
        if (kind == "sub") {
            const int slot = slot_named(rule, node[1].text(), node);
            if (slot_category(rule, slot).lexical()) node.fail("an entry as a phrase", "[\"lex\", …]");
            return {Item::Kind::Phrase, slot, {}, {}, {}, -1};
        }
        Item item{Item::Kind::Words, -1, {}, {}, {}, read_key(node[node.size() - 1], rule)};
        const auto feature = [&](const Node& value) {
            if (!value.json().is_null()) item.feature.emplace_back("", read_feature(value, rule));
        };
        if (kind == "lit" && node.size() == 3) {
            item.forms[""] = read_words(node[1]);
        } else if (kind == "tab" && node.size() == 4) {
            item.forms = read_forms(file_["tables"][node[1].text()]);
            feature(node[2]);
        } else if (kind == "lex" && node.size() == 5) {
            item.kind = Item::Kind::Entry;
            item.slot = slot_named(rule, node[1].text(), node);
            if (!slot_category(rule, item.slot).lexical()) node.fail("a phrase as an entry", "[\"sub\", …]");
            item.field = node[2].text();
            feature(node[3]);
        } else if (kind == "mlex" && node.size() == 6) {
            item.forms = fixed_entry(node);
            feature(node[4]);
        } else {
            node.fail("bad item", "[\"lit\", text, key], [\"sub\", slot] or another of the notes");
        }
        return item;
    }

    const Category& slot_category(const Rule& rule, int slot) {
        return categories()[static_cast<std::size_t>(rule.slots[static_cast<std::size_t>(slot)].category)];
    }

    Forms fixed_entry(const Node& node) {
        const Category& category = categories()[static_cast<std::size_t>(category_named(node[1]))];
        const auto index = static_cast<std::size_t>(node[2].whole());
        if (index >= category.entries.size()) node.fail("no such entry", "an entry of that category");
        const auto& fields = category.entries[index].fields;
        const auto it = fields.find(node[3].text());
        if (it == fields.end()) node.fail("no such field", "a field of that entry");
        return it->second;
    }

    static int read_key(const Node& node, Rule& rule) {
        if (node.json().is_null()) return -1;
        const std::string key = node.text();
        const auto it = std::find(rule.keys.begin(), rule.keys.end(), key);
        const auto index = static_cast<int>(it - rule.keys.begin());
        if (it == rule.keys.end()) rule.keys.push_back(key);
        return index;
    }

    void require_phrases_once(const Node& node, const Rule& rule) {
        for (std::size_t s = 0; s < rule.slots.size(); ++s) {
            if (slot_category(rule, static_cast<int>(s)).lexical()) continue;
            for (const auto& side : rule.sides)
                if (std::count_if(side.begin(), side.end(), [&](const Item& item) {
                        return item.kind == Item::Kind::Phrase && item.slot == static_cast<int>(s);
                    }) != 1)
                    node.fail("a phrase is not written once", "slot " + rule.slots[s].name + " once a side");
        }
    }

    /// In English nothing may ask for a feature of a phrase that has not been read yet.
    void require_left_to_right(const Node& node, const Rule& rule) {
        std::vector<bool> read(rule.slots.size());
        for (std::size_t s = 0; s < rule.slots.size(); ++s)
            read[s] = slot_category(rule, static_cast<int>(s)).lexical();
        const auto require = [&](const NamedFeatures& features, std::size_t item) {
            for (const auto& [name, feature] : features)
                for (const auto& part : feature.parts)
                    if (part.slot >= 0 && !read[static_cast<std::size_t>(part.slot)])
                        node[item].fail("English is not read from left to right", "earlier slots only");
        };
        const auto& items = rule.sides[English];
        for (std::size_t i = 0; i < items.size(); ++i) {
            require(items[i].feature, i);
            if (items[i].slot < 0) continue;
            const auto slot = static_cast<std::size_t>(items[i].slot);
            require(rule.slots[slot].handed_down, i);
            require(rule.slots[slot].has, i);
            read[slot] = true;
        }
    }

    void read_possible(Rule& rule, const Node& node) {
        const auto pairs = node.find("possible");
        if (!pairs) return;
        for (const Node& pair : pairs->elements())
            rule.possible.emplace_back(read_path(pair[0], rule), read_path(pair[1], rule));
    }

    KeyPath read_path(const Node& node, const Rule& rule) {
        const std::string text = node.text();
        const auto dot = text.find('.');
        if (dot == std::string::npos) {
            require_key(node, rule, text);
            return {-1, text};
        }
        const KeyPath path{slot_named(rule, text.substr(0, dot), node), text.substr(dot + 1)};
        if (slot_category(rule, path.slot).lexical()) node.fail("an entry has no keys", "a phrase's key");
        for (const Rule& inner : slot_category(rule, path.slot).rules) require_key(node, inner, path.key);
        return path;
    }

    static void require_key(const Node& node, const Rule& rule, const std::string& key) {
        if (std::find(rule.keys.begin(), rule.keys.end(), key) == rule.keys.end())
            node.fail("no such key", "a key of the rule");
    }

    void refuse_recursion() {
        enum State { New, Open, Done };
        std::vector<State> states(categories().size(), New);
        const auto visit = [&](const auto& self, std::size_t c) -> void {
            if (states[c] == Done) return;
            if (states[c] == Open)
                throw Error(grammar_.name + ": rules: " + categories()[c].name, "it leads back to itself");
            states[c] = Open;
            for (const Rule& rule : categories()[c].rules)
                for (const Slot& slot : rule.slots) self(self, static_cast<std::size_t>(slot.category));
            states[c] = Done;
        };
        for (std::size_t c = 0; c < categories().size(); ++c) visit(visit, c);
    }

    Node file_;
    Grammar grammar_;
    std::map<std::string, std::size_t> index_; // of a category, by name
};

} // namespace

bool Vowels::begin(std::string_view word) const {
    const auto is_in = [&](const std::vector<std::string>& words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (word.empty()) return false;
    const bool vowel = first.find(decode_utf8(word, 0).value) != std::u32string::npos;
    return (vowel && !is_in(except)) || is_in(also);
}

Grammar read_grammar(std::string_view json, const std::string& name) {
    const nlohmann::json file = nlohmann::json::parse(json, nullptr, false);
    if (file.is_discarded()) throw Error(name, "not JSON");
    return Reader(Node(file, name), name).read();
}

} // namespace heed::tasks::grammar
