// Inputs one after the other: lines that were pasted, one of which is run at a time.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace heed {

struct InputList {
    std::vector<std::string> offered; // lines that were pasted as one; empty: nothing is offered
    std::vector<std::string> lines;   // the list that is walked through; empty: none
    int at = 0;                       // which of them was chosen last

    bool open() const { return !lines.empty(); }
    /// Where that input stands in the list: undo brings back what was run, not where one was.
    int place(const std::string& input) const {
        if (at >= 0 && at < static_cast<int>(lines.size()) && lines[static_cast<std::size_t>(at)] == input)
            return at;
        const auto found = std::find(lines.begin(), lines.end(), input);
        return found == lines.end() ? at : static_cast<int>(found - lines.begin());
    }
};

} // namespace heed
