// The state as JSON, for --dump-state: tests, documentation, bug reports.
#pragma once

#include "app/state/app_state.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

nlohmann::ordered_json state_to_json(const AppState& state);
/// The text of the dump: indented, ends in a line feed.
std::string state_text(const AppState& state);

} // namespace heed
