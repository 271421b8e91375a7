// Where everything stands on the query pad. Sizes are px at scale 1 (gallery §13).
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/query_pad/query_pad.h"

namespace heed::pads {

inline constexpr float label_size = 11;

struct Plan {
    Box pad;
    bool tall = true;                          // there is room for the sum tip to tail
    bool fields = true;                        // and for fields below
    float labels = 0, first = 0, column = 104; // x: row names, the first key's column; its width
    float title = 20, keys = 52, scores = 140, reach = 40, temperature = 218, weights = 360, unit = 84;
    Box sum; // tip to tail
    float tiles = 606, tile_width = 159, tile_height = 152;
    float legend = 784;
    float right = 0;

    float x(int key) const { return first + (static_cast<float>(key) + 0.5f) * column; }
    Point place(Point u) const {
        return {pad.x + (u.x / pad_reach + 1) / 2 * pad.w, pad.y + (1 - u.y / pad_reach) / 2 * pad.h};
    }
};
Plan plan_of(const QueryPad& pad, const PadSettings& settings);

struct Painter : Pen {
    const QueryPad& pad;
    const PadSettings& settings;
    const Plan& plan;
    int count() const { return static_cast<int>(pad.keys.size()); }
    float weight(int key) const { return pad.now().weights[static_cast<std::size_t>(key)]; }
    float energy(int key) const { return pad.now().energies[static_cast<std::size_t>(key)]; }
    int looked_at() const {
        return settings.hover_key >= 0 ? settings.hover_key
               : pad.selected >= 0     ? pad.selected
                                       : pad.strongest();
    }
};

void draw_plane(const Painter& p);
/// Without its title and words: for the card.
void draw_plane_alone(const Painter& p);
void draw_columns(const Painter& p);
void draw_tiles(const Painter& p);

/// "1.35, −0.50".
std::string point_words(Point p);
/// The corners of the smallest outline round all points, in order.
std::vector<Point> hull_of(std::vector<Point> points);

} // namespace heed::pads
