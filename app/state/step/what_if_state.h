// What Step shows of a what-if besides the edits themselves.
#pragma once

#include "app/figures/what_if/what_if.h"
#include "core/trace/request.h"

#include <optional>
#include <string>
#include <vector>

namespace heed {

/// The least change of a row that flips its output, as it was asked for and what came of it.
struct FlipState {
    std::optional<Request> request; // of the run whose row was changed; none: nothing was asked
    int output = -1;
    bool busy = false;
    bool found = false;         // else nothing flips it
    std::vector<float> weights; // (T), the row that does
    float moved = 0;            // total variation between it and the row as it was
    std::string before, token;  // what the model would write there, and what it writes instead
    std::string problem;        // why there is no answer
};

struct WhatIfState {
    bool arrows = false;                // D: the arrow keys change a weight
    bool nudging = false;               // and have done so: the gesture that is on is theirs
    bool every = false;                 // ablations change every output, not one
    WhatIfMap map = WhatIfMap::Changed; // in the heatmap

    // The field that is open over the canvas (Menu::Force, Menu::Weight), and what it is about.
    int output = -1, column = -1;
    std::string text, problem;
    std::vector<int> found; // token ids that the chooser offers, best first
    int chosen = 0;

    FlipState flip;
};

} // namespace heed
