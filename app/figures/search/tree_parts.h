// What a tree shows besides the search itself.
#pragma once

#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace heed {

/// Continuations of one sentence that the search did not follow, to be drawn beside those it did.
struct TreeOpened {
    std::vector<int> path; // ids from the first output to the node they follow; empty: the start
    std::vector<Candidate> candidates;
};

/// A node in the making: what is typed in place of the output behind `path`.
struct TreeTyped {
    std::vector<int> path; // ids before it
    std::string text;
    bool known = false; // it is a token of the target vocabulary
};

} // namespace heed
