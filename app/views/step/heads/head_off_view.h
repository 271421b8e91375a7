// What became of changed heads, in Step's canvas; beside it what is done to one of them, and what it did.
#pragma once

#include "app/figures/inspector/narration.h"
#include "app/views/base/ui.h"
#include "app/views/views.h"

namespace heed {

void head_off_canvas(Ui& ui, Box room);
void head_off_panel(Ui& ui, Box room);
/// Why changed heads cannot be compared, and what may be done about it; returns the height it takes.
float head_off_failed(Ui& ui, Box room);
Narration head_off_told(Ui& ui, const Playhead& head);
/// The lists of its three menus: heads that were changed, heads above, heads whose weights one may have.
std::vector<MenuItem> head_changed_items(const AppState& state);
std::vector<MenuItem> head_above_items(const AppState& state);
std::vector<MenuItem> head_other_items(const AppState& state);

} // namespace heed
