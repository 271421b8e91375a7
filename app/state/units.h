// What captions of the window call the tokens of the input.
#pragma once

#include "app/state/app_state.h"
#include "core/trace/places.h"

namespace heed {

/// "piece", "letter", "character", "word"; "moment", "row" … of what is read at once. Before anything was
/// read as the model's task says.
Unit read_unit(const AppState& state);
/// The same, "word" while pieces are shown as the words that they make.
Unit shown_unit(const AppState& state);

} // namespace heed
