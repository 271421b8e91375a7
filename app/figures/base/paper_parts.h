// What the figures on paper share. In points; `font` is the size of the smallest text.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/base/marks.h"

#include <string>
#include <vector>

namespace heed {

inline constexpr float printed_from = 0.05f;  // smaller weights have no number in their cell
inline constexpr float clear_of_edge = 0.09f; // of the font, on either side of a number
inline constexpr float tallest_map = 600;     // what a page holds beside its labels

/// What the colour bar needs right of the cells: gap, bar, ticks with their numbers, title.
float color_bar_room(const FigureStyle& style, float font);
/// The colours from 0 to 1, right of the cells.
void add_color_bar(Scene& scene, const FigureStyle& style, Box cells, float font);

/// Broken at spaces; a word wider than the room stays whole.
std::vector<std::string> wrap_words(const FigureStyle& style, const std::string& text, float size,
                                    float room);

} // namespace heed
