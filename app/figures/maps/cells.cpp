#include "app/figures/maps/cells.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/maps/map.h"

#include <cmath>

namespace heed {

std::optional<double> row_sum(const LabelledMap& map, int row) {
    const auto values = map.values.col(row).cast<double>().array();
    if (values.isNaN().all()) return std::nullopt;
    return values.isNaN().select(0.0, values).sum();
}

bool rows_sum_to_one(const LabelledMap& map, int first, int last) {
    for (int i = first; i <= last; ++i)
        if (!(std::abs(row_sum(map, i).value_or(1) - 1) < 0.005)) return false;
    return true;
}

Color Shading::color(float value) const {
    const bool dark = style.colors().dark();
    return difference() ? map_color(ColorMapId::Difference, dark, shade(value))
                        : map_color(style.map, dark, apply_scale(style.scale, value));
}

std::string Shading::number(float value) const {
    return difference() ? signed_number(value) : cell_number(static_cast<double>(value));
}

bool Shading::prints(float value) const { return (difference() ? std::abs(value) : value) >= printed_from; }

std::string Shading::most() const {
    if (!difference()) return "1";
    const auto value = static_cast<double>(scale);
    if (value > 1) return fixed(value, std::abs(std::round(value) - value) < 0.01 * value ? 0 : 2);
    int decimals = 2; // as many as tell the scale itself
    for (double power = 100; decimals < 6; power *= 10, ++decimals)
        if (std::abs(std::round(value * power) / power - value) < 0.01 * value) break;
    return decimals == 2 ? cell_number(value) : fixed(value, decimals).substr(1);
}

std::string Shading::least() const { return difference() ? std::string(minus_sign) + most() : "0"; }

MatrixItem Shading::matrix(Box box, int rows, int columns,
                           std::shared_ptr<const std::vector<float>> shades) const {
    MatrixItem matrix;
    matrix.box = box;
    matrix.rows = rows;
    matrix.columns = columns;
    matrix.values = std::move(shades);
    matrix.map = difference() ? ColorMapId::Difference : style.map;
    matrix.scale = difference() ? ValueScale::Linear : style.scale;
    matrix.dark = style.colors().dark();
    return matrix;
}

TiledItem Shading::tiles(Box box, std::shared_ptr<const MapValues> values) const {
    TiledItem tiles;
    tiles.box = box;
    tiles.rows = static_cast<float>(values->rows);
    tiles.columns = static_cast<float>(values->columns);
    tiles.values = std::move(values);
    tiles.map = difference() ? ColorMapId::Difference : style.map;
    tiles.scale = difference() ? ValueScale::Linear : style.scale;
    tiles.dark = style.colors().dark();
    tiles.minimum = difference() ? -scale : 0;
    tiles.maximum = difference() ? scale : 1;
    return tiles;
}

float difference_scale(float largest) {
    for (const float scale : {0.1f, 0.25f, 0.5f})
        if (largest <= scale) return scale;
    return 1;
}

float round_above(float value) {
    if (!(value > 0) || !std::isfinite(value)) return 1;
    const float power = std::pow(10.0f, std::floor(std::log10(value)));
    for (const float step : {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 8.0f})
        if (value <= step * power * 1.0001f) return step * power;
    return 10 * power;
}

std::string signed_number(float value) {
    const std::string number = cell_number(static_cast<double>(std::abs(value)));
    return number == ".00" ? number : (value < 0 ? std::string(minus_sign) : "+") + number;
}

float cell_gap(float side) { return side >= 14 ? 2.0f : side >= 5 ? 1.0f : side >= 3.5f ? 0.5f : 0.0f; }

float cell_radius(float side) { return side >= 14 ? 2.5f : side >= 9 ? 1.5f : 0.0f; }

void add_ramp(Scene& scene, const Shading& shading, Box bar, int steps, bool upright) {
    auto ramp = std::make_shared<std::vector<float>>(static_cast<std::size_t>(steps));
    for (std::size_t k = 0; k < ramp->size(); ++k) {
        const float share = static_cast<float>(k) / static_cast<float>(steps - 1);
        (*ramp)[k] = upright ? 1 - share : share;
    }
    scene.add(shading.matrix(bar, upright ? steps : 1, upright ? 1 : steps, std::move(ramp)));
}

void add_ramp_marks(Scene& scene, const Shading& shading, Box bar) {
    const Palette& c = shading.style.colors();
    add_frame(scene, bar, c.line2, 1);
    const auto tick = [&](float x, const std::string& text, Align align) {
        add_text(scene, {x, bar.bottom() + 10}, text, Face::Mono, 11, c.t3, align);
    };
    tick(bar.x, shading.least(), Align::Left);
    const float ends = text_width(shading.style, shading.least(), Face::Mono, 11);
    if (bar.w >= std::max(70.0f, 2 * ends + 12))
        tick(bar.centre().x, shading.difference() ? "0" : "0.5", Align::Centre);
    tick(bar.right(), shading.most(), Align::Right);
}

float add_difference_legend(Scene& scene, const FigureStyle& style, Point at, float width, float scale) {
    const Palette& c = style.colors();
    const std::string less = "less", more = "more";
    add_text(scene, at, less, Face::Regular, 11, c.t2);
    const Box bar{at.x + text_width(style, less, Face::Regular, 11) + 8, at.y - 5, width, 10};
    add_ramp(scene, {style, scale}, bar, 65);
    add_ramp_marks(scene, {style, scale}, bar);
    add_text(scene, {bar.right() + 8, at.y}, more, Face::Regular, 11, c.t2);
    return bar.right() + 8 + text_width(style, more, Face::Regular, 11);
}

} // namespace heed
