#include "core/tasks/words/repeats.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace heed::tasks {
namespace {

using namespace std::string_view_literals;

constexpr std::array language{
    "a"sv,     "b"sv,    "c"sv,    "d"sv,      "e"sv,    "f"sv,    "g"sv,    "h"sv,    "i"sv,
    "j"sv,     "k"sv,    "l"sv,    "m"sv,      "n"sv,    "o"sv,    "p"sv,    "q"sv,    "r"sv,
    "s"sv,     "t"sv,    "u"sv,    "v"sv,      "w"sv,    "x"sv,    "y"sv,    "z"sv,    "and"sv,
    "be"sv,    "big"sv,  "bird"sv, "blue"sv,   "boat"sv, "cat"sv,  "dog"sv,  "good"sv, "green"sv,
    "ha"sv,    "is"sv,   "la"sv,   "little"sv, "moon"sv, "no"sv,   "not"sv,  "on"sv,   "one"sv,
    "or"sv,    "rain"sv, "red"sv,  "row"sv,    "snow"sv, "star"sv, "sun"sv,  "that"sv, "the"sv,
    "three"sv, "to"sv,   "tree"sv, "two"sv,    "very"sv, "yes"sv,  "your"sv,
};

Sample copied(std::vector<std::string> words) {
    Sample sample;
    for (int j = 0; j < static_cast<int>(words.size()); ++j) sample.sure.push_back({j, j});
    sample.target = words;
    sample.source = std::move(words);
    sample.has_gold = true;
    return sample;
}

} // namespace

std::span<const std::string_view> repeated_words() { return language; }

Sample sample_copy(Random& random) { return sample_copy(random, 4, 40); }

Sample sample_copy(Random& random, int shortest, int longest) {
    const auto count = static_cast<std::uint64_t>(shortest) +
                       random.below(static_cast<std::uint64_t>(longest - shortest + 1));
    const std::uint64_t different = 2 + random.below(3);
    std::vector<std::string> some;
    while (some.size() < different) {
        std::string word(language[random.below(language.size())]);
        if (std::find(some.begin(), some.end(), word) == some.end()) some.push_back(std::move(word));
    }
    std::vector<std::string> words{some[random.below(different)]};
    while (words.size() < count)
        words.push_back(random.below(2) == 0 ? words.back() : some[random.below(different)]);
    return copied(std::move(words));
}

std::optional<Sample> copy_reference(std::string_view text) {
    std::vector<std::string> words = read_tokens(text, {TokenLevel::Word, true});
    if (words.empty()) return std::nullopt;
    return copied(std::move(words));
}

} // namespace heed::tasks
