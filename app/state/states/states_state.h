// The path of the states in values: what of a run is shown, which states of other inputs are near, and where
// those come from.
#pragma once

#include "app/figures/states/states.h"
#include "core/trace/sentence_states.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

struct Model;

/// Whose states a state is compared with: inputs that were looked at so far, inputs drawn from the model's
/// task, or a file of sentences.
enum class BankSource { Runs, Drawn, File };

/// Both paths of a run. Equal orders have equal results.
struct PathOrder {
    std::shared_ptr<const Trace> trace, baseline; // baseline: null where there is none
    analysis::StateKind encoder = analysis::StateKind::Annotation;
    int row = 0; // of the decoder's cells, lowest first
    bool operator==(const PathOrder&) const = default;
};
struct Paths {
    PathOrder order;
    StatePath encoder, decoder;
};

/// Sentences to be run. Nothing is asked for where the model is null.
struct BankOrder {
    std::shared_ptr<const Model> model;
    BankSource source = BankSource::Drawn; // Drawn or File
    std::string file;
    int reading = 0; // counts how often the user asked anew
    bool operator==(const BankOrder&) const = default;
};
struct BankState {
    BankOrder order;
    std::shared_ptr<const StateBank> sentences; // so far; null: none yet
    int states = 0;                             // of the decoder, in them
    double share = 0;                           // of the file that is read, 0 … 1
    int bad = 0;                                // lines that could not be run
    std::string first_bad;                      // why the first of them was not
    bool done = false;
    bool full = false;   // it stopped because it holds as much as it may
    std::string problem; // why nothing more comes
};

/// The neighbours of one state. Nothing is asked for where the trace is null.
struct NearOrder {
    std::shared_ptr<const Trace> trace;
    PathPlace place;
    PathOrder path; // whose state it is
    analysis::Distance distance = analysis::Distance::Euclid;
    std::shared_ptr<const StateBank> bank;
    bool operator==(const NearOrder&) const = default;
};
struct NearStates {
    NearOrder order;
    std::vector<analysis::NearState> states; // nearest first
};

/// What the jobs were last asked for.
struct StateOrders {
    PathOrder path;
    NearOrder near;
    BankOrder bank;
    bool operator==(const StateOrders&) const = default;
};

/// What the user chose; kept in a session file and brought back by undo.
struct StatesOptions {
    bool shown = false; // in place of the network
    analysis::StateKind encoder = analysis::StateKind::Annotation;
    int row = -1; // of the decoder's cells; -1: the upper one
    analysis::Distance distance = analysis::Distance::Euclid;
    std::optional<BankSource> source; // none: drawn from the task where there is one, else the inputs so far
    std::string file;
    int offset = 0; // which token of a neighbour's sentence is marked: beside its own by so much
    bool operator==(const StatesOptions&) const = default;
};
/// And what is pointed at; kept as well.
struct StatesChoices : StatesOptions {
    bool decoder = true; // whose path the neighbours are of, where nothing is chosen
};

struct StatesState : StatesChoices {
    std::optional<PathPlace> chosen; // none: the state that the playhead has reached

    // What follows from it.
    int reading = 0;
    int hovered = -1; // of the neighbours in the list
    StateBank runs;   // of the loaded model: inputs that were looked at, oldest first
    std::shared_ptr<const StateBank> shared_runs; // the same, for a job
    std::shared_ptr<const Model> runs_of;
    std::shared_ptr<const Trace> visit;  // what is looked at now
    double visited = 0;                  // since when, on the clock
    int last_row = -1, last_column = -1; // of the selection, when it was last followed
    std::shared_ptr<const Paths> paths;  // the newest that are there
    BankState bank;                      // Drawn or File
    NearStates near;
    MatrixXf near_points = MatrixXf(2, 0); // their coordinates in the plane of their path
    StateOrders asked;
};

inline constexpr int drawn_sentences = 200;
inline constexpr int listed_neighbours = 24;

} // namespace heed
