// Below the canvas, while a file is followed: the versions of it that were read, the newest at the right.
#pragma once

#include "app/views/base/ui.h"

namespace heed {

/// 0 where no file is followed.
float watch_strip_height(const AppState& state);
void watch_strip(Ui& ui, Box room);

} // namespace heed
