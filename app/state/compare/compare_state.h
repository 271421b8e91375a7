// The Compare workspace in values: what is compared, how, and what has come of it.
#pragma once

#include "app/figures/compare/pair.h"
#include "app/state/open/report_state.h"
#include "core/decode/telling.h"
#include "core/trace/request.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

struct Model;

/// Functions: members of the model's family; Heads: of its attention over the source. The others: two panels
/// and their difference.
enum class CompareWhat { Functions, Models, Inputs, Forced, Heads };

/// What one panel needs to be computed. Equal orders have equal results.
struct PanelOrder {
    std::string key;            // of the panel: "additive", or "first" and "second" of a pair
    std::string title, formula; // as the panel says
    std::string model;          // to load, where `loaded` is null
    std::shared_ptr<const Model> loaded;
    Request request;                      // empty text: there is nothing to compute yet
    OpenAnswers answers{};                // what goes with the model's name
    std::shared_ptr<const Trace> given{}; // weights computed elsewhere: there is nothing to run
    std::string loaded_id{};              // which model `loaded` is, as its runs are kept
    std::string head{};                   // that stands for the run, as show_head() takes it
    bool operator==(const PanelOrder&) const = default;
    /// Whether both are of one run, whatever is shown of it.
    bool same_run(const PanelOrder& o) const {
        return model == o.model && loaded == o.loaded && request == o.request && answers == o.answers &&
               given == o.given;
    }
};

/// What is left to be done for a panel.
struct PanelWork {
    PanelOrder order;
    std::shared_ptr<const Trace> run{}; // the run, where it is known: it is to be judged; null: all of it
    bool operator==(const PanelWork&) const = default;
};

/// What is left to be measured of a panel's weights: the run with the model's own.
struct PanelMeasure {
    PanelOrder order;
    std::shared_ptr<const Trace> run{}; // of its request, where it is known; null: it is to be made
    bool operator==(const PanelMeasure&) const = default;
};

/// What was measured of a run, found by its model and its request.
struct KnownMeaning {
    std::string model; // as FinishedRun::model
    Request request;
    PanelMeaning meaning;
};

struct PanelState {
    PanelOrder order;
    ComparePanel figure;                   // while `waiting`, its trace is of an older order, or null
    std::shared_ptr<const Trace> run{};    // what its trace was made from: in pieces, with all heads
    analysis::Judgement judgement{};       // of that run
    bool waiting = false;                  // a job is at work on it
    double since = 0;                      // on the clock
    std::optional<decode::Progress> far{}; // of its run, as far as was told
    bool stopped = false;                  // by hand, while it waits: nothing is asked for
};

/// What a model is compared under: a chip, a key, an entry of the Score menu.
struct CompareMember {
    std::string key, title;       // "scaled", "scaled dot"
    std::string model;            // what to load: "dates/scaled"
    std::string score, alignment; // "general", "local-m"
    bool operator==(const CompareMember&) const = default;
};

/// What the user chose; kept in a session file and brought back by undo. Which functions are shown is in the
/// settings.
struct CompareChoices {
    CompareWhat what = CompareWhat::Functions;
    bool shared = false;      // other scoring functions over the current model's own states
    std::string other_model;  // Models: what the second one is; empty: the next of the family
    std::string other_input;  // Inputs, where it was typed
    bool other_typed = false; // else the second input is the first with one word changed
    std::string target;       // Forced
    bool turned = false;      // the difference is first minus second
    bool by_position = false; // two inputs: tokens stand beside those of the same position, not their equals
    bool forced_rows = false; // every panel is made to write the task's right answer
    std::string enlarged;     // the panel that has all the room, or "difference"; empty: none
    CompareCell pinned;
    bool pinned_in_words = true;              // else its row and column count pieces
    std::map<std::string, std::string> heads; // which stands for a panel, by its key; none: the model's own
    int difference_a = -1, difference_b = -1; // panels of the difference that is shown, a before b; -1: none
    bool operator==(const CompareChoices&) const = default;
};

/// What was found for a text, so that it is looked for once.
struct AnswerTo {
    std::string model, text;
    std::optional<std::string> answer;
    bool operator==(const AnswerTo&) const = default;
};

/// What the panels' traces were last made of.
struct ShownMaps {
    bool words = true;
    std::vector<std::pair<std::shared_ptr<const Trace>, std::string>> panels; // run and head
    bool operator==(const ShownMaps&) const = default;
};

/// The same of the numbers.
struct Measured {
    int revision = -1, difference_a = -1, difference_b = -1;
    bool pair = false, by_position = false;
    bool operator==(const Measured&) const = default;
};

struct CompareState : CompareChoices {
    // What follows from it.
    CompareCell hover;
    int first_chip = 0;                            // the chips are moved left by so many
    std::vector<PanelState> panels;                // in the order of the screen
    int revision = 0;                              // counts changes of the panels
    std::vector<PanelWork> asked;                  // what the jobs were last asked for
    std::vector<PanelMeasure> asked_meaning;       // and of the panels' weights
    std::vector<KnownMeaning> meanings;            // the newest first
    std::shared_ptr<const CompareNumbers> numbers; // of the panels
    std::shared_ptr<const ComparePair> matched;    // the two whose difference is shown, or null
    ShownMaps maps;
    bool pieces = false; // some run is of pieces
    int head_panel = 0;  // whose head the menu chooses
    Measured measured;
    AnswerTo paired, right, other_right; // the second input by itself; the right answers to both

    bool pair() const { return what != CompareWhat::Functions && what != CompareWhat::Heads; }
};

inline constexpr int fewest_shown = 1;
inline constexpr double coldest_temperature = 0.1, hottest_temperature = 10; // of the slider

} // namespace heed
