// The mapping assistant on the screen.
#pragma once

#include "app/state/assistant/shown.h"
#include "app/views/views.h"

namespace heed {

void assistant_view(Ui& ui, Box room);

/// Where its table stands, in a window so wide, and how high the heading of that is.
Box assistant_table(Box room, float width);
inline constexpr float assistant_heading = 76;
/// Where a message that would like to be so wide stands while it is shown: over the words of the heading,
/// which are no control. Below lie the rows, and the maps that were just made.
Box assistant_message(Box table, float wanted);

/// The cards at the right: questions, what the example says, and where it is saved.
void assistant_side(Ui& ui, Box column);
/// Below the table: the input, its output, and the maps.
void assistant_trial(Ui& ui, Box box);
/// What the part of a row is, under it.
void assistant_parts(Ui& ui, Box below);

} // namespace heed
