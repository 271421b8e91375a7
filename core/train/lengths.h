// How well a model does as its inputs get longer: on fresh items of its task, length by length.
#pragma once

#include "core/analysis/gold/evaluation.h"
#include "core/base/executor.h"
#include "core/models/model.h"
#include "core/tasks/task.h"

#include <atomic>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <utility>
#include <vector>

namespace heed::train {

/// What a share may well be: the 95 % interval of Wilson 1927 for `share` of `items` drawn alike. Without
/// items all of 0 to 1.
struct Interval {
    double low = 0, high = 1;
};
Interval wilson(double share, int items);

/// Items of a task by their length in source tokens, without the end token.
using ItemsOfLength = std::map<int, std::vector<tasks::Sample>>;

struct LengthPlan {
    std::vector<int> lengths; // none: usual_lengths()
    int items = 200;          // of each, where the task has so many
    std::uint64_t seed = 1;
};
/// Of a task that makes items of any length 5, 10, … up to 60; of another every length its items have.
std::vector<int> usual_lengths(const tasks::Task& task);

/// Fresh items of the model's task: none of them is among those that the model of that recipe learns from.
/// Where the task makes no items of a given length they are drawn as they come, and rare lengths have fewer.
/// Throws heed::Error: a model of no task, or without its recipe.
ItemsOfLength fresh_items(const Model& model, const LengthPlan& plan);

struct LengthPoint {
    int length = 0;
    analysis::Tally tally;
    Interval exact, tokens; // of exact_match and token_accuracy; both count items, since an item's tokens go
                            // wrong together
};
struct LengthCurve {
    std::vector<LengthPoint> points; // shortest first
    int shortest = 0, longest = 0;   // of the inputs that it learnt from; 0: not said
};

/// Measures the model on such items, some at a time; lengths it cannot read are left out. `made` is told
/// after each length how many of all are done. Throws decode::Cancelled when `cancelled` becomes true.
LengthCurve accuracy_by_length(const Model& model, const ItemsOfLength& items,
                               const Executor& executor = in_turn,
                               const std::function<void(int done, int all)>& made = {},
                               const std::atomic<bool>* cancelled = nullptr);

/// training.shortest and training.longest of its config.json; {0, 0} where it does not say.
std::pair<int, int> trained_lengths(const Model& model);

/// {"trained": {"shortest", "longest"}|null, "points": [{"length", "items", "exact_match", "exact_interval":
/// [low, high], "token_accuracy", "token_interval": [low, high]}]}.
nlohmann::ordered_json to_json(const LengthCurve& curve);

} // namespace heed::train
