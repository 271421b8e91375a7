// Items of tasks whose input is not a sentence: a text that the architecture reads, its right answer, and
// what an attention map should show.
#pragma once

#include "core/base/random.h"

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::tasks {

/// Cells {row, column} of one map that explain the answer.
struct GoldMap {
    std::string map; // "pool.attention"
    std::vector<std::array<int, 2>> cells;
    bool operator==(const GoldMap&) const = default;
};
struct Item {
    std::string input, answer; // as a person types and reads them
    std::vector<GoldMap> gold;
    bool operator==(const Item&) const = default;
};

/// {"input": …, "answer": …, "gold": {map: [[row, column], …]}}, without a line end.
std::string to_json_line(const Item& item);
/// Reads the same; an answer may be a number, and "gold" may be absent. Throws heed::Error naming `subject`.
Item item_from_json(const nlohmann::json& json, const std::string& subject);

struct ItemTask {
    std::string_view name;        // on the command line: "adding"
    std::string_view title;       // "Adding"
    std::string_view description; // one sentence
    std::string_view hint;        // in an empty field
    std::string_view unit, units; // "moment", "moments"
    std::string_view holds;       // what its language holds
    Item (*sample)(Random&);
    Item (*of_length)(Random&, int moments);
    /// The right answer and gold of what a user typed. Throws heed::Error naming `subject` and the word at
    /// fault.
    Item (*reference)(std::string_view text, const std::string& subject);
    std::span<const std::string_view> examples;
    std::span<const int>
        lengths; // that models are measured at: within the trained ones, and twice the longest

    double tolerance = 0;                          // of answers that are numbers
    std::vector<std::string> (*words)() = nullptr; // that an input may hold, where it is made of words
    std::span<const std::string_view> classes{};   // the answers, where there are so few
    std::string_view usual = "linear"; // the member of the family that is trained where none is named
    std::string_view gold = "moment";  // what a gold cell points at
    /// How good an answer is that need not be exact, from 0 to 1, and what that is called in files and on
    /// cards; null: only what is right counts.
    double (*measure)(std::string_view input, std::string_view answer, std::string_view given) = nullptr;
    std::string_view measured{}, measured_words{}; // "area", "area covered"
    /// How the right answer to what a user typed comes about: "½ + ¼ (.83 − .97)"; null: it needs no words.
    std::string (*worked)(std::string_view text) = nullptr;
};

/// Whether a model's answer counts as right: of its words each the same, or a number no further from the
/// right one than the task allows; without a task, than adding allows.
bool is_right(const ItemTask* task, std::string_view answer, std::string_view given);

/// Every such task, in the order in which lists show them; and the one of that name, or null.
std::span<const ItemTask> item_tasks();
const ItemTask* find_item_task(std::string_view name);
/// The same, for a name a user gave. Throws heed::Error that lists the names there are.
const ItemTask& get_item_task(std::string_view name);

} // namespace heed::tasks
