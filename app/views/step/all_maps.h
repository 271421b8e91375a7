// Every map of a file at once, in place of the one that is chosen.
#pragma once

#include "app/views/base/ui.h"

namespace heed {

/// The thumbnails: what is pointed at is marked in all of them, a click enlarges one.
void all_maps(Ui& ui, Box room);
/// The map that is pointed at, or chosen, with its words; and the same place in the others.
void all_maps_panel(Ui& ui, Box room);

} // namespace heed
