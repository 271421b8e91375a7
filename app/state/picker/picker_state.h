// The list of models in values: what is known of each, what is searched for, and small pictures of their
// runs.
#pragma once

#include "core/io/model/model_card.h"
#include "core/tasks/truth.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

class Trace;
struct Model;

/// What is known of a model before it is opened.
struct ModelAbout {
    std::string task{};           // of a folder in Heed's own format
    std::string function{};       // what sets it apart in its family: "general", "local-m", "lstm"
    std::string made_of{};        // "GRU 48, additive"
    std::string kind{};           // of what is one's own: "model", "checkpoint", "session"
    std::string about{}, words{}; // the first sentence of its card, and all of it
    io::ModelCard card{};
    bool runs = false; // it is small enough to be run beside the work
};

/// What a model makes of a text, in small.
struct PickerShot {
    std::string model, text;
    int rows = 0, columns = 0;                           // of the picture; 0: there is no map
    std::shared_ptr<const std::vector<float>> weights{}; // row by row
    std::string written;
    std::optional<bool> right; // where the task knows
    std::string problem;       // why there is none
};

struct PickerOrder { // the shot that is asked for
    std::string model, text;
    std::shared_ptr<const Model> loaded; // null: to be read
    std::shared_ptr<const Trace> run;    // null: to be run
    bool operator==(const PickerOrder&) const = default;
};

struct PickerState {
    static constexpr std::size_t most_shots = 160;

    bool open = false;
    std::string query;
    std::string family;           // on the right: a task, or picker_own
    std::string chosen;           // the model that Enter opens
    std::string card;             // the model whose card is shown in place of the list; empty: none
    std::deque<PickerShot> shots; // newest first
    std::optional<PickerOrder> asked;
};
inline constexpr std::string_view picker_own = "own"; // the family of what has no known task

/// What the task says of the run on the screen.
struct RunTruth {
    std::shared_ptr<const Trace> of;   // the run that was judged
    std::optional<tasks::Truth> truth; // none: the task does not know
    bool changed = false;              // the run was edited or forced
};

} // namespace heed
