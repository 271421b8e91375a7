// Presses in a row: 2 is a double click, 3 takes a line.
#pragma once

#include <cmath>

namespace heed {

/// Presses are told of between two frames. One that came while a slow frame was being drawn is told of late;
/// it counts as if it had come at the earliest time it can have, so that the two presses of a double click
/// are one however long the frame between them takes.
class ClickCount {
public:
    /// The window begins to listen, or stops listening for as long as a frame takes. Seconds.
    void listens(double now) { since_ = now; }
    void stops(double now) { busy_from_ = now; }

    int press(int button, double x, double y, double now) {
        const double came = now - since_ < waited ? busy_from_ : now;
        const bool goes_on = button == button_ && came - at_ < longest && std::hypot(x - x_, y - y_) < 3;
        count_ = goes_on ? count_ + 1 : 1;
        button_ = button;
        at_ = now;
        x_ = x;
        y_ = y;
        return count_;
    }
    /// The pointer is elsewhere, or a key was pressed: the next press begins a series anew.
    void moved(double x, double y) {
        if (std::hypot(x - x_, y - y_) >= 3) ends();
    }
    void ends() { button_ = -1; }
    int count() const { return count_; }

private:
    static constexpr double longest = 0.4; // seconds between two presses
    static constexpr double waited = 1e-3; // what is told of sooner was there before
    int button_ = -1, count_ = 0;
    double at_ = -10, x_ = 0, y_ = 0, since_ = -10, busy_from_ = -10;
};

} // namespace heed
