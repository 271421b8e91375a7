// What draws each workspace: the row parallel to app/state/workspaces.
#pragma once

#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/views/views.h"

namespace heed {

struct WorkspaceView {
    std::string_view id; // as in app/state/workspaces
    void (*canvas)(Ui&, Box);
    void (*side)(Ui&, Box);
    void (*bar)(Ui&);
    std::string_view side_tip;                      // what the side shows
    bool first_hint = false;                        // on a first run it says where to start
    float (*side_width)(const Ui&) = nullptr;       // else that of the inspector
    Pointing (*hovered)(const AppState&) = nullptr; // else AppState::hover
    // Beside the input: the output, or what it says instead, px wide; and how wide the input is at least, and
    // as a rule.
    void (*beside_input)(Ui&, Box) = nullptr;
    float beside = 0, least_input = 320, usual_input = 520;
    float (*beside_now)(const Ui&, float room) = nullptr;  // where that depends on what is looked at
    std::string_view (*letter)(const AppState&) = nullptr; // of the input, where there is another; or empty
    Narration (*narrate)(Ui&, const Playhead&) = nullptr;  // else that of an encoder-decoder's run
    // Beside the examples: what can be chosen of the model, and more examples before the usual ones.
    std::string_view (*choice_word)(const AppState&) = nullptr; // what it is called; else "Score"
    std::string (*choice)(const AppState&) = nullptr;           // else the scoring function
    std::vector<MenuItem> (*choices)(const AppState&) = nullptr, (*examples)(const AppState&) = nullptr;
    bool page = false;     // the canvas is all there is below the top bar: no input, no side, no bar
    bool full_bar = false; // where the line of words would be the bar has controls: messages stand above it
    bool doubts = false;   // a page of the loaded model's runs: it leaves room for what must be doubted of it
};

const WorkspaceView& view_of(const AppState& state);
/// The row that says what can be chosen beside the examples: of a model that is told what to write, that,
/// whatever of its run Step shows.
const WorkspaceView& chooser_of(const AppState& state);
/// What is chosen beside the examples is called so.
std::string choice_word(const AppState& state);

} // namespace heed
