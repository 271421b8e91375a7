// The mapping assistant on the screen.
#pragma once

#include "app/state/assistant/shown.h"
#include "app/views/views.h"

namespace heed {

void assistant_view(Ui& ui, Box room);

/// The cards at the right: questions, what the example says, and where it is saved.
void assistant_side(Ui& ui, Box column);
/// Below the table: the input, its output, and the maps.
void assistant_trial(Ui& ui, Box box);
/// What the part of a row is, under it.
void assistant_parts(Ui& ui, Box below);

} // namespace heed
