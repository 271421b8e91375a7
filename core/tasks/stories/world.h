// The little world of the stories: four people, three things, four places, and what can be told of them next.
//
//     mary went to the kitchen. mary took the milk. mary went to the garden. mary dropped the milk.
//     where is the milk?
//
// A thing that nobody has touched lies wherever it is taken first. Who carries a thing carries it along.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::tasks {

inline constexpr std::array<std::string_view, 4> story_people{"mary", "john", "sandra", "daniel"};
inline constexpr std::array<std::string_view, 3> story_things{"milk", "ball", "book"};
inline constexpr std::array<std::string_view, 4> story_places{"kitchen", "garden", "office", "hallway"};

enum class Deed { Went, Took, Dropped };
inline constexpr std::array<std::string_view, 3> story_deeds{"went", "took", "dropped"};

/// A sentence: who did what, to which place or thing.
struct Told {
    int who = 0;
    Deed deed = Deed::Went;
    int what = 0; // a place, or a thing
    bool operator==(const Told&) const = default;
};
/// A question: where a person is, or a thing.
struct Asked {
    bool thing = false;
    int which = 0;
    bool operator==(const Asked&) const = default;
};

std::string to_text(const Told& sentence);  // "mary went to the kitchen"
std::string to_text(const Asked& question); // "where is the milk"

/// What is known after some sentences; -1: not known, or nobody.
class StoryWorld {
public:
    /// The sentence must be possible.
    void tell(const Told& sentence);

    int place_of_person(int who) const { return people_[static_cast<std::size_t>(who)]; }
    int place_of_thing(int thing) const { return things_[static_cast<std::size_t>(thing)].place; }
    int carrier_of(int thing) const { return things_[static_cast<std::size_t>(thing)].carrier; }
    /// Whether its carrier has gone somewhere with it.
    bool carried_on(int thing) const { return things_[static_cast<std::size_t>(thing)].carried_on; }
    int place_of(const Asked& asked) const {
        return asked.thing ? place_of_thing(asked.which) : place_of_person(asked.which);
    }

    /// Whether it can come next, and why or why not: "John carries it in the garden".
    struct Verdict {
        bool possible = true;
        std::string reason{};
    };
    Verdict judge(const Told& sentence) const;
    Verdict judge(const Asked& question) const;
    /// Whether that person can do such a thing at all.
    Verdict judge(int who, Deed deed) const;

private:
    struct Thing {
        int place = -1, carrier = -1;
        bool carried_on = false;
    };
    std::array<int, 4> people_{-1, -1, -1, -1};
    std::array<Thing, 3> things_{};
};

/// A word that may stand next in a sentence or a question that has begun, or may not, and why.
struct NextWord {
    std::string word; // "." and "?" where the sentence is whole
    bool possible = true;
    std::string reason{};
};
/// Every word that the language has there, in a fixed order; none where the words before are not of the
/// language.
std::vector<NextWord> next_words(const StoryWorld& world, std::span<const std::string> before);
/// What whole words say; they must be of the language (next_words of them is "." or "?").
Told told_by(std::span<const std::string> words);
Asked asked_by(std::span<const std::string> words);

} // namespace heed::tasks
