// Tips that stand beside what they speak of.
#pragma once

#include <string_view>

namespace heed {

/// In UiMemory::places, in the picture that asks for a tip: what the tip must not cover. It stands left or
/// right of it where there is room, else below what is pointed at, as usual.
inline constexpr std::string_view beside_tip = "tip:beside";

} // namespace heed
