// What is known of weights that were computed elsewhere.
#pragma once

#include <string>
#include <vector>

namespace heed {

/// The part of ModelFacts of architecture "weights".
struct GivenFacts {
    /// What was made of the file, and what it lacks, a sentence each, without its full stop.
    std::vector<std::string> notes;
    bool percentages = false; // the file's, divided by 100
};

} // namespace heed
