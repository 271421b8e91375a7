#include "app/figures/base/paper_parts.h"

#include "app/figures/base/equation.h"
#include "app/figures/base/marks.h"

#include <algorithm>

namespace heed {

Scene paper_page(const PaperSettings& settings, const FigureStyle& style) {
    Scene scene;
    scene.width = std::max(40.0f, settings.width_mm) / 25.4f * 72;
    if (!settings.transparent) scene.background = style.colors().dark() ? style.colors().bg0 : rgb(0xFFFFFF);
    return scene;
}

float add_paper_lines(Scene& scene, const FigureStyle& style, const std::string& words,
                      const PaperLines& lines, Point at, float room) {
    for (const std::string& line : wrap(words, room, lines.face, lines.size, *style.metrics)) {
        add_text(scene, {at.x, at.y + lines.drop * lines.size},
                 fitted(style, line, lines.face, lines.size, room), lines.face, lines.size, lines.color,
                 lines.align);
        at.y += lines.step * lines.size;
    }
    return at.y;
}

} // namespace heed
