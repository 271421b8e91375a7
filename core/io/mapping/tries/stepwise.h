// A search by steps. What an output's first row of weights is made of is less than what its second is: sets
// of answers that an early row tells off are not tried further, with whatever else.
#pragma once

#include "core/io/mapping/tries/answer_sets.h"

#include <functional>

namespace heed::io::mapping {

inline constexpr std::size_t most_steps = 4096;

/// Whether the answer shows in the tokens that are read of a source.
bool is_of_source(std::string_view question);

struct Settled {
    std::vector<AnswerSet> left;    // agree so far, as no other sets do
    std::vector<AnswerSet> nearest; // where none is left those that came nearest, best first
    std::size_t runs = 0;           // models that were made for it
    bool whole = false;             // false: it was stopped, or is too much
};
/// The sets of all answers by one example: its source's tokens, the first row, the second, and then all that
/// only later rows and probabilities tell. It ends where more than `most_runs` would be made: what it finds
/// is the same on every machine. `progress` is told of each run.
Settled settle(const Reading& reading, const OpenOptions& options,
               const std::vector<nlohmann::json>& examples, std::size_t most_left, Cancelled cancelled,
               const std::function<void(std::size_t runs)>& progress, std::size_t most_runs = most_steps);

} // namespace heed::io::mapping
