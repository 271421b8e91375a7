// What stands right of the atlas while it is drawn: two cards.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/heads/seen.h"

namespace heed::atlas {

struct Sheet : Pen {
    const Seen& seen;
    const HeadMaps& maps;
    const HeadsPanelSettings& settings;
    int head = -1; // its number in the report
    Box card{};
};

/// Which heads should align, and how the best mean of k does; or what is needed to know.
void draw_choice(const Sheet& sheet);

} // namespace heed::atlas
