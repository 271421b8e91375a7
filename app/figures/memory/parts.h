// The four panels of the Memory workspace, and what they share.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/memory/memory.h"

#include <algorithm>

namespace heed::memories {

struct View : Pen {
    const MemoryBoard& board;
    const MemorySettings& settings;

    bool shown(const std::string& key) const { return !settings.hidden.contains(key); }
    int words() const { return static_cast<int>(board.words.size()); }
    int outputs() const; // of the model that writes most
    bool low() const { return is_low(settings); }
    /// The first where there is room for it.
    std::string either(std::string roomy, std::string low_one) const { return low() ? low_one : roomy; }
    float beside_title() const { return settings.switches ? memory_switch_width + 12 : 0; }
    int follow() const { return std::clamp(settings.follow, 0, std::max(0, words() - 1)); }
};

/// How a model's lines are drawn: attention in its colour, cells as greys told apart by dashes.
struct Stroke {
    Color color;
    Dash dash;
    float width;
};
Stroke stroke_of(const View& view, const std::string& cell, bool attention);

/// The same of what a model writes: in the colour of attention where it has it, dashed where several have.
Stroke writing_stroke(const View& view, const std::string& key, const std::string& cell, bool attention);
/// A card with its title and what is measured in it; returns the room below. `beside`: px kept free right of
/// the title.
Box panel(const View& view, Box box, const std::string& title, const std::string& measured, float beside = 0);
/// A polyline; parts without a number are left out.
void polyline(const View& view, const std::vector<Point>& points, const Stroke& stroke);
/// Names beside the ends of lines, moved apart where they would overlap.
struct EndLabel {
    float y;
    std::string text;
    Color color;
};
void end_labels(const View& view, std::vector<EndLabel> labels, float x, float room, float top, float bottom);

void draw_curves(const View& view, Box box);
void draw_lengths(const View& view, Box box);
void draw_sentences(const View& view, Box box);
void draw_triangles(const View& view, Box box);

} // namespace heed::memories
