// Forecasting with attention, opened.
#pragma once

#include "app/views/gallery/pictures.h"

namespace heed {

void forecast_canvas(Ui& ui, Box room);
void forecast_panel(Ui& ui, Box room);
ResultLine forecast_lecture(Ui& ui, Box room, float scale);
Narration forecast_words(Ui& ui, const Playhead& head);

} // namespace heed
