// What the Compare workspace does with commands and results. Pure: state in, state and orders out.
#pragma once

#include "app/state/compare/compare_state.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

namespace heed {

/// Everything the current model can be compared under, in the order of chips and keys: its family as it was
/// trained, or the functions that need no weights of their own.
std::vector<CompareMember> compare_members(const AppState& state);
/// The trained members of the current model's family, itself among them.
std::vector<CompareMember> family_members(const AppState& state);
/// Whether the run has several heads over its source.
bool can_compare_heads(const AppState& state);
/// What may stand for a panel's run: as show_head() takes it, its title, and what is to be known of it.
struct HeadChoice {
    std::string head, title, detail;
};
std::vector<HeadChoice> head_choices(const PanelState& panel);
/// Whether each of the members is shown: from one to nine of them are.
std::vector<bool> shown_members(const AppState& state, std::span<const CompareMember> members);
/// The member that is the current model, or null.
const CompareMember* current_member(const AppState& state, std::span<const CompareMember> members);
/// What the second of two models is, and the second of two inputs.
std::string second_model(const AppState& state);
std::string second_input(const AppState& state);
/// Whether panels write the task's right answer in place of their own.
bool makes_right(const AppState& state);
/// What is changed in the runs that are compared, and in which of them, in a sentence; empty: nothing.
std::string changes_words(const AppState& state);
/// ".30", "1", "2.50".
std::string temperature_number(double temperature);

/// The panels that the state asks for; none outside Compare.
std::vector<PanelOrder> wanted_panels(const AppState& state);
/// What was chosen before, in place of what is now.
void put_choices(CompareState& compare, const CompareChoices& choices);
/// Brings the panels up to what is wanted, and asks for what is missing.
EffectList follow_compare(AppState& state);

/// A number key: shows or hides the function in Compare, takes it in Step.
EffectList nth_function(AppState& state, const Command& command);
void apply_panel(AppState& state, const PanelFinished& event);
void apply_panel_meaning(AppState& state, const PanelMeasured& event);
void apply_grown_panel(AppState& state, const PanelGrown& event);
/// Says in each panel that waits how far its run is; whether anything is said otherwise than before.
bool tell_pending(AppState& state);
/// Esc: what the panels wait for is given up, where some of it takes long. Nothing: there is none.
std::optional<EffectList> stop_compare(AppState& state);
/// Whether some panel was stopped by hand; it stays so until it is asked for again.
bool stopped_compare(const AppState& state);
void compare_again(AppState& state);
/// What is known of the meaning of the panels' weights, in its place; asks for what is missing.
EffectList follow_panel_meanings(AppState& state);
/// Whether Step can show the run whose weights were measured for a panel.
bool opens_meaning(const AppState& state, const PanelOrder& order);
/// Opens Step's view of meaning with a panel's model and input.
EffectList open_panel_meaning(AppState& state, const Command& command);
EffectList open_panel(AppState& state, const Command& command);
void reset_compare(AppState& state, Fresh fresh);
/// One input under several functions, of which each is shown or hidden.
bool shows_several(const AppState& state);
/// Moves the pinned cell; `rows` and `columns` by how many.
void move_pin(AppState& state, int rows, int columns);
/// What its panel shows; null: nothing.
std::shared_ptr<const Trace> pinned_trace(const CompareState& compare);
/// Once panels show words, or pieces: the pinned cell is what it was, or there is none. `before`: what
/// pinned_trace() was till now.
void follow_pin(CompareState& compare, const std::shared_ptr<const Trace>& before, bool words);
/// Esc: the difference first, then the pin. Whether there was something to clear.
bool clear_compare(AppState& state);

/// Outputs that the playhead has revealed; -1: all.
int revealed_outputs(const AppState& state);
/// How many outputs panels have: words, where they stand in place of pieces.
int output_count(const AppState& state);
/// Where the playhead stands with so many of them revealed.
int place_of_outputs(const AppState& state, int count);
/// The panels as figures take them: one that waits for longer than a moment is empty.
std::vector<ComparePanel> panel_figures(const AppState& state);
/// When panels change by themselves, on the clock; 0: they do not.
double compare_wakes_at(const AppState& state);
CompareOptions compare_options(const AppState& state);

/// All that is looked at, as in a dump.
nlohmann::ordered_json compare_to_json(const AppState& state);
/// The user's choices, as in a session.
nlohmann::ordered_json compare_choices_to_json(const CompareChoices& compare);
nlohmann::ordered_json compare_choices_to_json(const AppState& state);
/// Each value on its own: one of the wrong kind or out of range is left as it is.
void compare_from_json(const nlohmann::json& json, CompareChoices& compare);
/// The same in place of what was chosen before.
void compare_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
