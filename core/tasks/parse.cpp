// Recursive descent that remembers: each category is read once from each position, and of the phrases that
// end at the same word and hand up the same features the most probable one stays. The grammar has no
// recursion, so this ends; its English is read from left to right, so a feature is known when it is asked
// for, or is that of an entry that no word shows (the number of a noun phrase), whose entries are tried in
// turn.
#include "core/tasks/parse.h"

#include <cmath>
#include <map>
#include <tuple>

namespace heed::tasks::grammar {
namespace {

/// A phrase that was read.
struct Reading {
    std::size_t end; // the word after it
    double log_probability;
    std::shared_ptr<const Derivation> phrase;
};

class Parser {
public:
    Parser(const Grammar& grammar, const std::vector<std::string>& words)
        : grammar_(grammar), words_(words) {}

    const std::vector<Reading>& read(int category, const Features& handed_down, std::size_t at);

    const Grammar& grammar() const { return grammar_; }
    /// Whether the words at `at` are `expected`.
    bool match(const Words& expected, std::size_t at) const {
        for (const std::string& word : expected) {
            if (at >= words_.size()) return false;
            const std::string_view next = at + 1 < words_.size() ? std::string_view(words_[at + 1]) : "";
            if (decide(grammar_.vowels[English], word, next) != words_[at++]) return false;
        }
        return true;
    }

private:
    const Grammar& grammar_;
    const std::vector<std::string>& words_;
    std::map<std::tuple<int, std::string, std::size_t>, std::vector<Reading>> read_;
};

/// Reads one rule from one position, filling its slots in the order in which English asks for them.
class RuleReader {
public:
    RuleReader(Parser& parser, const Rule& rule, const Features& handed_down, double log_probability,
               std::vector<Reading>& found)
        : parser_(parser), items_(rule.sides[English]), log_probability_(log_probability), found_(found) {
        phrase_.rule = &rule;
        phrase_.handed_down = handed_down;
        phrase_.fillers.resize(rule.slots.size());
    }

    void read(std::size_t item, std::size_t at) {
        if (item == items_.size()) return finish(at);
        const Item& next = items_[item];
        if (const int slot = first_empty(next.feature); slot >= 0)
            return try_entries(slot, [&] { read(item, at); });
        if (next.kind == Item::Kind::Phrase) return read_phrase(next.slot, item, at);
        if (next.kind == Item::Kind::Entry && phrase_.fillers[static_cast<std::size_t>(next.slot)].empty())
            return try_entries(next.slot, [&] { read(item, at); });
        const Words& words = words_of(parser_.grammar(), next, phrase_);
        if (parser_.match(words, at)) read(item + 1, at + words.size());
    }

private:
    void read_phrase(int index, std::size_t item, std::size_t at) {
        const Slot& slot = phrase_.rule->slots[static_cast<std::size_t>(index)];
        if (const int needed = first_empty(slot.handed_down); needed >= 0)
            return try_entries(needed, [&] { read(item, at); });
        Filler& filler = phrase_.fillers[static_cast<std::size_t>(index)];
        const Features features = values_of(parser_.grammar(), slot.handed_down, phrase_);
        for (const Reading& reading : parser_.read(slot.category, features, at)) {
            filler.phrase = reading.phrase;
            log_probability_ += reading.log_probability;
            read(item + 1, reading.end);
            log_probability_ -= reading.log_probability;
        }
        filler.phrase = nullptr;
    }

    /// Fills a lexical slot with each entry it may have and goes on with `next`.
    template <class Next>
    void try_entries(int index, const Next& next) {
        const Slot& slot = phrase_.rule->slots[static_cast<std::size_t>(index)];
        if (const int needed = first_empty(slot.has); needed >= 0) return try_entries(needed, next);
        const Category& category = parser_.grammar().categories[static_cast<std::size_t>(slot.category)];
        const std::vector<std::size_t> entries = entries_for(parser_.grammar(), slot, phrase_);
        double sum = 0;
        for (const std::size_t e : entries) sum += category.weights[e];
        Filler& filler = phrase_.fillers[static_cast<std::size_t>(index)];
        for (const std::size_t e : entries) {
            const double log_probability = std::log(category.weights[e] / sum);
            filler.entry = &category.entries[e];
            log_probability_ += log_probability;
            next();
            log_probability_ -= log_probability;
        }
        filler.entry = nullptr;
    }

    /// The first slot these features name that is not filled yet, or -1.
    int first_empty(const NamedFeatures& features) const {
        for (const auto& [name, feature] : features)
            for (const auto& part : feature.parts)
                if (part.slot >= 0 && phrase_.fillers[static_cast<std::size_t>(part.slot)].empty())
                    return part.slot;
        return -1;
    }

    void finish(std::size_t end) {
        for (std::size_t s = 0; s < phrase_.fillers.size(); ++s)
            if (phrase_.fillers[s].empty()) return try_entries(static_cast<int>(s), [&] { finish(end); });
        phrase_.handed_up = values_of(parser_.grammar(), phrase_.rule->features, phrase_);
        for (Reading& other : found_) {
            if (other.end != end || other.phrase->handed_up != phrase_.handed_up) continue;
            if (log_probability_ > other.log_probability)
                other = {end, log_probability_, std::make_shared<const Derivation>(phrase_)};
            return;
        }
        found_.push_back({end, log_probability_, std::make_shared<const Derivation>(phrase_)});
    }

    Parser& parser_;
    const std::vector<Item>& items_;
    double log_probability_;
    std::vector<Reading>& found_;
    Derivation phrase_;
};

const std::vector<Reading>& Parser::read(int index, const Features& handed_down, std::size_t at) {
    std::string features;
    for (const auto& [name, value] : handed_down) features += name + '=' + value + ' ';
    const auto [it, is_new] = read_.try_emplace({index, features, at});
    if (!is_new) return it->second;
    const Category& category = grammar_.categories[static_cast<std::size_t>(index)];
    double sum = 0;
    for (const double weight : category.weights) sum += weight;
    std::vector<Reading> found;
    for (std::size_t r = 0; r < category.rules.size(); ++r)
        RuleReader(*this, category.rules[r], handed_down, std::log(category.weights[r] / sum), found)
            .read(0, at);
    return it->second = std::move(found);
}

} // namespace

std::optional<Derivation> parse(const Grammar& grammar, const std::vector<std::string>& english) {
    Parser parser(grammar, english);
    const Reading* best = nullptr;
    for (const Reading& reading : parser.read(grammar.start, {}, 0))
        if (reading.end == english.size() && (!best || reading.log_probability > best->log_probability))
            best = &reading;
    return best ? std::optional(*best->phrase) : std::nullopt;
}

} // namespace heed::tasks::grammar
