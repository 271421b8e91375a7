// How large a window must be, and how what is in it shrinks where the screen gives less.
#pragma once

#include <algorithm>

namespace heed {

inline constexpr int smallest_width = 960, smallest_height = 640; // px at scale 1
inline constexpr float smallest_scale = 0.5f;                     // below, letters are no longer read

/// The scale of a display, or less of it, so that all of the smallest window is seen in `width` × `height`
/// px: a small screen, or a window manager that asks nobody.
inline float scale_that_fits(float scale, int width, int height) {
    const float fits = std::min(static_cast<float>(width) / static_cast<float>(smallest_width),
                                static_cast<float>(height) / static_cast<float>(smallest_height));
    return std::min(scale, std::max(fits, smallest_scale));
}

} // namespace heed
