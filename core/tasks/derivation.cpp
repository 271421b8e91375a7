#include "core/tasks/derivation.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>

namespace heed::tasks::grammar {
namespace {

const Forms& field_of(const Grammar& grammar, const Entry& entry, const std::string& field) {
    const auto it = entry.fields.find(field);
    if (it == entry.fields.end()) throw Error(grammar.name, "an entry has no " + field);
    return it->second;
}

const Words& form_of(const Grammar& grammar, const Forms& forms, const std::string& feature) {
    const auto it = forms.find(feature);
    if (it == forms.end()) throw Error(grammar.name, "there is no form \"" + feature + "\"");
    return it->second;
}

std::string look_up(const Grammar& grammar, const Features& features, const std::string& name) {
    for (const auto& [known, value] : features)
        if (known == name) return value;
    throw Error(grammar.name, "there is no feature " + name);
}

std::string part_value(const Grammar& grammar, const Feature::Part& part, const Derivation& phrase) {
    if (part.slot == Feature::Part::constant) return part.name;
    if (part.slot == Feature::Part::handed_down) return look_up(grammar, phrase.handed_down, part.name);
    const Filler& filler = phrase.fillers[static_cast<std::size_t>(part.slot)];
    if (filler.entry) return form_of(grammar, field_of(grammar, *filler.entry, part.name), "").front();
    return look_up(grammar, filler.phrase->handed_up, part.name);
}

std::shared_ptr<const Derivation> draw_phrase(const Grammar& grammar, int index, Features handed_down,
                                              Random& random);

const Entry* draw_entry(const Grammar& grammar, const Slot& slot, const Derivation& phrase, Random& random) {
    const Category& category = grammar.categories[static_cast<std::size_t>(slot.category)];
    const std::vector<std::size_t> entries = entries_for(grammar, slot, phrase);
    std::vector<double> weights;
    for (const std::size_t e : entries) weights.push_back(category.weights[e]);
    return &category.entries[entries[random.weighted(weights)]];
}

Derivation draw_in(const Grammar& grammar, int index, Features handed_down, Random& random) {
    const Category& category = grammar.categories[static_cast<std::size_t>(index)];
    Derivation phrase;
    phrase.rule = &category.rules[random.weighted(category.weights)];
    phrase.handed_down = std::move(handed_down);
    phrase.fillers.resize(phrase.rule->slots.size());
    for (std::size_t s = 0; s < phrase.fillers.size(); ++s) {
        const Slot& slot = phrase.rule->slots[s];
        const Category& filled_by = grammar.categories[static_cast<std::size_t>(slot.category)];
        if (filled_by.lexical())
            phrase.fillers[s].entry = draw_entry(grammar, slot, phrase, random);
        else
            phrase.fillers[s].phrase =
                draw_phrase(grammar, slot.category, values_of(grammar, slot.handed_down, phrase), random);
    }
    phrase.handed_up = values_of(grammar, phrase.rule->features, phrase);
    return phrase;
}

std::shared_ptr<const Derivation> draw_phrase(const Grammar& grammar, int index, Features handed_down,
                                              Random& random) {
    return std::make_shared<const Derivation>(draw_in(grammar, index, std::move(handed_down), random));
}

/// A written word and the keys it carries, numbered over the whole sentence.
struct Word {
    std::string text;
    std::vector<int> keys;
};

class Writer {
public:
    explicit Writer(const Grammar& grammar) : grammar_(grammar) {}

    Sample write(const Derivation& sentence) {
        Phrase phrase = write_phrase(sentence);
        for (std::size_t side : {0u, 1u}) decide_all(phrase.sides[side], grammar_.vowels[side]);
        contract(phrase.sides[French]);
        return link(phrase);
    }

private:
    struct Phrase {
        std::array<std::vector<Word>, 2> sides;
        int first_key; // of the rule's
    };

    Phrase write_phrase(const Derivation& derivation) {
        const Rule& rule = *derivation.rule;
        std::vector<Phrase> inner(derivation.fillers.size());
        for (std::size_t s = 0; s < inner.size(); ++s)
            if (derivation.fillers[s].phrase) inner[s] = write_phrase(*derivation.fillers[s].phrase);
        Phrase phrase;
        phrase.first_key = keys_;
        keys_ += static_cast<int>(rule.keys.size());
        for (std::size_t side : {0u, 1u})
            for (const Item& item : rule.sides[side]) write_item(item, derivation, inner, side, phrase);
        const auto key_of = [&](const KeyPath& path) {
            const auto slot = static_cast<std::size_t>(path.slot);
            const Rule& owner = path.slot < 0 ? rule : *derivation.fillers[slot].phrase->rule;
            const auto it = std::find(owner.keys.begin(), owner.keys.end(), path.key);
            return (path.slot < 0 ? phrase : inner[slot]).first_key +
                   static_cast<int>(it - owner.keys.begin());
        };
        for (const auto& [english, french] : rule.possible)
            possible_.emplace_back(key_of(english), key_of(french));
        return phrase;
    }

    void write_item(const Item& item, const Derivation& derivation, std::vector<Phrase>& inner,
                    std::size_t side, Phrase& phrase) {
        auto& words = phrase.sides[side];
        if (item.kind == Item::Kind::Phrase) {
            auto& more = inner[static_cast<std::size_t>(item.slot)].sides[side];
            std::move(more.begin(), more.end(), std::back_inserter(words));
            return;
        }
        for (const std::string& text : words_of(grammar_, item, derivation)) {
            words.push_back({text, {}});
            if (item.key >= 0) words.back().keys.push_back(phrase.first_key + item.key);
        }
    }

    static void decide_all(std::vector<Word>& words, const Vowels& vowels) {
        for (std::size_t i = words.size(); i-- > 0;)
            words[i].text = decide(vowels, words[i].text,
                                   i + 1 < words.size() ? std::string_view(words[i + 1].text) : "");
    }

    void contract(std::vector<Word>& words) const {
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            const auto it = grammar_.contractions.find({words[i].text, words[i + 1].text});
            if (it == grammar_.contractions.end()) continue;
            words[i].text = it->second;
            words[i].keys.insert(words[i].keys.end(), words[i + 1].keys.begin(), words[i + 1].keys.end());
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
    }

    Sample link(Phrase& phrase) const {
        Sample sample;
        const auto& [english, french] = phrase.sides;
        for (std::size_t j = 0; j < french.size(); ++j)
            for (std::size_t i = 0; i < english.size(); ++i) {
                const Link link{static_cast<int>(i), static_cast<int>(j)};
                if (share_a_key(english[i], french[j]))
                    sample.sure.push_back(link);
                else if (may_be_linked(english[i], french[j]))
                    sample.possible.push_back(link);
            }
        for (Word& word : phrase.sides[English]) sample.source.push_back(std::move(word.text));
        for (Word& word : phrase.sides[French]) sample.target.push_back(std::move(word.text));
        sample.has_gold = true;
        return sample;
    }

    static bool carries(const Word& word, int key) {
        return std::find(word.keys.begin(), word.keys.end(), key) != word.keys.end();
    }

    static bool share_a_key(const Word& english, const Word& french) {
        return std::any_of(english.keys.begin(), english.keys.end(),
                           [&](int key) { return carries(french, key); });
    }

    bool may_be_linked(const Word& english, const Word& french) const {
        return std::any_of(possible_.begin(), possible_.end(), [&](const auto& pair) {
            return carries(english, pair.first) && carries(french, pair.second);
        });
    }

    const Grammar& grammar_;
    int keys_ = 0;
    std::vector<std::pair<int, int>> possible_; // English key, French key
};

} // namespace

std::string value_of(const Grammar& grammar, const Feature& feature, const Derivation& phrase) {
    std::string joined;
    for (const auto& part : feature.parts) {
        std::string value = part_value(grammar, part, phrase);
        if (feature.mixed && value == "m") return "m";
        joined += value;
    }
    return feature.mixed ? "f" : joined;
}

Features values_of(const Grammar& grammar, const NamedFeatures& features, const Derivation& phrase) {
    Features values;
    values.reserve(features.size());
    for (const auto& [name, feature] : features)
        values.emplace_back(name, value_of(grammar, feature, phrase));
    return values;
}

const Words& words_of(const Grammar& grammar, const Item& item, const Derivation& phrase) {
    const Forms& forms =
        item.kind == Item::Kind::Words
            ? item.forms
            : field_of(grammar, *phrase.fillers[static_cast<std::size_t>(item.slot)].entry, item.field);
    return form_of(grammar, forms,
                   item.feature.empty() ? "" : value_of(grammar, item.feature.front().second, phrase));
}

std::vector<std::size_t> entries_for(const Grammar& grammar, const Slot& slot, const Derivation& phrase) {
    const Category& category = grammar.categories[static_cast<std::size_t>(slot.category)];
    std::string form;
    if (!slot.has.empty()) form = value_of(grammar, slot.has.front().second, phrase);
    std::vector<std::size_t> entries;
    for (std::size_t e = 0; e < category.entries.size(); ++e)
        if (slot.has.empty() || field_of(grammar, category.entries[e], "en").contains(form))
            entries.push_back(e);
    if (entries.empty()) throw Error(grammar.name, category.name + " has no entry with " + form);
    return entries;
}

Derivation draw(const Grammar& grammar, Random& random) {
    return draw_in(grammar, grammar.start, {}, random);
}

Sample write(const Grammar& grammar, const Derivation& sentence) { return Writer(grammar).write(sentence); }

std::string decide(const Vowels& vowels, const std::string& word, std::string_view next) {
    const auto tilde = word.find('~');
    if (tilde == std::string::npos) return word;
    return vowels.begin(next) ? word.substr(tilde + 1) : word.substr(0, tilde);
}

} // namespace heed::tasks::grammar
