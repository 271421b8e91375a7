// Every head of the run in Step: how they are looked at, and what was measured of them.
#pragma once

#include "app/figures/heads/look.h"
#include "app/state/languages.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

class Trace;
struct Model;
struct HeadMaps;
struct MapValues;
struct HeadReport;

/// A file of pairs that heads are measured over, to know it again.
struct HeadsOrder {
    std::shared_ptr<const Model> model;             // that runs its lines; null: there are runs of them
    std::vector<std::shared_ptr<const Trace>> runs; // the n-th of the n-th line
    std::string file;                               // empty: nothing is asked for
    int turn = 0;                                   // how often one was chosen: it may have been written anew
    LanguageChoice languages{};                     // that the model is told
    bool operator==(const HeadsOrder&) const = default;
};

/// Shared with the worker.
struct HeadsProgress {
    std::atomic<bool> given_up{false}; // nobody waits any longer
    std::atomic<int> done{0}, all{0};  // pairs
};

/// A head's map whose weights are multiplied by what each brings along.
struct HeadWeighted {
    std::shared_ptr<const Trace> run; // null: none is asked for
    bool words = true;
    std::optional<heads::Head> head{}; // there is one where there is a run
    heads::Reading reading = heads::Reading::Predicts;
    std::shared_ptr<const MapValues> map{}; // null: there is none
    bool same(const HeadWeighted& other) const {
        return run == other.run && words == other.words && head == other.head && reading == other.reading;
    }
};

/// Of one run.
struct HeadsKnown {
    std::shared_ptr<const Trace> run; // null: nothing
    bool words = true;                // else in pieces
    std::shared_ptr<const HeadMaps> maps;
    std::shared_ptr<const HeadReport> report;
};

/// The pairs of a model that was left, and what was measured over them.
struct HeadsOfModel {
    std::string model; // its id
    bool over_file = false;
    std::string file;
    int file_turn = 0;
    HeadsOrder order;
    std::shared_ptr<const HeadReport> corpus; // null: nothing was measured to its end
    long long bad = 0;
    std::string first_bad;
};

struct HeadsState {
    bool shown = false; // in place of the network
    HeadsLook look;
    float scroll_x = 0, scroll_y = 0;
    bool follow = false; // the chosen one is to be scrolled into sight
    std::shared_ptr<const Trace> asked_run;
    bool asked_words = true;
    HeadsKnown known;
    HeadWeighted weighted_asked;        // of the head that is looked at
    std::vector<HeadWeighted> weighted; // those that are there, the newest last
    std::string problem;                // why there is nothing of `asked_run`

    bool over_file = false; // what is shown was measured over the file, once it is there
    std::string file;       // absolute; empty: none was chosen
    int file_turn = 0;
    HeadsOrder asked;
    HeadsOrder order; // of what is known
    std::shared_ptr<const HeadReport> corpus;
    long long bad = 0; // lines of the file
    std::string first_bad;
    std::string file_problem;                // why there is nothing of `asked`
    std::shared_ptr<HeadsProgress> progress; // of the job under way
    bool stopped = false;                    // the last over `file` was given up
    std::string of_model;                    // the id of the model that all of this is of
    std::vector<HeadsOfModel> left;          // the newest last
};

} // namespace heed
