// The parts of what stands beside changed heads.
#pragma once

#include "app/state/heads/head_off.h"
#include "app/views/base/widgets.h"

#include <cmath>
#include <string>

namespace heed {

/// Filled from the top down.
struct HeadOffSide {
    Ui& ui;
    Box room;
    float y;
    static constexpr float edge = 20;
    /// Less of it where the room is low.
    float air(float usual) const { return room.h < 680 ? std::round(usual * 0.5f) : usual; }
    float left() const { return room.x + edge; }
    float right() const { return room.right() - edge; }
    float wide() const { return room.w - 2 * edge; }
    void heading(const std::string& title, const std::string& beside) {
        ui.text({left(), y}, title, Face::Semibold, 13, ui.colors.t1);
        ui.text({right(), y}, beside, Face::Regular, 11, ui.colors.t3, Align::Right);
        y += 24;
    }
};

/// What the changes do to the run, and to the pairs of a file.
void head_off_effects(HeadOffSide& side, const HeadOffWork& work);
/// Every step, what goes back, and the same for the command line; no work: there are no numbers yet.
void head_off_history(HeadOffSide& side, const HeadOffWork* work);

} // namespace heed
