#include "app/figures/maps/difference.h"

#include "app/figures/base/color_map.h"
#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"

#include <cmath>

namespace heed {

float difference_scale(float largest) {
    for (const float scale : {0.1f, 0.25f, 0.5f})
        if (largest <= scale) return scale;
    return 1;
}

Color difference_ink(const FigureStyle& style, float shade) {
    return ink_on(map_color(ColorMapId::Difference, style.colors().dark(), shade));
}

std::string signed_number(float value) {
    const std::string number = cell_number(static_cast<double>(std::abs(value)));
    return number == ".00" ? number : (value < 0 ? std::string(minus_sign) : "+") + number;
}

float add_difference_legend(Scene& scene, const FigureStyle& style, Point at, float width, float scale) {
    const Palette& c = style.colors();
    const std::string less = "less", more = "more";
    add_text(scene, at, less, Face::Regular, 11, c.t2);
    const Box bar{at.x + text_width(style, less, Face::Regular, 11) + 8, at.y - 5, width, 10};
    auto ramp = std::make_shared<std::vector<float>>(65);
    for (std::size_t k = 0; k < ramp->size(); ++k)
        (*ramp)[k] = static_cast<float>(k) / static_cast<float>(ramp->size() - 1);
    MatrixItem matrix;
    matrix.box = bar;
    matrix.rows = 1;
    matrix.columns = static_cast<int>(ramp->size());
    matrix.values = std::move(ramp);
    matrix.map = ColorMapId::Difference;
    matrix.dark = c.dark();
    scene.add(matrix);
    scene.add(RectItem{bar, {0, 0, 0, 0}, c.line2, 1, 0, {}});
    const std::string most = cell_number(static_cast<double>(scale));
    const auto tick = [&](float x, const std::string& text, Align align) {
        add_text(scene, {x, at.y + 15}, text, Face::Mono, 11, c.t3, align);
    };
    tick(bar.x, std::string(minus_sign) + most, Align::Left);
    if (width >= 70) tick(bar.centre().x, "0", Align::Centre);
    tick(bar.right(), most, Align::Right);
    add_text(scene, {bar.right() + 8, at.y}, more, Face::Regular, 11, c.t2);
    return bar.right() + 8 + text_width(style, more, Face::Regular, 11);
}

} // namespace heed
