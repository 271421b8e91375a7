// A session file: what --dump-state writes, read back. The request and the view settings; everything else is
// computed again.
#pragma once

#include "app/state/app_state.h"

#include <filesystem>

namespace heed {

/// Puts model, input, place and settings of the file into the state. Throws heed::Error: a file that cannot be
/// read, or is not of "format": "heed.state", "version": 1.
void load_session(AppState& state, const std::filesystem::path& file);

} // namespace heed
