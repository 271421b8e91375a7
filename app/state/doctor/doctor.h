// What the doctor does with commands and results. Pure: state in, state and orders out.
#pragma once

#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

/// Whether a run on the screen can be looked at by the doctor.
bool can_examine(const AppState& state);
/// Whether the inspector shows what it found, in place of the phase.
bool shows_doctor(const AppState& state);

EffectList follow_doctor(AppState& state);
WorkspaceJob doctor_job(const AppState& state);
void apply_doctor(AppState& state, const WorkDone& done);
void reset_doctor(AppState& state, Fresh fresh);
Rows doctor_commands();
nlohmann::ordered_json doctor_json(const AppState& state);

} // namespace heed
