// A weight as a mark or a colour of a terminal.
#pragma once

#include "app/figures/base/color_map.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace heed::cli {

struct Shade {
    float from;
    std::string_view mark, shown;
};
inline constexpr std::array<Shade, 5> shades{
    {{0, "·", "under .05"}, {.05f, "░", ".05"}, {.20f, "▒", ".20"}, {.45f, "▓", ".45"}, {.75f, "█", ".75"}}};

inline std::string_view shade(float weight) {
    std::string_view mark = shades.front().mark;
    for (const Shade& s : shades)
        if (weight >= s.from) mark = s.mark;
    return mark;
}

/// Ember on dark, whatever the terminal's own colours: cells bring their background.
inline Color cell_color(float weight) {
    return map_color(ColorMapId::Ember, true, std::clamp(weight, 0.0f, 1.0f));
}

} // namespace heed::cli
