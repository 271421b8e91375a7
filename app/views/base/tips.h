// Where tips stand.
#pragma once

#include "app/figures/base/scene.h"

#include <string_view>

namespace heed {

/// In UiMemory::places, in the picture that asks for a tip: what the tip must not cover. It stands left or
/// right of it where there is room, else below what is pointed at, as usual.
inline constexpr std::string_view beside_tip = "tip:beside";

/// A tip of that size in that window, px: below what is pointed at, or above it where that is asked for and
/// where there is no room below.
Box tip_box(Box pointed, Box size, Box window, Point mouse, bool above);

} // namespace heed
