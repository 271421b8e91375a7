#include "core/tasks/stories/world.h"

#include "core/text/strings.h"

#include <algorithm>

namespace heed::tasks {
namespace {

using Words = std::span<const std::string>;

template <std::size_t n>
int index_in(const std::array<std::string_view, n>& names, std::string_view word) {
    const auto found = std::find(names.begin(), names.end(), word);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::string person(int who) { return capitalized(std::string(story_people[static_cast<std::size_t>(who)])); }
std::string_view place(int where) { return story_places[static_cast<std::size_t>(where)]; }
std::string in_the(int where) { return "in the " + std::string(place(where)); }
std::string the(int thing) { return "the " + std::string(story_things[static_cast<std::size_t>(thing)]); }

std::string_view name_of(const Told& sentence) {
    const auto n = static_cast<std::size_t>(sentence.what);
    return sentence.deed == Deed::Went ? story_places[n] : story_things[n];
}

StoryWorld::Verdict yes(std::string reason) { return {true, std::move(reason)}; }
StoryWorld::Verdict no(std::string reason) { return {false, std::move(reason)}; }

NextWord next(std::string_view word, StoryWorld::Verdict verdict = {}) {
    return {std::string(word), verdict.possible, std::move(verdict.reason)};
}

/// After "mary".
std::vector<NextWord> deeds(const StoryWorld& world, int who) {
    std::vector<NextWord> all;
    for (std::size_t d = 0; d < story_deeds.size(); ++d)
        all.push_back(next(story_deeds[d], world.judge(who, static_cast<Deed>(d))));
    return all;
}

/// Who or what a question can be about: people, and "the" before things.
std::vector<NextWord> whom_to_ask_for(const StoryWorld& world) {
    std::vector<NextWord> all;
    for (int who = 0; who < static_cast<int>(story_people.size()); ++who)
        all.push_back(next(story_people[static_cast<std::size_t>(who)], world.judge(Asked{false, who})));
    bool any = false;
    for (int thing = 0; thing < static_cast<int>(story_things.size()); ++thing)
        any = any || world.judge(Asked{true, thing}).possible;
    all.push_back(next("the", any ? yes("a thing") : no("nobody has touched a thing yet")));
    return all;
}

std::vector<NextWord> after_where(const StoryWorld& world, Words before) {
    switch (before.size()) {
    case 1:
        return {next("is")};
    case 2:
        return whom_to_ask_for(world);
    case 3: {
        if (before[2] != "the") return {next("?", yes("asks it"))};
        std::vector<NextWord> all;
        for (int thing = 0; thing < static_cast<int>(story_things.size()); ++thing)
            all.push_back(
                next(story_things[static_cast<std::size_t>(thing)], world.judge(Asked{true, thing})));
        return all;
    }
    default:
        return {next("?", yes("asks it"))};
    }
}

/// After who and what was done: "to the" and "the", places or things, and the full stop.
std::vector<NextWord> after_deed(const StoryWorld& world, Words before) {
    const bool went = before[1] == story_deeds[0];
    const std::size_t names_at = went ? 4 : 3; // words before the name of a place or thing
    if (before.size() > names_at) return {next(".", yes("ends the sentence"))};
    if (before.size() < names_at) return {next(went && before.size() == 2 ? "to" : "the")};
    std::vector<NextWord> all;
    const int count = static_cast<int>(went ? story_places.size() : story_things.size());
    for (int what = 0; what < count; ++what) {
        const Told sentence{index_in(story_people, before[0]),
                            static_cast<Deed>(index_in(story_deeds, before[1])), what};
        all.push_back(next(name_of(sentence), world.judge(sentence)));
    }
    return all;
}

std::vector<NextWord> words_at(const StoryWorld& world, Words before) {
    if (before.empty()) {
        std::vector<NextWord> all;
        for (int who = 0; who < static_cast<int>(story_people.size()); ++who) {
            const int where = world.place_of_person(who);
            all.push_back(next(story_people[static_cast<std::size_t>(who)],
                               yes(where < 0 ? "nobody has said where" : in_the(where))));
        }
        bool any = false;
        for (int who = 0; who < static_cast<int>(story_people.size()); ++who)
            any = any || world.place_of_person(who) >= 0;
        all.push_back(next("where", any ? yes("a question") : no("nothing has been told yet")));
        return all;
    }
    if (before[0] == "where") return after_where(world, before);
    return before.size() == 1 ? deeds(world, index_in(story_people, before[0])) : after_deed(world, before);
}

} // namespace

std::string to_text(const Told& sentence) {
    const bool went = sentence.deed == Deed::Went;
    return std::string(story_people[static_cast<std::size_t>(sentence.who)]) + " " +
           std::string(story_deeds[static_cast<std::size_t>(sentence.deed)]) + (went ? " to" : "") + " the " +
           std::string(name_of(sentence));
}

std::string to_text(const Asked& question) {
    const auto n = static_cast<std::size_t>(question.which);
    return "where is " + std::string(question.thing ? "the " : "") +
           std::string(question.thing ? story_things[n] : story_people[n]);
}

void StoryWorld::tell(const Told& sentence) {
    const auto who = static_cast<std::size_t>(sentence.who), what = static_cast<std::size_t>(sentence.what);
    switch (sentence.deed) {
    case Deed::Went:
        people_[who] = sentence.what;
        for (Thing& thing : things_)
            if (thing.carrier == sentence.who) {
                thing.place = sentence.what;
                thing.carried_on = true;
            }
        break;
    case Deed::Took:
        things_[what] = {people_[who], sentence.who, false};
        break;
    case Deed::Dropped:
        things_[what].carrier = -1;
        break;
    }
}

StoryWorld::Verdict StoryWorld::judge(int who, Deed deed) const {
    const int where = place_of_person(who);
    if (deed == Deed::Went) return yes("somewhere else");
    if (deed == Deed::Took && where < 0) return no("nobody has said where " + person(who) + " is");
    std::vector<std::string> fit;
    for (int thing = 0; thing < static_cast<int>(story_things.size()); ++thing)
        if (judge(Told{who, deed, thing}).possible) fit.push_back(the(thing));
    if (deed == Deed::Took)
        return fit.empty() ? no("nothing lies " + in_the(where)) : yes(listed(fit, " or "));
    return fit.empty() ? no(person(who) + " carries nothing") : yes(listed(fit, " or "));
}

StoryWorld::Verdict StoryWorld::judge(const Told& sentence) const {
    const int where = place_of_person(sentence.who);
    const std::string who = person(sentence.who);
    if (sentence.deed == Deed::Went) return sentence.what == where ? no(who + " is there already") : yes("");
    if (where < 0 && sentence.deed == Deed::Took) return no("nobody has said where " + who + " is");
    const Thing& thing = things_[static_cast<std::size_t>(sentence.what)];
    if (thing.carrier == sentence.who)
        return sentence.deed == Deed::Took ? no(who + " carries it already") : yes("carried by " + who);
    if (thing.carrier >= 0) return no(person(thing.carrier) + " carries it " + in_the(thing.place));
    if (sentence.deed == Deed::Dropped) return no(who + " does not carry it");
    if (thing.place < 0) return yes("nobody has touched it, so it may lie where " + who + " is");
    if (thing.place != where) return no("it lies " + in_the(thing.place));
    return yes(in_the(where) + ", where " + who + " is");
}

StoryWorld::Verdict StoryWorld::judge(const Asked& question) const {
    if (place_of(question) >= 0) return yes("has been told of");
    return no(question.thing ? "nobody has touched it yet"
                             : "nobody has said where " + person(question.which) + " is");
}

std::vector<NextWord> next_words(const StoryWorld& world, std::span<const std::string> before) {
    for (std::size_t n = 0; n < before.size(); ++n) {
        const auto there = words_at(world, before.first(n));
        if (std::none_of(there.begin(), there.end(), [&](const NextWord& w) { return w.word == before[n]; }))
            return {};
    }
    const bool whole = !before.empty() && (before.back() == "." || before.back() == "?");
    return whole ? std::vector<NextWord>() : words_at(world, before);
}

Told told_by(std::span<const std::string> words) {
    const auto deed = static_cast<Deed>(index_in(story_deeds, words[1]));
    const std::string& last = words.back();
    return {index_in(story_people, words[0]), deed,
            deed == Deed::Went ? index_in(story_places, last) : index_in(story_things, last)};
}

Asked asked_by(std::span<const std::string> words) {
    const int thing = index_in(story_things, words.back());
    return thing >= 0 ? Asked{true, thing} : Asked{false, index_in(story_people, words.back())};
}

} // namespace heed::tasks
