#include "core/tasks/task.h"

#include "core/base/error.h"
#include "core/tasks/dates.h"
#include "core/tasks/reverse.h"
#include "core/tasks/translate.h"

#include <array>

namespace heed::tasks {
namespace {

using namespace std::string_view_literals;

constexpr std::array date_examples{"3 March 1987"sv, "07/11/99"sv, "Tuesday, 19 August 2014"sv};
constexpr std::array translate_examples{
    "the agreement on the european economic area was signed in august 1992"sv,
    "the president did not sign the treaty"sv,
    "two young women live in a small city"sv,
    "he said that the new law is difficult"sv,
    "mary arrived in paris on monday but john does not live in france"sv,
};
constexpr std::array reverse_examples{"attention"sv, "abcdefghij"sv, "thequickbrownfoxjumps"sv};

constexpr std::array table{
    Task{.name = "dates",
         .title = "Dates",
         .description = "Dates written in 25 ways, to year-month-day",
         .level = TokenLevel::Character,
         .lowercase = true,
         .sample = sample_date,
         .of_length = nullptr,
         .examples = date_examples,
         .placeholder = "Type a date, in any style",
         .first_run = "A small network that rewrites dates",
         .reading_note = date_note},
    Task{.name = "translate",
         .title = "English → French",
         .description = "Short English sentences, to French",
         .level = TokenLevel::Word,
         .lowercase = true,
         .sample = sample_translation,
         .of_length = nullptr,
         .examples = translate_examples,
         .placeholder = "Type an English sentence",
         .first_run = "A small network that translates English to French",
         .reading_note = [](std::string_view) { return ""sv; }},
    Task{.name = "reverse",
         .title = "Reverse",
         .description = "Letters, written backwards",
         .level = TokenLevel::Character,
         .lowercase = true,
         .sample = sample_reverse,
         .of_length = [](Random& random, int length) { return sample_reverse(random, length, length); },
         .examples = reverse_examples,
         .placeholder = "Type 5 to 40 letters",
         .first_run = "A small network that writes letters backwards",
         .reading_note = [](std::string_view) { return ""sv; }},
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
