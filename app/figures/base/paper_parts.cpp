#include "app/figures/base/paper_parts.h"

#include "app/figures/base/format.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float bar_from = 1.3f, bar_width = 0.95f, tick_from = 0.6f; // of the font, right of the cells

} // namespace

float color_bar_room(const FigureStyle& style, float font) {
    return (bar_from + bar_width + tick_from) * font + text_width(style, "0.75", Face::Regular, font) +
           1.6f * font;
}

void add_color_bar(Scene& scene, const FigureStyle& style, Box cells, float font) {
    const Palette& c = style.colors();
    const float height = std::max(std::min(cells.h, 220.0f), std::min(cells.h, 6 * font));
    const Box bar{cells.right() + bar_from * font, cells.y, bar_width * font, height};
    auto ramp = std::make_shared<std::vector<float>>(128);
    for (std::size_t k = 0; k < ramp->size(); ++k)
        (*ramp)[k] = 1 - static_cast<float>(k) / static_cast<float>(ramp->size() - 1);
    MatrixItem matrix;
    matrix.box = bar;
    matrix.rows = static_cast<int>(ramp->size());
    matrix.columns = 1;
    matrix.values = std::move(ramp);
    matrix.map = style.map;
    matrix.scale = style.scale;
    matrix.dark = c.dark();
    scene.add(matrix);
    scene.add(RectItem{bar, {0, 0, 0, 0}, c.t1, 0.4f, 0, {}});
    const int parts = height >= 5 * font * 1.3f ? 4 : height >= 3 * font ? 2 : 1;
    for (int k = 0; k <= parts; ++k) {
        const float value = static_cast<float>(k) / static_cast<float>(parts),
                    y = bar.bottom() - value * bar.h;
        add_line(scene, {bar.right(), y}, {bar.right() + 0.35f * font, y}, c.t1, 0.4f);
        add_text(scene, {bar.right() + tick_from * font, y},
                 k == 0       ? "0"
                 : k == parts ? "1"
                              : fixed(value, 2),
                 Face::Regular, font, c.t1);
    }
    const std::string title = "Attention weight";
    const float width = text_width(style, title, Face::Medium, font);
    if (width <= bar.h + 2 * font)
        add_text(scene,
                 {cells.right() + color_bar_room(style, font) - 0.6f * font,
                  std::max(bar.centre().y, cells.y + width / 2)},
                 title, Face::Medium, font, c.t2, Align::Centre, 90);
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
