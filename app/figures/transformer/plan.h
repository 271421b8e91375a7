// Where everything stands in the picture of a Transformer. Sizes are px at scale 1 (heads §25).
#pragma once

#include "app/figures/transformer/reading.h"

namespace heed::layered {

/// The columns of one side.
struct Block {
    int count = 0; // 0: it is not there
    float left = 0, width = 0, pitch = 0;
    float scroll = 0, most_scroll = 0;
    bool folded = false;  // it is not in front, and there is no room
    bool slanted = false; // tokens
    float x(int column) const { return left - scroll + (static_cast<float>(column) + 0.5f) * pitch; }
    float right() const { return left + width; }
    bool shows(int column) const { return x(column) > left - 0.5f && x(column) < right() + 0.5f; }
    bool scrolls() const { return most_scroll > 0; }
    float end() const { return std::min(right(), x(count - 1) + pitch / 2); }
    float cell_wide() const {
        return pitch >= 24 ? std::min(std::max(34.0f, 0.57f * pitch), pitch - 10)
                           : std::max(1.0f, pitch * 0.72f);
    }
    float bar_wide() const {
        return pitch >= 24 ? std::min(22.0f, pitch * 0.5f) : std::max(1.0f, pitch * 0.7f);
    }
};

struct Plan {
    Block source, output;           // of an encoder alone the first, of a decoder alone the second
    float names = 16, between = 0;  // left edge of the names; middle of what stands between the blocks
    float title = 16;               // left edge of the strip
    float right = 0;                // left edge of what stands right of the blocks
    float strip = 24;               // middles from here on
    float written = 0, context = 0; // output tokens, of slanted ones the lower ends; c
    bool marks = false;             // outputs have no room across: they are slanted, or nothing but marks
    float written_room = 0;         // px that slanted ones take; 0: they are marks
    float base = 0, bar_room = 0;   // of the weights
    float floor = 0, layer_pitch = 0;
    float cell_high = 0;
    bool compact = false; // cells are too low for bars
    float embedding = 0, token = 0;
    float slant_room = 0;           // below the tokens, where some are slanted
    float map = 0, row = 0;         // top edge; height of a row
    float heads = 0, head_high = 0; // top edge of the heads' maps; 0 high: there are none
    float legend = 0;               // 0: there is none

    float layer_y(int layer) const { return floor - static_cast<float>(layer) * layer_pitch; }
    float row_y(int r) const { return map + (static_cast<float>(r) + 0.5f) * row; }
    float map_end(int rows) const { return map + static_cast<float>(rows) * row; }
    const Block& block(bool of_decoder) const { return of_decoder ? output : source; }
};

/// Whether a word has room in a tile of its own.
bool fits_tile(const FigureStyle& style, const std::string& word, float pitch);
inline constexpr float least_tile_size = 11,
                       least_tile_edge = 5; // px: of words in tiles that have little room

/// Across alone.
Plan blocks_of(const Reading& reading, const TransformerSettings& settings);
Plan plan_of(const Reading& reading, const TransformerSettings& settings, const FigureStyle& style);

} // namespace heed::layered
