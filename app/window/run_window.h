// The window, from its first frame to its last.
#pragma once

#include "app/state/window_options.h"

namespace heed {

/// Opens the window and returns the exit status when it is closed: 0, or 1 after one sentence on standard
/// error (no display, no OpenGL 3.3, a screenshot that could not be written).
int run_window(const WindowOptions& options);

} // namespace heed
