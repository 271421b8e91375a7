// Forecasting with attention, opened.
#pragma once

#include "app/views/gallery/pictures.h"

namespace heed {

void forecast_canvas(Ui& ui, Box room);
void forecast_panel(Ui& ui, Box room);
ResultLine forecast_hall(Ui& ui, Box room, float scale);
void forecast_output(Ui& ui, Box box); // beside the input
Narration forecast_words(Ui& ui, const Playhead& head);

} // namespace heed
