#include "core/tasks/items/sentiment.h"

#include "core/base/error.h"
#include "core/tasks/sample.h"
#include "core/text/suggest.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace heed::tasks {
namespace {

using namespace std::string_view_literals;
using Phrases = std::span<const std::string_view>;

constexpr int shortest_sentiment = 12, longest_sentiment = 30;

constexpr std::array good{"good"sv,     "great"sv,  "wonderful"sv, "brilliant"sv,
                          "funny"sv,    "moving"sv, "charming"sv,  "beautiful"sv,
                          "exciting"sv, "clever"sv, "delicious"sv, "lovely"sv};
constexpr std::array bad{"bad"sv,   "awful"sv,   "boring"sv, "dull"sv, "terrible"sv, "weak"sv,
                         "silly"sv, "tedious"sv, "clumsy"sv, "ugly"sv, "horrible"sv, "dreadful"sv};
constexpr std::array subjects{"story"sv,   "music"sv, "ending"sv, "film"sv,  "play"sv,   "dinner"sv,
                              "concert"sv, "actor"sv, "book"sv,   "hotel"sv, "garden"sv, "soup"sv};
constexpr std::array seems{"was"sv, "seemed"sv, "looked"sv, "felt"sv};
constexpr std::array stress{"so"sv, "very"sv, "really"sv, "rather"sv}; // where there is no "not"
constexpr std::string_view negation = "not";
constexpr std::array who{"we"sv,           "they"sv,         "i"sv,        "my sister"sv, "two friends"sv,
                         "the children"sv, "my old uncle"sv, "everybody"sv};
constexpr std::array did{"saw"sv, "watched"sv, "found"sv, "left"sv, "passed"sv, "visited"sv, "remembered"sv};
constexpr std::array what{"it"sv,         "the museum"sv,        "a small shop"sv,      "the station"sv,
                          "the market"sv, "the old town hall"sv, "a house by the sea"sv};
constexpr std::array when{"on friday"sv,       "last night"sv,      "after lunch"sv, "in the morning"sv,
                          "with my brother"sv, "before the rain"sv, "at seven"sv,    "in paris"sv};
constexpr std::array links{"and"sv, "while"sv, "then"sv, "because"sv, "after that"sv};
constexpr std::array adverbs{"again"sv, "together"sv, "yesterday"sv, "slowly"sv, "later"sv, "today"sv};

constexpr std::array<Phrases, 11> all_phrases{good, bad,  subjects, seems, stress, who,
                                              did,  what, when,     links, adverbs};

using Texts = std::vector<std::string>;
const Tokenizer word_by_word{TokenLevel::Word, true};

void put(Texts& words, std::string_view phrase) {
    for (std::string& word : read_tokens(phrase, word_by_word)) words.push_back(std::move(word));
}

std::string_view pick(Random& random, Phrases phrases) { return phrases[random.below(phrases.size())]; }

/// A clause that says nothing, and what joins it to another; together they have at most `most` words (4 or
/// more).
struct Neutral {
    Texts link, words;
};
Neutral neutral_clause(Random& random, std::size_t most) {
    for (;;) {
        Neutral clause;
        put(clause.link, pick(random, links));
        for (const Phrases phrases : {Phrases(who), Phrases(did), Phrases(what)})
            put(clause.words, pick(random, phrases));
        if (random.below(2) == 0) put(clause.words, pick(random, when));
        if (clause.link.size() + clause.words.size() <= most) return clause;
    }
}

Texts opinion_clause(Random& random, bool positive, bool negated) {
    Texts words{"the"};
    put(words, pick(random, subjects));
    put(words, pick(random, seems));
    if (negated)
        put(words, negation);
    else if (random.below(2) == 0)
        put(words, pick(random, stress));
    put(words, pick(random, positive != negated ? Phrases(good) : Phrases(bad)));
    return words;
}

bool among(Phrases phrases, std::string_view word) {
    return std::find(phrases.begin(), phrases.end(), word) != phrases.end();
}

std::string quoted(const std::string& word) { return "\"" + word + "\""; }

Item sentiment_item(const Sentiment& text) {
    Item item{to_text(text),
              std::string(sentiments[static_cast<std::size_t>(text.label)]),
              {{"pool.attention", {}}}};
    for (const int t : text.gold) item.gold.front().cells.push_back({0, t});
    return item;
}

} // namespace

std::vector<std::string> sentiment_words() {
    std::set<std::string> words{std::string(negation), "the"};
    for (const Phrases phrases : all_phrases)
        for (const std::string_view phrase : phrases)
            for (std::string& word : read_tokens(phrase, word_by_word)) words.insert(std::move(word));
    return {words.begin(), words.end()};
}

bool is_opinion(std::string_view word) { return among(good, word) || among(bad, word); }

std::string to_text(const Sentiment& text) { return word_by_word.join(text.words); }

Sentiment parse_sentiment(std::string_view text, const std::string& subject) {
    static const Vocabulary known(sentiment_words(), {.pad = -1, .start = -1, .end = -1, .unknown = -1});
    Sentiment result;
    result.words = read_tokens(text, word_by_word);
    int opinion = -1, negated = -1;
    for (int t = 0; t < std::ssize(result.words); ++t) {
        const std::string& word = result.words[static_cast<std::size_t>(t)];
        const std::string where = "word " + std::to_string(t + 1);
        if (!known.find(word)) {
            const auto like = nearest(known, word, 1);
            throw Error(subject, where,
                        "a word of this task" + (like.empty() ? "" : ", such as " + quoted(like.front())),
                        quoted(word));
        }
        if (word == negation) {
            if (negated >= 0) throw Error(subject, where, "\"not\" once at most", "a second one");
            negated = t;
        } else if (is_opinion(word)) {
            if (opinion >= 0) throw Error(subject, where, "one opinion", quoted(word) + " as a second one");
            opinion = t;
        }
    }
    if (opinion < 0) throw Error(subject, "no opinion", "one word such as good or awful", "none");
    if (negated >= 0 && negated + 1 != opinion)
        throw Error(subject, "word " + std::to_string(negated + 1), "\"not\" just before the opinion",
                    "\"not\" elsewhere");
    const bool positive = among(good, result.words[static_cast<std::size_t>(opinion)]) != (negated >= 0);
    result.label = positive ? 0 : 1;
    if (negated >= 0) result.gold.push_back(negated);
    result.gold.push_back(opinion);
    return result;
}

Sentiment draw_sentiment(Random& random, int length) {
    const bool positive = random.below(2) == 0, negated = random.below(2) == 0;
    std::vector<Texts> clauses{opinion_clause(random, positive, negated)}, joints;
    std::size_t left = static_cast<std::size_t>(length) - clauses.front().size();
    while (left >= 4) {
        Neutral clause = neutral_clause(random, left);
        left -= clause.link.size() + clause.words.size();
        clauses.push_back(std::move(clause.words));
        joints.push_back(std::move(clause.link));
    }
    std::vector<std::string_view> last(adverbs.begin(), adverbs.end());
    random.shuffle(last);
    for (std::size_t k = 0; k < left; ++k) put(clauses[random.below(clauses.size())], last[k]);
    std::swap(clauses.front(), clauses[random.below(clauses.size())]); // the opinion stands anywhere

    Sentiment result;
    result.label = positive ? 0 : 1;
    for (std::size_t k = 0; k < clauses.size(); ++k) {
        if (k > 0) std::move(joints[k - 1].begin(), joints[k - 1].end(), std::back_inserter(result.words));
        std::move(clauses[k].begin(), clauses[k].end(), std::back_inserter(result.words));
    }
    for (int t = 0; t < length; ++t) {
        const std::string& word = result.words[static_cast<std::size_t>(t)];
        if (word == negation || is_opinion(word)) result.gold.push_back(t);
    }
    return result;
}

Item sentiment_of_length(Random& random, int length) {
    return sentiment_item(draw_sentiment(random, length));
}

Item sample_sentiment(Random& random) {
    return sentiment_of_length(random, shortest_sentiment + static_cast<int>(random.below(
                                                                longest_sentiment - shortest_sentiment + 1)));
}

Item sentiment_reference(std::string_view text, const std::string& subject) {
    return sentiment_item(parse_sentiment(text, subject));
}

} // namespace heed::tasks
