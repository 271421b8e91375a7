#include "core/tasks/task.h"

#include "core/base/error.h"
#include "core/tasks/dates.h"
#include "core/tasks/letters.h"
#include "core/tasks/translate.h"
#include "core/tasks/words/names.h"
#include "core/tasks/words/repeats.h"

#include <algorithm>
#include <array>

namespace heed::tasks {
namespace {

using namespace std::string_view_literals;

constexpr std::array date_examples{"3 March 1987"sv, "07/11/99"sv, "Tuesday, 19 August 2014"sv,
                                   "the 2nd of June, 2031"sv, "1 Jan 2000"sv};
constexpr std::array translate_examples{
    "the agreement on the european economic area was signed in august 1992"sv,
    "the president did not sign the treaty"sv,
    "the two young women live in the small city"sv,
    "he said that the new law is difficult"sv,
    "mary arrived in paris on monday but john does not live in france"sv,
};
constexpr std::array reverse_examples{"attention"sv, "abcdefghij"sv, "thequickbrownfoxjumps"sv};
constexpr std::array copy_examples{"row row row your boat"sv, "a a a b b b b b a a a b b b"sv,
                                   "no no no no that is not that"sv, "la la la la la la la la"sv,
                                   "to be or not to be to be or not to be"sv};
constexpr std::array names_examples{
    "orvan tolbe saw mary in dresk"sv, "kluna saw the house of gremi on monday"sv,
    "john and stelor followed vantu"sv, "zibra found the letter of anna piwesk yesterday"sv,
    "mary lost the book in tresk"sv};
constexpr std::array alphabet_examples{"attention"sv, "zyxwvutsrq"sv, "mississippi"sv};
constexpr std::array twoway_examples{">attention"sv, "<attention"sv, "<brownfox"sv};

constexpr auto no_note = [](std::string_view) { return ""sv; };

constexpr std::array table{
    Task{.name = "dates",
         .title = "Dates",
         .description = "Dates written in 25 ways, to year-month-day",
         .holds = "25 written forms, years 1700 to 2199",
         .level = TokenLevel::Character,
         .lowercase = true,
         .sample = sample_date,
         .of_length = nullptr,
         .reference = date_reference,
         .examples = date_examples,
         .placeholder = "Type a date, in any style",
         .unit = "character",
         .units = "characters",
         .first_run = "A small network that rewrites dates",
         .reading_note = date_note},
    Task{.name = "translate",
         .title = "English → French",
         .description = "Short English sentences, to French",
         .holds = "197 English words: laws, ministers, parliaments, cities, books, dates",
         .level = TokenLevel::Word,
         .lowercase = true,
         .sample = sample_translation,
         .of_length = nullptr,
         .reference = translation_reference,
         .examples = translate_examples,
         .placeholder = "Type an English sentence",
         .unit = "word",
         .units = "words",
         .first_run = "A small network that translates English to French",
         .reading_note = no_note},
    Task{.name = "reverse",
         .title = "Reverse",
         .description = "Letters, written backwards",
         .holds = "5 to 40 letters, a to z",
         .level = TokenLevel::Character,
         .lowercase = true,
         .sample = sample_reverse,
         .of_length = [](Random& random, int length) { return sample_reverse(random, length, length); },
         .reference = reverse_reference,
         .examples = reverse_examples,
         .placeholder = "Type letters to reverse",
         .unit = "letter",
         .units = "letters",
         .first_run = "A small network that writes letters backwards",
         .reading_note = no_note},
    Task{.name = "copy",
         .title = "Copy with repeats",
         .description = "Words that repeat, written again",
         .holds = "4 to 24 words out of 61: letters and short words, two to four different ones at a time",
         .level = TokenLevel::Word,
         .lowercase = true,
         .sample = sample_copy,
         .of_length = [](Random& random, int length) { return sample_copy(random, length, length); },
         .reference = copy_reference,
         .examples = copy_examples,
         .placeholder = "Type words that repeat",
         .unit = "word",
         .units = "words",
         .first_run = "A small network that writes words again",
         .reading_note = no_note},
    Task{.name = "names",
         .title = "Names never seen",
         .description = "Sentences with names that no vocabulary holds, turned into the passive",
         .holds = "74 known words, and names made up of two or three syllables",
         .level = TokenLevel::Word,
         .lowercase = true,
         .words = known_words,
         .sample = sample_names,
         .of_length = nullptr,
         .reference = names_reference,
         .examples = names_examples,
         .placeholder = "Type who saw, drew or followed whom",
         .unit = "word",
         .units = "words",
         .first_run = "A small network that turns sentences round and copies the names",
         .reading_note = no_note},
    Task{.name = "alphabet",
         .title = "Sort letters",
         .description = "Letters, in the order of the alphabet",
         .holds = "3 to 20 letters, a to z",
         .level = TokenLevel::Character,
         .lowercase = true,
         .sample = sample_sort,
         .of_length = [](Random& random, int length) { return sample_sort(random, length, length); },
         .reference = sort_reference,
         .examples = alphabet_examples,
         .placeholder = "Type letters to sort",
         .unit = "letter",
         .units = "letters",
         .first_run = "A small network that sorts letters",
         .reading_note = no_note},
    Task{.name = "twoway",
         .title = "Copy or reverse",
         .description = "Letters, written again or backwards, as the first sign says",
         .holds = "> or <, then 3 to 12 letters, a to z",
         .level = TokenLevel::Character,
         .lowercase = true,
         .sample = sample_twoway,
         .of_length =
             [](Random& random, int length) {
                 const int letters = std::max(1, length - 1); // beside the tag
                 return sample_twoway(random, letters, letters);
             },
         .reference = twoway_reference,
         .examples = twoway_examples,
         .placeholder = "Type > to copy or < to reverse, then letters",
         .unit = "letter",
         .units = "letters",
         .first_run = "A small network that copies or reverses letters",
         .reading_note = no_note},
};

} // namespace

std::span<const Task> all() { return table; }

std::string names() {
    std::string text;
    for (const Task& task : table) {
        if (!text.empty()) text += &task == &table.back() ? " or " : ", ";
        text += task.name;
    }
    return text;
}

const Task* find(std::string_view name) {
    for (const Task& task : table)
        if (task.name == name) return &task;
    return nullptr;
}

const Task& get(std::string_view name) {
    if (const Task* task = find(name)) return *task;
    throw Error(std::string(name), "no such task", names(), "\"" + std::string(name) + "\"");
}

} // namespace heed::tasks
