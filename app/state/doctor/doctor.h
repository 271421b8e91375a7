// What the doctor does with commands and results. Pure: state in, state and orders out.
#pragma once

#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

/// Whether a run on the screen can be looked at by the doctor.
bool can_examine(const AppState& state);
/// Whether the inspector shows what it found, in place of the phase.
bool shows_doctor(const AppState& state);
/// Whether the canvas does, in place of the network.
bool shows_doctor_page(const AppState& state);

/// What it looks at: "This sentence", "All 12", "held-out.tsv"; empty: there is no such thing.
std::string extent_words(const AppState& state, DoctorExtent extent);
/// "14 checks, 500 sentences, 6.4 s", or how far it has come.
std::string doctor_words(const AppState& state);
/// What was found, in a sentence.
std::string doctor_sentence(const AppState& state);

EffectList follow_doctor(AppState& state);
WorkspaceJob doctor_job(const AppState& state);
void apply_doctor(AppState& state, const WorkDone& done);
void reset_doctor(AppState& state, Fresh fresh);
bool leave_doctor(AppState& state); // Esc
std::string_view doctor_figure_id(const AppState& state);
std::shared_ptr<const Board> doctor_board(const AppState& state);
Rows doctor_commands();
nlohmann::ordered_json doctor_json(const AppState& state);
nlohmann::ordered_json doctor_choices(const AppState& state);
void doctor_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
