// A small layouter for rows of mathematics and for lines of words, measured as they will be drawn.
#pragma once

#include "app/figures/base/figure.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// The main size of a row, and its ink where the markup names no role.
struct MathStyle {
    float size = 15;
    Color color;
    float script = 11; // size of sub- and superscripts
    float drop = 3, raise = 6;
    float mono = 11;
};

/// Letters that stand alone are variables (italic), two and more in a row a function's name (upright), digits
/// and signs upright. `_x` `_{…}` is a subscript, `^x` `^{…}` a superscript. Backticks: monospaced, as it
/// stands.
/// '|' separates letters without a gap. {f:…} {b:…} {d:…} {a:…} {o:…} take the colour of a role (forward,
/// backward, decoder, attention, output), {1:…} {2:…} {3:…} that of t1, t2, t3; a script after the brace has
/// the row's own ink, one inside it the role's. "{f:→h}_{j−1}" is a forward state.
///
/// One piece of such a row: text in one face, `x` from the row's left, `y` from its middle line.
struct MathPiece {
    std::string text;
    Face face = Face::Regular;
    float size = 15;
    Color color;
    float x = 0, y = 0;
};

struct MathRow {
    std::vector<MathPiece> pieces;
    float width = 0;
};

MathRow math(std::string_view markup, const MathStyle& row, const FigureStyle& style);
/// Draws a row with its left edge at at.x and its middle (as of a TextItem of the main size) at at.y.
void draw(Scene& scene, const MathRow& row, Point at);

/// A fraction with a bar between; `at` is the left end and the middle of the bar, which is `width` long.
void draw_fraction(Scene& scene, const MathRow& above, const MathRow& below, Point at, float width,
                   float distance, Color bar);

/// Text broken at spaces into lines no wider than `width`; a word wider than that, as a path may be, goes on
/// in the next.
std::vector<std::string> wrap(const std::string& text, float width, Face face, float size,
                              const TextMetrics& metrics);
/// The text, or as much of its beginning as fits before an ellipsis.
std::string fit(const std::string& text, float width, Face face, float size, const TextMetrics& metrics);
/// The text, or as much of its end as fits after an ellipsis.
std::string fit_end(const std::string& text, float width, Face face, float size, const TextMetrics& metrics);

} // namespace heed
