// The tasks this program can make data for: one visible table.
#pragma once

#include "core/base/random.h"
#include "core/tasks/sample.h"
#include "core/text/tokenizer.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heed::tasks {

struct Task {
    std::string_view name;        // on the command line and in config.json: "dates"
    std::string_view title;       // on the screen: "Dates"
    std::string_view description; // one sentence for a list or a card
    std::string_view holds;       // what its language holds: "25 written forms, years 1700 to 2199"
    TokenLevel level;
    bool lowercase; // the model reads lower case
    /// The words that a model of it knows, where its items have others too; null: those that occur.
    std::span<const std::string_view> (*words)() = nullptr;
    Sample (*sample)(Random&);
    /// An item of so many source tokens; null where lengths cannot be asked.
    Sample (*of_length)(Random&, int length);
    /// The one right target and gold links of what a user typed, whether or not a model was trained on such
    /// lengths or years; nothing if it is not of this task. The source is the text's tokens. Null where only
    /// a file knows the answers.
    std::optional<Sample> (*reference)(std::string_view text);

    // Words of the window.
    std::span<const std::string_view> examples; // the first is the one a first run opens with
    std::string_view placeholder;               // of the empty input line
    std::string_view unit, units;               // of its tokens: "letter", "letters"
    std::string_view first_run;                 // what the network is
    /// What to say beside an output about how this input was read, or nothing.
    std::string_view (*reading_note)(std::string_view input);

    Tokenizer tokenizer() const { return {level, lowercase}; }
};

/// Every task, in the order in which lists show them.
std::span<const Task> all();

/// "dates, translate, … or twoway".
std::string names();

/// The task of that name, or null.
const Task* find(std::string_view name);

/// The same, for a name a user gave. Throws heed::Error that lists the names there are.
const Task& get(std::string_view name);

} // namespace heed::tasks
