// The query pad, opened: all that is below the top bar.
#pragma once

#include "app/views/views.h"

namespace heed {

void pad_view(Ui& ui, Box room);

} // namespace heed
