// Lecture mode: the picture, one equation and one sentence fill the window.
#pragma once

#include "app/state/step/zoom_state.h"

namespace heed {

struct LectureState {
    bool on = false;
    bool blank = false; // the screen is empty until the next key
    ZoomState outside;  // how much of the map stood in view before: it comes back
    bool operator==(const LectureState&) const = default;
};

} // namespace heed
