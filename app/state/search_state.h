// The Search workspace in values.
#pragma once

#include "core/trace/trace.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

/// How sentences are searched for; a part of what undo brings back.
struct SearchSettings {
    int width = 4;
    double length_penalty = 0.6, coverage_penalty = 0;
    int longest = 0; // outputs at most; 0: the model's own limit
    bool operator==(const SearchSettings&) const = default;
};

struct SearchState {
    SearchSettings settings;
    std::vector<int> path; // ids from the first output to the selected node; empty: the start

    // What follows from it; null until it is known.
    std::shared_ptr<const Trace> found;   // the search without the newest edits
    std::shared_ptr<const Trace> changed; // and with them, where there are any
    std::shared_ptr<const Trace> probe;   // the run of the sentence through the selected node
    std::string problem;                  // why there is no search
};

} // namespace heed
