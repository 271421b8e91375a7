// The Memory workspace on the screen.
#pragma once

#include "app/views/views.h"

namespace heed {

void memory_view(Ui& ui, Box room);
void memory_bar(Ui& ui);

} // namespace heed
