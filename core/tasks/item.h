// Items of tasks whose input is not a sentence: a text that the architecture reads, its right answer, and
// what an attention map should show.
#pragma once

#include "core/base/random.h"

#include <array>
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

struct ItemTask {
    std::string_view name;        // on the command line: "adding"
    std::string_view description; // one sentence
    std::string_view holds;       // what its language holds
    Item (*sample)(Random&);
    Item (*of_length)(Random&, int moments);
    /// The right answer and gold of what a user typed. Throws heed::Error naming `subject` and the word at
    /// fault.
    Item (*reference)(std::string_view text, const std::string& subject);
    std::span<const std::string_view> examples;
};

/// Every such task, in the order in which lists show them; and the one of that name, or null.
std::span<const ItemTask> item_tasks();
const ItemTask* find_item_task(std::string_view name);

} // namespace heed::tasks
