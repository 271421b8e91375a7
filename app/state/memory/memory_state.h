// What the Memory workspace shows and what it has asked for.
#pragma once

#include "core/trace/request.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heed {

struct MemoryBoard;  // app/figures/memory/memory.h
struct LengthCurves; // app/state/memory/orders.h
struct Model;

/// What the influences are measured on.
struct MemoryOrder {
    std::shared_ptr<const Model> model; // of the input row
    std::string name, text;
    bool random = false; // weights as training begins with
    bool attentive = false;
    bool operator==(const MemoryOrder&) const = default;
};
/// The items whose accuracy is measured: of a task, drawn from that seed.
struct LengthsOrder {
    std::string name; // of a model of the task
    int seed = 1;
    bool attentive = false;
    bool operator==(const LengthsOrder&) const = default;
};

struct MemoryState {
    int follow = 0;               // the word, a source place from 0
    bool random = false;          // weights as training begins with, in place of the trained ones
    bool linear = false;          // the scale of the curves
    bool tokens = false;          // accuracy by length counts tokens, not whole items
    bool attentive = false;       // the readers shown are those of the models with attention
    std::set<std::string> hidden; // models whose chip is off
    int hover = -1;               // a state of the curves: words read, then outputs written; -1: none

    MemoryOrder asked;
    LengthsOrder asked_lengths;
    int seed = 1;                             // of the items
    std::shared_ptr<const MemoryBoard> board; // the newest that was made
    std::string problem, lengths_problem;     // why there is none; empty: there is, or will be
    std::string curves_task;                  // the curves are of
    std::shared_ptr<const LengthCurves> curves;
};

} // namespace heed
