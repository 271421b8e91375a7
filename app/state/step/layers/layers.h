// Step of a Transformer: which layer and which heads are looked at.
#pragma once

#include "app/figures/transformer/transformer.h"
#include "app/state/commands/row.h"
#include "app/state/workspaces.h"

namespace heed {

/// The residual stream's paths in their place.
bool shows_stream(const AppState& state);
bool shows_layers(const AppState& state);

// Of the workspace's row.
Rows layers_commands();
void reset_layers(AppState& state, Fresh fresh);
bool leave_layer(AppState& state);
nlohmann::ordered_json layers_json(const AppState& state);
nlohmann::ordered_json layers_choices(const AppState& state);
void layers_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
