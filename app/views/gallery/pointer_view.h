// A pointer network, opened.
#pragma once

#include "app/views/gallery/pictures.h"

namespace heed {

void pointer_canvas(Ui& ui, Box room);
void pointer_panel(Ui& ui, Box room);
ResultLine pointer_hall(Ui& ui, Box room, float scale);
Narration pointer_words(Ui& ui, const Playhead& head);
void pointer_output(Ui& ui, Box box);

} // namespace heed
