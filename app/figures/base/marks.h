// Small drawing parts that several figures share.
#pragma once

#include "app/figures/base/figure.h"

#include <Eigen/Core>
#include <array>
#include <string>

namespace heed {

// ---------------------------------------------------------------------------------------------- motion

/// Cubic, fast at first: t in [0, 1].
float ease_out(float t);
float ease_in_out(float t);
/// Which part of an animation: 0 before `from`, 1 after `to`, in between straight.
float stage(float t, float from, float to);
Point on_curve(const CurveItem& curve, float t);
/// The part of a curve from its start to t.
CurveItem curve_until(const CurveItem& curve, float t);

// ---------------------------------------------------------------------------------------------- strokes

/// A box without a border, and one that is a border alone.
void add_fill(Scene& scene, Box box, Color color, float radius = 0);
void add_frame(Scene& scene, Box box, Color color, float width, float radius = 0, Dash dash = {});
void add_line(Scene& scene, Point a, Point b, Color color, float width = 1, Dash dash = {});
/// A straight arrow with an open head of that size at b.
void add_arrow(Scene& scene, Point a, Point b, Color color, float width = 1.25f, float head = 4);
/// The dashed outline of what is not computed yet.
void add_later(Scene& scene, Box box, const Palette& colors, float radius);
/// A ring outside the box: what is newest.
void add_ring(Scene& scene, Box box, Color color, float gap = 3, float radius = 5, float width = 1.5f);
Box around(Point centre, float width, float height);
Box grown(Box box, float by);

// ------------------------------------------------------------------------------------------- numbers as bars

/// A vector pooled to a few values: the mean of each run of neighbours.
struct Pooled {
    std::array<float, 8> values{};
    int count = 0;
};
/// `bars` at most 8, and at most the length of the column.
Pooled pool(const Eigen::MatrixXf& m, Eigen::Index column, int bars);
/// The largest |value| that pool() gives for any column; never 0.
float pooled_maximum(const Eigen::MatrixXf& m, int bars);
float mean_magnitude(const Eigen::MatrixXf& m, Eigen::Index column);
/// Bars about the middle line of the box: positive up, negative down and paler. `maximum` reaches the edge.
void add_sparkbars(Scene& scene, Box box, const Pooled& values, float maximum, Color up, Color down);

// ---------------------------------------------------------------------------------------------- text

/// JetBrains Mono's Latin, Greek and Cyrillic letters are all .6 em wide: no need to ask.
float text_width(const FigureStyle& style, const std::string& text, Face face, float size);
/// The text cut to the room, with an ellipsis where something was cut; an unknown word has a shorter name
/// first.
std::string fitted(const FigureStyle& style, const std::string& text, Face face, float size, float room);
void add_text(Scene& scene, Point at, std::string text, Face face, float size, Color color,
              Align align = Align::Left, float angle = 0);
/// A variable with a subscript, centred: c₇.
void add_symbol(Scene& scene, const FigureStyle& style, Point centre, const std::string& letter,
                const std::string& subscript, float size, Color color);

} // namespace heed
