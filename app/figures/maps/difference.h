// What maps of differences share: their colours, their numbers and their legend.
#pragma once

#include "app/figures/base/figure.h"

#include <string>

namespace heed {

/// The difference at either end of the colours: the smallest of .1, .25, .5, 1 that holds the largest one.
float difference_scale(float largest);
/// Where a difference stands on ColorMapId::Difference: .5 is none.
inline float difference_shade(float value, float scale) { return (value / scale + 1) / 2; }
/// The ink that reads on that shade.
Color difference_ink(const FigureStyle& style, float shade);
/// "+.21", "−.08"; nothing has no sign.
std::string signed_number(float value);

/// "less", the colours with three numbers beneath, "more", from the point on; returns where it ends.
/// The bar is 10 high about the point, its numbers stand 15 below it.
float add_difference_legend(Scene& scene, const FigureStyle& style, Point at, float width, float scale);

} // namespace heed
