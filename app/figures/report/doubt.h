// What every picture says of a model that was understood only in part: amber hatching, a sign, and the
// sentence.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/base/scene.h"

#include <string>

namespace heed {

inline constexpr float doubt_height = 28; // of the band in the window

/// Lines at 45 degrees inside the box, as far apart as they are wide.
void add_hatching(Scene& scene, Box box, float width, Color ink);
/// A triangle with a stroke and a dot, so high.
void add_warning(Scene& scene, Point middle, float size, Color ink);

/// The band: so wide, doubt_height high.
Scene doubt_band(const std::string& doubt, float width, const FigureStyle& style);

/// A picture with the sentence below it, in lines of that size; as it is where there is no doubt.
Scene with_doubt(Scene picture, const std::string& doubt, float size, const FigureStyle& style);

} // namespace heed
