// The Search workspace in values.
#pragma once

#include "app/figures/search/tree_parts.h"
#include "core/trace/trace.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

struct TreePlan;

/// How sentences are searched for; a part of what undo brings back.
struct SearchSettings {
    std::optional<int> width{}; // empty: the model's own, as search_beam() has it
    std::optional<double> length_penalty{};
    double coverage_penalty = Beam{}.coverage_penalty;
    int longest = 0; // outputs at most; 0: the model's own limit
    bool operator==(const SearchSettings&) const = default;
};

/// A token in the making: it takes the place of the selected one.
struct TypedToken {
    std::string text;
    std::vector<std::string> offered; // tokens that begin like it
    int chosen = 0;                   // of them
    bool operator==(const TypedToken&) const = default;
};

/// What could stand at one output, as the model sees it.
struct SearchCandidates {
    int output = 0;
    std::vector<Candidate> list; // best first; the selected one is among them
    int chosen = -1;             // the selected token's id
    int others = 0;              // tokens that are not in the list
    double rest = 0;             // what they have together
};

struct SearchState {
    SearchSettings settings;
    std::vector<int> path; // ids from the first output to the selected node; empty: the start

    bool of_model =
        false; // where an edit made a second node of the same tokens: the one without it is selected

    // How it is looked at.
    std::string chosen_for;         // the input for which a node was selected first
    std::vector<TreeOpened> opened; // nodes whose other continuations are shown
    std::optional<TypedToken> typed;
    int revealed = -1;                  // outputs that are shown; -1: all
    std::vector<int> along;             // ids of the sentence that the playhead goes along
    float scroll_x = -1, scroll_y = -1; // of the tree; -1: follows the selection
    float zoom = 0;                     // of the tree, of the size that it has by itself; 0: that
    float tree_share = 0;               // of the height, for the tree; 0: as much as it needs
    float side = 0;                     // px for the panel at the right; 0: the usual ones
    int hovered = -2;                   // node of the tree; -2: none
    bool by_head = false;               // maps are those of the head in front in Step, not the model's own

    // What follows from it; null until it is known.
    std::shared_ptr<const Trace> found;   // the search without the newest edits
    std::shared_ptr<const Trace> changed; // and with them, where there are any
    std::shared_ptr<const Trace> probe;   // the run of the sentence through the selected node
    std::string problem;                  // why there is no search
    std::shared_ptr<const TreePlan> tree; // of both; never null once there was a search
    SearchCandidates candidates;

    /// What the tree was made of.
    struct Made {
        std::shared_ptr<const Trace> found, changed;
        std::map<int, std::string> kept, forced;
        std::optional<TypedToken> typed;
        std::vector<int> path; // while something is typed
        int opened = 0;        // candidates of opened nodes
        bool operator==(const Made&) const = default;
    } made;
};

} // namespace heed
