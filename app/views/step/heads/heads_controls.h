// The controls above the atlas of heads, drawn into the canvas beside the switch of views.
#pragma once

#include "app/figures/heads/seen.h"
#include "app/views/base/ui.h"

namespace heed {

/// Px of the menu with a measure's name where the other controls take `others`: `whole` where there is room,
/// else what is left, and never less than a short name needs.
float measure_room(float room, float others, float whole);
/// Px that the grid stands lower: where not even the shortest words have room beside the switch of views,
/// what is looked at is chosen in a row of its own below it.
float heads_bar_lowers(Ui& ui, Box room, const atlas::Seen& seen);
/// `lowered`: what heads_bar_lowers says.
void heads_controls(Ui& ui, Box room, const atlas::Seen& seen, float lowered);

} // namespace heed
