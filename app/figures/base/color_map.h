// Colour maps: weights to colours.
#pragma once

#include "app/figures/base/scene.h"

#include <array>
#include <string_view>

namespace heed {

/// 256 steps from 0 to 1, interpolated in OKLab between the stops of design §2.
const std::array<Color, 256>& color_table(ColorMapId map, bool dark);
Color map_color(ColorMapId map, bool dark, float value);
float apply_scale(ValueScale scale, float value); // LiftSmall: square root
/// The ink that reads on that colour: #14171C where OKLab L > .62, else #F2F4F7.
Color ink_on(Color background);
std::string_view color_map_name(ColorMapId map); // "ember"

} // namespace heed
