#include "app/figures/base/paper_parts.h"

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
    for (const std::string& line : wrap_words(style, words, lines.size, room)) {
        add_text(scene, {at.x, at.y + lines.drop * lines.size},
                 fitted(style, line, lines.face, lines.size, room), lines.face, lines.size, lines.color,
                 lines.align);
        at.y += lines.step * lines.size;
    }
    return at.y;
}

std::vector<std::string> wrap_words(const FigureStyle& style, const std::string& text, float size,
                                    float room) {
    std::vector<std::string> lines;
    std::string line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t space = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, space - at);
        const std::string longer = line.empty() ? word : line + " " + word;
        if (!line.empty() && text_width(style, longer, Face::Regular, size) > room) {
            lines.push_back(line);
            line = word;
        } else {
            line = longer;
        }
        at = space + 1;
    }
    if (!line.empty()) lines.push_back(line);
    return lines;
}

} // namespace heed
