// One recurrent network over its own past, opened.
#pragma once

#include "app/views/gallery/pictures.h"

namespace heed {

void past_canvas(Ui& ui, Box room);
void past_panel(Ui& ui, Box room);
ResultLine past_lecture(Ui& ui, Box room, float scale);
Narration past_narration(Ui& ui, const Playhead& head);
std::string past_choice(const AppState& state); // of the score, or of what else there is of its kind

} // namespace heed
