#include "app/views/workspaces.h"

#include "app/state/step/told.h"
#include "app/state/workspaces.h"
#include "app/views/assistant/assistant.h"
#include "app/views/gallery/gallery.h"
#include "app/views/gallery/pad_view.h"
#include "app/views/memory/memory.h"
#include "app/views/navigator/navigator.h"
#include "app/views/step/heads/head_off_view.h"
#include "app/views/step/heads/heads_view.h"
#include "app/views/step/layers/layers_view.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace heed {
namespace {

void network_or_states(Ui& ui, Box room) {
    step_canvas(ui, room);
    states_switch(ui, room);
}

void states_or_network(Ui& ui, Box room) {
    states_canvas(ui, room);
    states_switch(ui, room);
}

void meaning_or_network(Ui& ui, Box room) {
    meaning_canvas(ui, room);
    states_switch(ui, room);
}

void heads_or_network(Ui& ui, Box room) {
    heads_canvas(ui, room);
    states_switch(ui, room);
}

void head_off_or_network(Ui& ui, Box room) {
    head_off_canvas(ui, room);
    states_switch(ui, room);
}

void layers_or_heads(Ui& ui, Box room) {
    layers_canvas(ui, room);
    states_switch(ui, room);
}

void stream_or_layers(Ui& ui, Box room) {
    stream_canvas(ui, room);
    states_switch(ui, room);
}

void no_side(Ui&, Box) {}
float no_side_width(const Ui&) { return 0; }

/// A margin of 16 included.
float compare_side_width(const Ui& ui) {
    return ui.state.narrow() ? 400.0f : std::clamp(std::round(ui.width * 0.2725f), 356.0f, 436.0f);
}

std::string_view first_letter(const AppState& s) { return s.compare.what == CompareWhat::Inputs ? "A" : ""; }

std::string_view compared_word(const AppState& s) {
    return s.compare.what == CompareWhat::Heads ? "Heads" : "Score";
}

Pointing hovered_cell(const AppState& s) {
    return {s.compare.hover.column, s.compare.hover.row, s.compare.hover.panel};
}

constexpr std::string_view newest = "The newest step explained";

constexpr WorkspaceView workspace_views[] = {
    {.id = "assistant",
     .canvas = assistant_view,
     .side = nullptr,
     .bar = nullptr,
     .side_tip = "",
     .page = true},
    {.id = "navigator",
     .canvas = navigator_view,
     .side = nullptr,
     .bar = nullptr,
     .side_tip = "",
     .page = true,
     .doubts = true},
    {.id = "mechanism",
     .canvas = mechanism_canvas,
     .side = mechanism_panel,
     .bar = transport,
     .side_tip = newest,
     .beside_input = mechanism_answer,
     .beside = 330,
     .least_input = 200,
     .beside_now = mechanism_beside,
     .narrate = mechanism_narration,
     .choice_word = mechanism_choice_word,
     .choice = mechanism_choice,
     .choices = mechanism_choices,
     .examples = mechanism_examples},
    {.id = "pad", .canvas = pad_view, .side = nullptr, .bar = nullptr, .side_tip = "", .page = true},
    {.id = "gallery",
     .canvas = gallery_cards_view,
     .side = nullptr,
     .bar = nullptr,
     .side_tip = "",
     .page = true},
    {.id = "doctor",
     .canvas = doctor_canvas,
     .side = inspector_panel,
     .bar = transport,
     .side_tip = newest,
     .narrate = doctor_narration},
    {.id = "head-off",
     .canvas = head_off_or_network,
     .side = head_off_panel,
     .bar = transport,
     .side_tip = "The changed head, what it does, and every step",
     .narrate = head_off_told},
    {.id = "heads",
     .canvas = heads_or_network,
     .side = heads_side,
     .bar = heads_bar,
     .side_tip = "One head, its measures, and which heads should align",
     .side_width = heads_side_width,
     .narrate = heads_narration},
    {.id = "stream",
     .canvas = stream_or_layers,
     .side = layers_panel,
     .bar = transport,
     .side_tip = newest,
     .narrate = layers_narration,
     .choice_word = told_word,
     .choice = told_choice,
     .choices = told_choices},
    {.id = "layers",
     .canvas = layers_or_heads,
     .side = layers_panel,
     .bar = transport,
     .side_tip = newest,
     .first_hint = true,
     .narrate = layers_narration,
     .choice_word = told_word,
     .choice = told_choice,
     .choices = told_choices},
    {.id = "step",
     .canvas = network_or_states,
     .side = inspector_panel,
     .bar = transport,
     .side_tip = newest,
     .first_hint = true},
    {.id = "states",
     .canvas = states_or_network,
     .side = states_panel,
     .bar = transport,
     .side_tip = "The state and what is near it",
     .first_hint = true},
    {.id = "meaning",
     .canvas = meaning_or_network,
     .side = inspector_panel,
     .bar = transport,
     .side_tip = newest,
     .narrate = meaning_words},
    {.id = "weights",
     .canvas = weights_canvas,
     .side = weights_panel,
     .bar = weights_bar,
     .side_tip = newest},
    {.id = "memory",
     .canvas = memory_view,
     .side = no_side,
     .bar = memory_bar,
     .side_tip = "",
     .side_width = no_side_width,
     .full_bar = true},
    {.id = "compare",
     .canvas = compare_view,
     .side = compare_side_panel,
     .bar = compare_bar,
     .side_tip = "Numbers and differences",
     .side_width = compare_side_width,
     .hovered = hovered_cell,
     .beside_input = compare_choice,
     .beside = 292,
     .least_input = 200,
     .usual_input = 700,
     .beside_now = compare_choice_width,
     .letter = first_letter,
     .choice_word = compared_word,
     .full_bar = true},
    {.id = "search",
     .canvas = search_view,
     .side = search_panel,
     .bar = search_bar,
     .side_tip = "Candidates, sentences and settings",
     .side_width = search_side_width},
};

} // namespace

const WorkspaceView& view_of(const AppState& s) {
    const std::string_view id = workspace_of(s).id;
    return *std::find_if(std::begin(workspace_views), std::end(workspace_views),
                         [&](const WorkspaceView& row) { return row.id == id; });
}

const WorkspaceView& chooser_of(const AppState& s) {
    const WorkspaceView& own = view_of(s);
    if (own.choices || s.view != "step" || !can_be_told(s)) return own;
    return *std::find_if(std::begin(workspace_views), std::end(workspace_views),
                         [](const WorkspaceView& row) { return row.id == "layers"; });
}

std::string choice_word(const AppState& s) {
    const auto word = chooser_of(s).choice_word;
    return std::string(word ? word(s) : "Score");
}

} // namespace heed
