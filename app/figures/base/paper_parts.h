// What the figures on paper share. In points; the settings' font is the size of the smallest text.
#pragma once

#include "app/figures/base/figure.h"

#include <string>
#include <vector>

namespace heed {

struct PaperSettings {
    float width_mm = 84;                    // 84 (one column) or 174
    float font_pt = 7;                      // at least 7 in print
    int first_row = 0, last_row = -1;       // inclusive; -1: to the end
    int first_column = 0, last_column = -1; //
    bool numbers = true;                    // weights of .05 and more
    bool caption = true;
    bool transparent = false;
    std::string title;
    bool operator==(const PaperSettings&) const = default;
};

/// A page of that width in points (1/72 inch), with its ground; its height is still to come.
Scene paper_page(const PaperSettings& settings, const FigureStyle& style);

/// How lines of a page are set: the first `drop` sizes below where they begin, each `step` sizes on.
struct PaperLines {
    Face face = Face::Regular;
    float size = 7;
    Color color;
    Align align = Align::Left;
    float drop = 0.6f, step = 1.4f;
};
/// The words in lines no wider than the room, from the point on; returns where the next line would begin.
float add_paper_lines(Scene& scene, const FigureStyle& style, const std::string& words,
                      const PaperLines& lines, Point at, float room);

} // namespace heed
