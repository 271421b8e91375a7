// What Step shows of a what-if besides the edits themselves.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/what_if/marks.h"
#include "app/figures/what_if/what_if.h"
#include "core/trace/request.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// The least change found of a row that flips its output, as it was asked for and what came of it.
struct FlipState {
    std::optional<Request> request; // of the run whose row was changed; none: nothing was asked
    int output = -1;
    bool busy = false;
    bool found = false;         // else nothing that was tried flips it
    bool shown = false;         // on the canvas, until it is used or dropped
    bool to_one = false;        // all that was moved went to one token: it is the output's fragility
    std::vector<float> weights; // (T), the row that does
    float moved = 0;            // total variation between it and the row as it was
    std::string before, token;  // what the model would write there, and what it writes instead
    std::string problem;        // why there is no answer
};

/// What came of looking for the fragility of an output (analysis/fragility.h).
struct FragileRow {
    FragilityMark mark;
    std::vector<float> weights; // (T), the row that makes it another
    std::string before;         // what the model would write there
};

/// Of a run, an output each.
struct RunFragility {
    std::string model; // which one it was, as FinishedRun::model
    Request request;
    std::vector<FragileRow> rows;
};

/// What is to be looked for, the most urgent output first.
struct FragilityOrder {
    std::string model;
    std::shared_ptr<const Trace> run; // null: nothing
    Request request;
    std::vector<int> outputs;
    bool operator==(const FragilityOrder&) const = default;
};

struct FragilityState {
    static constexpr std::size_t most_runs = 24;
    std::vector<RunFragility> runs; // the newest last
    FragilityOrder asked;
};

struct WhatIfState {
    LaidOut laid_out;    // under the pointer when the drag that is on took hold of a weight: Step keeps it
    bool arrows = false; // D: the arrow keys change a weight
    bool every = false;  // ablations change every output, not one
    WhatIfMap map = WhatIfMap::Changed; // in the heatmap

    // The field that is open over the canvas (Menu::Force, Menu::Weight), and what it is about.
    int output = -1, column = -1;
    std::string text, problem;
    std::vector<int> found; // token ids that the chooser offers, best first
    int chosen = 0;

    FlipState flip;
    std::shared_ptr<const Trace> previewed; // the run of what `flip` shows; null: it is not there
    FragilityState fragility;
};

} // namespace heed
