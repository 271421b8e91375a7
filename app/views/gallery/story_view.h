// A recurrent entity network, opened: its story, which is written row by row.
#pragma once

#include "app/views/gallery/pictures.h"

#include <vector>

namespace heed {

void story_canvas(Ui& ui, Box room);
void story_panel(Ui& ui, Box room);
ResultLine story_hall(Ui& ui, Box room, float scale);
Narration story_words(Ui& ui, const Playhead& head);
std::string story_choice(const AppState& state); // of the keys

} // namespace heed
