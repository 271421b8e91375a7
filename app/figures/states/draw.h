// The parts of the figure of states, each drawn by its own file. Inside that figure only.
#pragma once

#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/states/states.h"

#include <optional>
#include <string>
#include <vector>

namespace heed::states {

/// One path in its card.
struct Panel {
    const StatesPicture& whole;
    const StatePath& path;
    const Canvas& canvas; // of the scene; its plan is the heatmap's
    Box card, map;        // the map within the card, without its words
    Box strip;            // of the small maps; no height: none
    float scale = 1;      // px a unit of the plane, the same both ways
    Point middle;         // of the paths, in the plane
    float radius = 4.5f;  // of a dot

    std::vector<Point> at, before; // px
    std::vector<Seen> seen;        // by column
    std::vector<std::optional<Box>> labels;
    int first = 0, last = 0; // columns at the path's two ends, in the order in which it is made

    int count() const { return static_cast<int>(at.size()); }
    bool decoder() const { return path.of_decoder(); }
    bool backward() const { return path.choice.kind == analysis::StateKind::Backward; }
    Color color() const;
    const Palette& colors() const { return canvas.colors; }
    Point place(float x, float y) const;
    /// The column under the pointer, the one that is chosen, the one the playhead has reached; -1: none.
    int hovered() const;
    int chosen() const;
    int current() const;
    /// What is written beside column k, and whether it is known yet.
    TokenText label(int k) const;
    Color label_color(int k) const;
    bool known(int k) const;
    float label_size() const { return count() <= 40 ? 13.0f : 11.0f; }
    PickId pick(int k) const;
    std::string tooltip(int k) const;
};

Panel make_panel(const StatesPicture& whole, const StatePath& path, const Canvas& canvas, Box card,
                 float strip_height);
void draw_panel(const Panel& panel);
/// The small maps, one a token: the surroundings of each state. As many as there is room for, about the one
/// looked at.
void draw_strip(const Panel& panel);
float strip_cell(const Panel& panel);

/// Dots of the same place, drawn as one: its area is their number.
struct Hits {
    Point at;
    int count = 1;
};
std::vector<Hits> hits_of(const Panel& panel);

} // namespace heed::states
