// A scene made larger.
#pragma once

#include "app/figures/base/figure.h"

#include <functional>

namespace heed {

/// In a hall (overview §21) letters of 13 px are 24 high and those of 11 are 20: nothing is smaller than 18.
inline constexpr float hall_letters = 24.0f / 13;

/// Everything in it, strokes and letters included, so many times larger.
Scene scaled(Scene scene, float by);
/// What `draw` draws, as much larger; letters are measured as they will stand there, for they do not grow
/// evenly.
Scene drawn_larger(const FigureStyle& style, float by, const std::function<Scene(const FigureStyle&)>& draw);

} // namespace heed
