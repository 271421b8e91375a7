#include "app/figures/on_paper.h"

#include "app/figures/base/shift.h"
#include "app/figures/maps/paper.h"

namespace heed {
namespace {

/// With a title above it, where there is one.
Picture titled(Picture picture, const PaperSettings& paper, const FigureStyle& style) {
    if (paper.title.empty()) return picture;
    constexpr float usual_font = 7;
    const float points = static_cast<float>(picture.units_per_inch) / 72;
    const float size = 1.4f * (paper.font_pt > 0 ? paper.font_pt : usual_font) * points, margin = size / 2;
    Scene head{.width = picture.scene.width};
    const float below = add_paper_lines(
        head, style, paper.title, {Face::Semibold, size, style.colors().t1, Align::Centre, 0.65f, 1.36f},
        {head.width / 2, margin}, head.width - 2 * margin);
    shift(picture.scene, 0, below);
    picture.scene.height += below;
    picture.scene.items.insert(picture.scene.items.begin(), head.items.begin(), head.items.end());
    return picture;
}

} // namespace

float px_wide(float width_mm, float font_pt) {
    constexpr float smallest_text = 11, usual_font = 7; // px, of a figure of the screen; pt
    return width_mm / 25.4f * 72 * smallest_text / (font_pt > 0 ? font_pt : usual_font);
}

Picture on_paper(Scene scene, float width, const PaperSettings& paper, const FigureStyle& style) {
    if (!paper.transparent) scene.background = style.colors().bg1;
    return titled({std::move(scene), static_cast<double>(width / (paper.width_mm / 25.4f))}, paper, style);
}

} // namespace heed
