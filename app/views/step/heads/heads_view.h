// Every head of the run in Step's canvas, and beside it the one that is pointed at or chosen.
#pragma once

#include "app/figures/inspector/narration.h"
#include "app/views/base/ui.h"

namespace heed {

void heads_canvas(Ui& ui, Box room);
void heads_side(Ui& ui, Box room);
void heads_bar(Ui& ui);
float heads_side_width(const Ui& ui);
Narration heads_narration(Ui& ui, const Playhead& head);

} // namespace heed
