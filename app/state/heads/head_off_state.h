// Heads that were changed, in Step: what is looked at of it, and what was computed.
#pragma once

#include "app/state/heads/heads_state.h"
#include "app/state/languages.h"
#include "core/analysis/heads/cost.h"
#include "core/analysis/heads/pairs/over_pairs.h"
#include "core/trace/edits.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heed {

struct HeadCosts;
struct HeadOffWork;

/// Of switching each head off by itself, while it goes on; of any thread.
class HeadCostsProgress : public HeadsProgress {
public:
    /// `before`: what is known of the same run already; may be null.
    explicit HeadCostsProgress(std::shared_ptr<const HeadCosts> before) : so_far_(std::move(before)) {}
    /// What is known by now; null: nothing is.
    std::shared_ptr<const HeadCosts> so_far() const;
    /// `seconds`: that all of it took.
    void add(const std::shared_ptr<const Trace>& run, const heads::Cost& cost, double seconds);

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const HeadCosts> so_far_;
};

/// The runs that stand side by side.
struct HeadOffOrder {
    std::shared_ptr<const Trace> model, changed;
    std::vector<Edits> steps; // of the history, whose log p of the model's words is not known yet
    bool operator==(const HeadOffOrder&) const = default;
};

/// Log p of the model's words, by the edits.
using HeadOffSteps = std::vector<std::pair<Edits, double>>;

/// Over the pairs of a file.
struct HeadPairsOrder {
    std::shared_ptr<const Model> model;
    std::string file; // empty: nothing is asked for
    int turn = 0;
    HeadEdits edits;
    LanguageChoice languages;
    bool operator==(const HeadPairsOrder&) const = default;
};
struct HeadPairsKnown {
    HeadPairsOrder order;
    heads::PairsScore model, changed;
    long long bad = 0; // lines of the file that are no pair for this model
    std::string first_bad{};
};

struct HeadOffState {
    bool atlas = false;             // every head in its place, to choose another from
    int word = -1;                  // of the model's; -1: that which lost most
    std::optional<HeadPlace> above; // whose maps are shown; none: that which changed most
    bool every = true;              // what is changed next, is for every output
    bool asks_input = false;        // another input is being typed
    std::string input;              // that
    float scroll = 0;               // of the words, px

    HeadOffOrder asked;
    std::shared_ptr<const HeadOffWork> work; // the newest
    std::string problem;                     // why there is none of `asked`
    std::shared_ptr<const Trace> steps_of;   // the model's run that `steps` are of
    HeadOffSteps steps;                      // of that run

    std::shared_ptr<const Trace> costs_asked;
    std::shared_ptr<const HeadCosts> costs;
    std::shared_ptr<const HeadCosts> costs_part;       // of a job that was stopped, until it goes on
    std::shared_ptr<HeadCostsProgress> costs_progress; // of the job under way
    std::string costs_problem;
    bool costs_stopped = false;

    HeadPairsOrder pairs_asked;
    std::optional<HeadPairsKnown> pairs;
    std::shared_ptr<HeadsProgress> pairs_progress;
    std::string pairs_problem;
    bool pairs_stopped = false;
    int pairs_left = 0, pairs_all = 0; // where they were stopped, of how many; 0: they were being read
};

} // namespace heed
