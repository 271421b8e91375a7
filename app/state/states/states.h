// What the view of the states does with commands and results. Pure: state in, state and orders out.
#pragma once

#include "app/state/states/states_state.h"
#include "app/state/update.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// Whether Step shows the states in place of the network.
bool shows_states(const AppState& state);
/// The source of the bank: the user's choice, as far as this model has it.
BankSource bank_source(const AppState& state);
/// The sentences that neighbours are looked for in; null: none yet.
std::shared_ptr<const StateBank> bank_of(const AppState& state);
/// The state whose neighbours are shown: the chosen one, else where the playhead stands.
PathPlace place_looked_at(const AppState& state);
/// Whether the task of the model can be drawn from.
bool can_draw(const AppState& state);
/// Which of the encoder's states are shown: the chosen ones, as far as this model has them.
analysis::StateKind encoder_states(const AppState& state);
/// The row of decoder cells that is shown.
int decoder_row(const AppState& state);

EffectList follow_states(AppState& state);
/// Shows them in place of the network, or the network again.
void show_states(AppState& state);
void apply_paths(AppState& state, const Paths& paths);
void apply_bank(AppState& state, const BankState& bank);
void apply_near(AppState& state, const NearStates& near);

/// All that is shown, for a dump; and what the user chose, as in a session.
nlohmann::ordered_json states_to_json(const AppState& state);
nlohmann::ordered_json state_choices_to_json(const AppState& state);
nlohmann::ordered_json state_settings_to_json(const StatesOptions& states);
void states_from_json(const nlohmann::json& json, StatesOptions& states);
/// Each value on its own: one of the wrong kind or out of range is left as it is.
void states_from_json(const nlohmann::json& json, StatesChoices& states);
/// The same in place of what was chosen before.
void states_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
