// How the values of a map become colours, inks and numbers: weights and differences alike.
#pragma once

#include "app/figures/base/color_map.h"
#include "app/figures/base/figure.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

inline constexpr float printed_from = 0.05f; // smaller values have no number in their cell

/// Of weights from 0 to 1 in the style's colours, or of differences from -scale to scale.
struct Shading {
    const FigureStyle& style;
    float scale = 0; // of differences; 0: weights

    bool difference() const { return scale > 0; }
    /// As a share of the colours; of differences .5 is none.
    float shade(float value) const { return difference() ? (value / scale + 1) / 2 : value; }
    Color color(float value) const;
    /// That reads on that value's cell.
    Color ink(float value) const { return ink_on(color(value)); }
    /// ".34"; of differences "+.21", "−.08", and nothing has no sign.
    std::string number(float value) const;
    bool prints(float value) const;
    std::string least() const, most() const; // what the ends of the colours stand for
    /// Cells of these shades (rows × columns, row by row; NaN: no cell), to which gap and radius may be
    /// added.
    MatrixItem matrix(Box box, int rows, int columns, std::shared_ptr<const std::vector<float>> shades) const;
    /// All of those numbers, which are not shades yet; a part of them may be asked for.
    TiledItem tiles(Box box, std::shared_ptr<const MapValues> values) const;
};

/// The difference at either end of the colours: the smallest of .1, .25, .5, 1 that holds the largest one.
float difference_scale(float largest);
/// The same for numbers that are small throughout: the smallest of 1, 2, 3, 4, 5, 6, 8 times a power of ten
/// that holds the value.
float round_above(float value);
/// "+.21", "−.08"; nothing has no sign.
std::string signed_number(float value);
/// px left between cells whose smaller side is this long.
float cell_gap(float side);
/// Of the corners of such a cell.
float cell_radius(float side);

/// All colours from the least to the most, left to right, or upwards; no outline.
void add_ramp(Scene& scene, const Shading& shading, Box bar, int steps, bool upright = false);
/// Round a ramp from left to right: its outline, and below it what its ends and its middle stand for.
void add_ramp_marks(Scene& scene, const Shading& shading, Box bar);
/// "less", the colours with three numbers beneath, "more", from the point on; returns where it ends.
/// The bar is 10 high about the point, its numbers stand 15 below it.
float add_difference_legend(Scene& scene, const FigureStyle& style, Point at, float width, float scale);

} // namespace heed
