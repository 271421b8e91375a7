// What a press in Compare's figures does.
#pragma once

#include "app/figures/base/scene.h"
#include "app/state/commands/command.h"

#include <optional>

namespace heed {

/// `panel`: of all panels, -1: none. `card`: what a double click enlarges there, -1: nothing. `clicks`:
/// presses in a row, this one included. Of a double click the first press pins the cell, and the second lets
/// it be.
std::optional<Command> compare_press(const PickId& what, int panel, int card, int clicks);

} // namespace heed
