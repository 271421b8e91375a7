// Letters typed at a list go to the row that begins with them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace heed {

/// What was typed to find a row of a list. What is typed within a second goes on from what was typed before;
/// so does Space, which presses the row when nothing is being typed.
struct TypeAhead {
    std::string list, typed;
    double at = -10; // on the clock

    bool goes_on(double now) const;
    /// The next row whose label, or a word of it, begins as was typed; -1: there is none, or nothing was
    /// typed. `row`: the one that has the keyboard; -1: none.
    int find(const std::vector<std::string>& chords, double now, int row, int count,
             const std::function<std::string(int)>& label);
    /// The same of a list of which only the rows are shown that hold what was typed: it stays until Backspace
    /// takes it back. Whether it changed.
    bool filter(const std::vector<std::string>& chords, double now);
};

} // namespace heed
