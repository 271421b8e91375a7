// One sentence of a grammar: which rules and entries it is made of, and what they write.
#pragma once

#include "core/base/random.h"
#include "core/tasks/grammar.h"
#include "core/tasks/sample.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heed::tasks::grammar {

using Features = std::vector<std::pair<std::string, std::string>>;

struct Derivation;

/// What fills a slot: an entry or a phrase. Neither: not filled yet.
struct Filler {
    const Entry* entry = nullptr;
    std::shared_ptr<const Derivation> phrase;
    bool empty() const { return !entry && !phrase; }
};

/// A phrase. It points into its grammar.
struct Derivation {
    const Rule* rule = nullptr;
    Features handed_down, handed_up;
    std::vector<Filler> fillers; // one a slot
};

/// The values the features have in this phrase; the slots they name must be filled.
/// Throws heed::Error if the grammar names a feature that nothing has.
std::string value_of(const Grammar& grammar, const Feature& feature, const Derivation& phrase);
Features values_of(const Grammar& grammar, const NamedFeatures& features, const Derivation& phrase);

/// The words of an item that is no phrase, "A~B" not yet decided.
const Words& words_of(const Grammar& grammar, const Item& item, const Derivation& phrase);

/// The entries that may fill a lexical slot, by their index in its category. Throws heed::Error if there is
/// none.
std::vector<std::size_t> entries_for(const Grammar& grammar, const Slot& slot, const Derivation& phrase);

/// Draws a phrase of the start category: the rule first, then slot by slot.
Derivation draw(const Grammar& grammar, Random& random);

/// English as the source, French as the target, with the links.
Sample write(const Grammar& grammar, const Derivation& sentence);

/// Which of "A~B" stands before the word `next` (empty at the end).
std::string decide(const Vowels& vowels, const std::string& word, std::string_view next);

} // namespace heed::tasks::grammar
