// What is known of weights that were computed elsewhere.
#pragma once

#include <string>
#include <vector>

namespace heed {

/// The part of ModelFacts of architecture "weights".
struct GivenFacts {
    /// What was made of the file, and what it lacks, a sentence each, without its full stop.
    std::vector<std::string> notes;
    /// Of that, what was assumed of the numbers or changed in them: every picture and file says it.
    std::vector<std::string> assumed;
    int sentence = 0;  // which of the file's
    std::string order; // in which its axes were read, a letter an axis, as GivenAs::axes takes it
    std::vector<std::string> others; // in which they may as well be read
    bool may_start = false; // its last weight is taken for an end's: the first may be a start's as well
};

} // namespace heed
