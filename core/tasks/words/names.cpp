#include "core/tasks/words/names.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace heed::tasks {
namespace passive {
namespace {

using namespace std::string_view_literals;
using Words = std::vector<std::string>;

struct Verb {
    std::string_view past, participle;
};
constexpr std::array verbs{
    Verb{"admired", "admired"},   Verb{"chose", "chosen"},     Verb{"drew", "drawn"},
    Verb{"followed", "followed"}, Verb{"forgot", "forgotten"}, Verb{"found", "found"},
    Verb{"hid", "hidden"},        Verb{"lost", "lost"},        Verb{"missed", "missed"},
    Verb{"noticed", "noticed"},   Verb{"painted", "painted"},  Verb{"saw", "seen"},
};
constexpr std::array things{"boat"sv,  "book"sv,   "dog"sv,     "garden"sv,
                            "house"sv, "letter"sv, "picture"sv, "song"sv};
constexpr std::array times{"at night"sv,  "at noon"sv,   "last week"sv, "on friday"sv,
                           "on monday"sv, "on sunday"sv, "this year"sv, "yesterday"sv};
constexpr std::array places{"berlin"sv, "london"sv, "madrid"sv, "paris"sv, "rome"sv, "vienna"sv};
constexpr std::array known_names{"anna"sv,   "bill"sv,   "clara"sv, "daniel"sv, "emma"sv,   "frank"sv,
                                 "george"sv, "helen"sv,  "ida"sv,   "jack"sv,   "john"sv,   "kate"sv,
                                 "laura"sv,  "mary"sv,   "nora"sv,  "oscar"sv,  "paul"sv,   "peter"sv,
                                 "rosa"sv,   "sandra"sv, "tom"sv,   "victor"sv, "walter"sv, "zoe"sv};
constexpr std::array others{"and"sv, "by"sv, "in"sv, "of"sv, "the"sv, "was"sv, "were"sv};

constexpr std::array beginnings{"b"sv,  "br"sv, "d"sv,  "dr"sv, "f"sv, "g"sv, "gr"sv, "h"sv,
                                "k"sv,  "kl"sv, "l"sv,  "m"sv,  "n"sv, "p"sv, "r"sv,  "s"sv,
                                "st"sv, "t"sv,  "tr"sv, "v"sv,  "w"sv, "z"sv};
constexpr std::array vowels{"a"sv, "e"sv, "i"sv, "o"sv, "u"sv};
constexpr std::array endings{""sv, "l"sv, "n"sv, "r"sv, "s"sv, "sk"sv};

template <class Table>
const auto& one_of(const Table& table, Random& random) {
    return table[random.below(table.size())];
}

template <class Table>
bool holds(const Table& table, std::string_view word) {
    return std::ranges::find(table, word) != table.end();
}

const Verb* verb_of(std::string_view word) {
    const auto found = std::ranges::find(verbs, word, &Verb::past);
    return found == verbs.end() ? nullptr : &*found;
}

std::vector<std::string_view> all_words() {
    std::vector<std::string_view> words(others.begin(), others.end());
    words.insert(words.end(), things.begin(), things.end());
    words.insert(words.end(), places.begin(), places.end());
    words.insert(words.end(), known_names.begin(), known_names.end());
    for (const Verb& verb : verbs) words.insert(words.end(), {verb.past, verb.participle});
    for (const std::string_view time : times) {
        const std::size_t space = std::min(time.find(' '), time.size());
        words.push_back(time.substr(0, space));
        if (space < time.size()) words.push_back(time.substr(space + 1));
    }
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

/// Whether it can be a name: no other word of the language.
bool is_name(std::string_view word) {
    return holds(known_names, word) || holds(places, word) ||
           !std::ranges::binary_search(known_words(), word);
}

// ------------------------------------------------------------------------------------------- a sentence
// drawn

std::string made_up(Random& random) {
    for (;;) {
        const std::uint64_t syllables = 2 + random.below(2);
        std::string name;
        for (std::uint64_t n = 0; n < syllables; ++n) {
            name += one_of(beginnings, random);
            name += one_of(vowels, random);
        }
        name += one_of(endings, random);
        if (!std::ranges::binary_search(known_words(), name)) return name;
    }
}

template <class Table>
void draw_name(const Table& known, Random& random, Words& words) {
    words.push_back(random.below(3) == 0 ? std::string(one_of(known, random)) : made_up(random));
}

void draw_person(Random& random, Words& words) {
    const bool two = random.below(3) == 0;
    draw_name(known_names, random, words);
    if (two) draw_name(known_names, random, words);
}

void draw_people(Random& random, Words& words) {
    const bool two = random.below(4) == 0;
    draw_person(random, words);
    if (!two) return;
    words.emplace_back("and");
    draw_person(random, words);
}

void draw_object(Random& random, Words& words) {
    if (random.below(3) != 0) return draw_people(random, words);
    words.emplace_back("the");
    words.emplace_back(one_of(things, random));
    if (random.below(2) != 0) return;
    words.emplace_back("of");
    draw_person(random, words);
}

// ------------------------------------------------------------------------------------------- a sentence read

/// What stands where in a sentence, from front to back.
struct Parts {
    std::size_t verb = 0, object = 0, rest = 0; // where they begin
    bool several = false;                       // the object is two people
};

/// Goes over names; false where none is there.
bool pass_names(const Words& words, std::size_t& at) {
    const std::size_t first = at;
    while (at < words.size() && is_name(words[at])) ++at;
    return at > first;
}

/// People joined by "and"; `several` says whether they were.
bool pass_people(const Words& words, std::size_t& at, bool& several) {
    if (!pass_names(words, at)) return false;
    several = at < words.size() && words[at] == "and";
    return !several || pass_names(words, ++at);
}

bool pass_object(const Words& words, std::size_t& at, bool& several) {
    if (at >= words.size() || words[at] != "the") return pass_people(words, at, several);
    if (++at >= words.size() || !holds(things, words[at])) return false;
    ++at;
    return at >= words.size() || words[at] != "of" || pass_names(words, ++at);
}

bool pass_time(const Words& words, std::size_t& at) {
    std::string rest;
    while (at < words.size()) rest += (rest.empty() ? "" : " ") + words[at++];
    return rest.empty() || holds(times, rest);
}

std::optional<Parts> parts_of(const Words& words) {
    Parts parts;
    bool ignored = false;
    if (!pass_people(words, parts.verb, ignored)) return std::nullopt;
    if (parts.verb >= words.size() || !verb_of(words[parts.verb])) return std::nullopt;
    parts.rest = parts.object = parts.verb + 1;
    if (!pass_object(words, parts.rest, parts.several)) return std::nullopt;
    std::size_t at = parts.rest;
    if (at < words.size() && words[at] == "in" && !pass_names(words, ++at)) return std::nullopt;
    return pass_time(words, at) ? std::optional(parts) : std::nullopt;
}

// ------------------------------------------------------------------------------------------- its passive

Sample turned(Words words, const Parts& parts) {
    Sample sample;
    const auto write = [&](std::string_view word, std::size_t from, std::vector<Link>& links) {
        links.push_back({static_cast<int>(from), static_cast<int>(sample.target.size())});
        sample.target.emplace_back(word);
    };
    const auto copy = [&](std::size_t from, std::size_t to) {
        for (; from < to; ++from) write(words[from], from, sample.sure);
    };
    copy(parts.object, parts.rest);
    write(parts.several ? "were" : "was", parts.verb, sample.possible);
    write(verb_of(words[parts.verb])->participle, parts.verb, sample.sure);
    write("by", parts.verb, sample.possible);
    copy(0, parts.verb);
    copy(parts.rest, words.size());
    sample.source = std::move(words);
    sample.has_gold = true;
    return sample;
}

Sample draw(Random& random) {
    Words words;
    draw_people(random, words);
    words.emplace_back(one_of(verbs, random).past);
    draw_object(random, words);
    if (random.below(2) == 0) {
        words.emplace_back("in");
        draw_name(places, random, words);
    }
    if (random.below(2) == 0)
        for (std::string& word : read_tokens(one_of(times, random), {TokenLevel::Word, true}))
            words.push_back(std::move(word));
    const auto parts = parts_of(words);
    return turned(std::move(words), *parts);
}

std::optional<Sample> read(std::string_view text) {
    Words words = read_tokens(text, {TokenLevel::Word, true});
    const auto parts = parts_of(words);
    return parts ? std::optional(turned(std::move(words), *parts)) : std::nullopt;
}

} // namespace
} // namespace passive

std::span<const std::string_view> known_words() {
    static const std::vector<std::string_view> words = passive::all_words();
    return words;
}

Sample sample_names(Random& random) { return passive::draw(random); }
std::optional<Sample> names_reference(std::string_view text) { return passive::read(text); }

} // namespace heed::tasks
