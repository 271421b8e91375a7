// What is shown of a change that has not been made: another row of weights beside an output's own, and how
// little of one would make it another.
#pragma once

#include <string>
#include <vector>

namespace heed {

/// Weights that an output might have.
struct RowPreview {
    int output = -1;
    std::vector<float> weights{}; // (T)
    bool operator==(const RowPreview&) const = default;
};

/// The least weight found that, moved to one source token, makes an output another.
struct FragilityMark {
    enum class State { Pending, None, Found, Forced }; // Forced: its token was given
    State state = State::Pending;
    float moved = 0;
    int to = -1;         // source position
    std::string token{}; // what it would write, as its vocabulary has it
    bool operator==(const FragilityMark&) const = default;
};

} // namespace heed
