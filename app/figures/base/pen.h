// What every picture is drawn with: a scene that is being filled, in a style.
#pragma once

#include "app/figures/base/marks.h"

#include <string>

namespace heed {

struct Pen {
    Scene& scene;
    const FigureStyle& style;

    const Palette& colors() const { return style.colors(); }
    void text(Point at, const std::string& words, float size, Color color, Align align = Align::Left,
              Face face = Face::Regular) const {
        add_text(scene, at, words, face, size, color, align);
    }
    float measure(const std::string& words, Face face, float size) const {
        return text_width(style, words, face, size);
    }
    /// As much of the words as fits.
    std::string cut(const std::string& words, Face face, float size, float room) const {
        return fitted(style, words, face, size, room);
    }
};

} // namespace heed
