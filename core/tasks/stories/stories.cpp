#include "core/tasks/stories/stories.h"

#include "core/base/error.h"
#include "core/tasks/sample.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::tasks {
namespace {

constexpr int fewest_sentences = 6, most_sentences = 12;
constexpr int people = static_cast<int>(story_people.size()), things = static_cast<int>(story_things.size()),
              places = static_cast<int>(story_places.size());
const Tokenizer story_words_apart{TokenLevel::Word, true};

/// The words of a text, read one after the other in the world that they tell of.
class StoryReader {
public:
    explicit StoryReader(const std::string& subject) : subject_(subject) {}

    void take(const std::string& word) {
        ++place_;
        if (asked_) fail("the end, after one question", quoted(word));
        const auto there = next_words(world_, sentence_);
        const auto found =
            std::find_if(there.begin(), there.end(), [&](const NextWord& w) { return w.word == word; });
        if (found == there.end()) fail(expected(there), quoted(word));
        if (!found->possible) fail(expected(there), quoted(word) + " (" + found->reason + ")");
        if (word == ".") {
            story_.sentences.push_back(told_by(sentence_));
            world_.tell(story_.sentences.back());
            sentence_.clear();
        } else if (word == "?") {
            story_.question = asked_by(sentence_);
            asked_ = true;
        } else {
            sentence_.push_back(word);
        }
    }

    Story finish() {
        ++place_;
        if (!asked_)
            fail(sentence_.empty() ? "a question" : expected(next_words(world_, sentence_)), "nothing");
        return std::move(story_);
    }

private:
    static std::string quoted(const std::string& word) { return in_quotes(word, 60); }
    static std::string expected(const std::vector<NextWord>& there) {
        std::vector<std::string> words;
        for (const NextWord& next : there)
            if (next.possible) words.push_back("\"" + next.word + "\"");
        return words.empty() ? "another sentence" : listed(words, " or ");
    }
    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        throw Error(subject_, "word " + std::to_string(place_), expected, found);
    }

    const std::string& subject_;
    StoryWorld world_;
    Story story_;
    std::vector<std::string> sentence_;
    bool asked_ = false;
    int place_ = 0; // of the word, from 1; full stops count
};

/// What somebody does next. A thing is rarely dropped on the spot where it was taken.
Told draw_sentence(Random& random, const StoryWorld& world) {
    constexpr double to_go = 5, to_take = 3, to_drop = 2, to_drop_on_the_spot = 0.25;
    const int who = static_cast<int>(random.below(people));
    std::vector<Told> all;
    std::vector<double> weights;
    for (const Deed deed : {Deed::Went, Deed::Took, Deed::Dropped}) {
        std::vector<Told> fit;
        for (int what = 0; what < (deed == Deed::Went ? places : things); ++what)
            if (const Told told{who, deed, what}; world.judge(told).possible) fit.push_back(told);
        for (const Told& told : fit) {
            const double weight = deed == Deed::Went            ? to_go
                                  : deed == Deed::Took          ? to_take
                                  : world.carried_on(told.what) ? to_drop
                                                                : to_drop_on_the_spot;
            all.push_back(told);
            weights.push_back(weight / static_cast<double>(fit.size()));
        }
    }
    return all[random.weighted(weights)];
}

/// About a thing in two cases of three, where one has been told of.
Asked draw_question(Random& random, const StoryWorld& world) {
    std::vector<Asked> of_people, of_things;
    for (int who = 0; who < people; ++who)
        if (world.place_of_person(who) >= 0) of_people.push_back({false, who});
    for (int thing = 0; thing < things; ++thing)
        if (world.place_of_thing(thing) >= 0) of_things.push_back({true, thing});
    const auto& from = !of_things.empty() && random.below(3) > 0 ? of_things : of_people;
    return from[random.below(from.size())];
}

Item story_item(const Story& story) {
    StoryWorld world;
    for (const Told& sentence : story.sentences) world.tell(sentence);
    Item item{to_text(story),
              std::string(story_places[static_cast<std::size_t>(world.place_of(story.question))]),
              {{"memory.gates", {}}}};
    const std::vector<Concerned> concerned = concerned_by(story);
    for (std::size_t t = 0; t < concerned.size(); ++t)
        for (const auto* slots : {&concerned[t].named, &concerned[t].carried})
            for (const int slot : *slots) item.gold[0].cells.push_back({static_cast<int>(t), slot});
    return item;
}

} // namespace

std::vector<std::string> story_words() {
    std::vector<std::string> words;
    const auto add = [&](const auto& more) { words.insert(words.end(), more.begin(), more.end()); };
    add(story_people);
    add(story_things);
    add(story_places);
    add(story_deeds);
    add(std::array<std::string_view, 6>{"to", "the", "where", "is", ".", "?"});
    return words;
}

std::vector<Concerned> concerned_by(const Story& story) {
    StoryWorld world;
    std::vector<Concerned> all;
    for (const Told& sentence : story.sentences) {
        Concerned of_this{{sentence.who}, {}};
        if (sentence.deed != Deed::Went) of_this.named.push_back(people + sentence.what);
        for (int thing = 0; sentence.deed == Deed::Went && thing < things; ++thing)
            if (world.carrier_of(thing) == sentence.who) of_this.carried.push_back(people + thing);
        world.tell(sentence);
        all.push_back(std::move(of_this));
    }
    return all;
}

std::string to_text(const Story& story) {
    std::string text;
    for (const Told& sentence : story.sentences) text += to_text(sentence) + ". ";
    return text + to_text(story.question) + "?";
}

Story parse_story(std::string_view text, const std::string& subject) {
    const auto words = read_tokens(text, story_words_apart);
    StoryReader reader(subject);
    for (const std::string& word : words) reader.take(word);
    return reader.finish();
}

Story draw_story(Random& random, int sentences) {
    Story story;
    StoryWorld world;
    for (int t = 0; t < sentences; ++t) {
        story.sentences.push_back(draw_sentence(random, world));
        world.tell(story.sentences.back());
    }
    story.question = draw_question(random, world);
    return story;
}

Item sample_story(Random& random) {
    return story_of_length(random, fewest_sentences +
                                       static_cast<int>(random.below(most_sentences - fewest_sentences + 1)));
}
Item story_of_length(Random& random, int sentences) { return story_item(draw_story(random, sentences)); }
Item story_reference(std::string_view text, const std::string& subject) {
    return story_item(parse_story(text, subject));
}

} // namespace heed::tasks
