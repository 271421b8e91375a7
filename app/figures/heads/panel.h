// What stands right of the atlas while it is drawn: two cards.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/heads/seen.h"

namespace heed::atlas {

/// Where everything stands, in px from the panel's top.
struct SheetPlan : HeadsPanelPlan {
    float left = 0, right = 0, each = 0;  // of the maps' cells: both edges, and a map's width
    float slant = 0, labels = 0;          // px that names of columns and rows may be long
    float map_top = 0, cell_high = 0;     // of the cells
    float caption_y = 0, table_pitch = 0; // below the maps; of the measures
    float between = 17;
    bool flat = false; // names of columns stand upright: each has room above its cell
};

struct Sheet : Pen {
    const Seen& seen;
    const HeadMaps& maps;
    const HeadsPanelSettings& settings;
    int head = -1; // its number in the report
    SheetPlan plan{};
    Box card{};
};
SheetPlan plan_of(const Sheet& sheet);
/// px that draw_choice takes at least.
float choice_height(const Sheet& sheet);

/// Which heads should align, and how the best mean of k does; or what is needed to know.
void draw_choice(const Sheet& sheet);

} // namespace heed::atlas
