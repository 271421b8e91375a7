// Lecture mode: the picture, one equation and one sentence fill the window.
#pragma once

namespace heed {

struct LectureState {
    bool on = false;
    bool blank = false; // nothing is on the screen, until the next key
    bool operator==(const LectureState&) const = default;
};

} // namespace heed
