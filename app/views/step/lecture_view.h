// Lecture mode: network, one equation, one sentence; nothing else in the window.
#pragma once

#include "app/views/base/ui.h"

namespace heed {

void lecture_view(Ui& ui);

} // namespace heed
