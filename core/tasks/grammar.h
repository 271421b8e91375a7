// A synchronous grammar as data: one derivation writes a sentence in two languages and the links between
// them. The file's own notes (assets/grammar/english-french.json) say what each part means.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::tasks::grammar {

enum Side { English = 0, French = 1 };

using Words = std::vector<std::string>;
/// By feature ("s", "mp", …); what has one form only has it under "".
using Forms = std::map<std::string, Words, std::less<>>;

/// A feature: its parts joined, or for `mixed` "m" if either part is "m", else "f".
struct Feature {
    struct Part {
        static constexpr int constant = -2, handed_down = -1;
        int slot;         // of the rule, or one of the above
        std::string name; // of the slot's feature; the value itself for a constant
    };
    std::vector<Part> parts;
    bool mixed = false;
};

using NamedFeatures = std::vector<std::pair<std::string, Feature>>;

/// A word of the lexicon: "en", "fr", its gender "g", ….
struct Entry {
    std::map<std::string, Forms, std::less<>> fields;
};

/// What a rule combines: an entry of a lexical category, or a phrase of another.
struct Slot {
    std::string name;
    int category;
    NamedFeatures handed_down; // to the phrase
    NamedFeatures has;         // none or one: keep the entries whose English has this form
};

/// What a rule writes on one side, in order.
struct Item {
    enum class Kind { Words, Entry, Phrase } kind;
    int slot = -1;         // Entry, Phrase
    Forms forms;           // Words
    std::string field;     // Entry: which of the entry's fields
    NamedFeatures feature; // none or one: which of the forms
    int key = -1;          // in the rule's keys; -1: linked to nothing
};

/// A key of a rule, or of the phrase in one of its slots.
struct KeyPath {
    int slot; // -1: the rule itself
    std::string key;
};

struct Rule {
    std::vector<Slot> slots;
    std::array<std::vector<Item>, 2> sides;
    NamedFeatures features;        // handed up
    std::vector<std::string> keys; // words of both sides with the same key are surely linked
    std::vector<std::pair<KeyPath, KeyPath>> possible; // English, French
};

/// Either lexical, and has entries, or not, and has rules.
struct Category {
    std::string name;
    std::vector<double> weights; // of the entries or of the rules
    std::vector<Entry> entries;
    std::vector<Rule> rules;
    bool lexical() const { return rules.empty(); }
};

/// Which words begin with a vowel's sound.
struct Vowels {
    std::u32string first;
    std::vector<std::string> except, also;
    bool begin(std::string_view word) const;
};

struct Grammar {
    std::string name; // what errors call it
    std::vector<Category> categories;
    int start = 0;
    int shortest = 1, longest = 1; // words on either side
    std::array<Vowels, 2> vowels;
    std::map<std::pair<std::string, std::string>, std::string> contractions; // French "de le": "du"
};

/// Throws heed::Error that says which item of `name` is wrong: what is not JSON or not of the form the notes
/// describe, a name that nothing has, a category that leads back to itself, English that cannot be read from
/// left to right.
Grammar read_grammar(std::string_view json, const std::string& name);

/// English to French, from assets/grammar, built into the program. Read at the first call.
const Grammar& english_french();

} // namespace heed::tasks::grammar
