// Attention pooling, opened.
#pragma once

#include "app/views/gallery/pictures.h"

namespace heed {

void pooling_canvas(Ui& ui, Box room);
void pooling_panel(Ui& ui, Box room);
/// In a lecture: its picture for a hall at that scale, and the one equation.
ResultLine pooling_hall(Ui& ui, Box room, float scale);
Narration pooling_words(Ui& ui, const Playhead& head);
void pooling_answer(Ui& ui, Box box);

} // namespace heed
