// How the picture of meaning is divided, and the pen that its parts share.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/meaning/meaning.h"

namespace heed::meaning {

inline constexpr int lane_count = 5;

struct Layout {
    float left = 0, pitch = 0; // of the first column; px a column
    int columns = 0, rows = 0;
    float source = 0;              // the tokens' line
    bool slanted = false;          // tokens too long for their columns
    float letters = 13;            // size of those that are not
    float map = 0, row = 0;        // the heatmap's top, px a row
    float lanes = 0, lane = 0;     // the first lane's top, px a lane
    Box caution, other, agreement; // the strip, and the cards
    float height = 0;

    float x(int j) const { return left + (static_cast<float>(j) + 0.5f) * pitch; }
    float right() const { return left + static_cast<float>(columns) * pitch; }
    float numbers() const { return right() + 112; } // at the right of lanes and rows: where they end
    float map_bottom() const { return map + row * static_cast<float>(rows); }
    float lanes_bottom() const { return lanes + lane * lane_count; }
};
Layout layout_of(const MeaningPicture& picture, const MeaningSettings& settings, const FigureStyle& style);

struct Sheet : Pen {
    const MeaningPicture& picture;
    const MeaningSettings& settings;
    const Layout& plan;
};

void draw_lanes(const Sheet& sheet);
void draw_other_weights(const Sheet& sheet, Box card);
void draw_agreement(const Sheet& sheet, Box card);

} // namespace heed::meaning
