// The atlas while it is drawn.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/heads/plan.h"

namespace heed::atlas {

struct Atlas : Pen {
    const Seen& seen;
    const Plan& plan;
    const HeadMaps& maps;
    const HeadsSettings& settings;
};

/// On paper: what the window has in its bar, and the model's name.
void draw_title(const Atlas& atlas);
/// On paper: all maps have the same words; they stand once, left of each row of maps and above the first.
void draw_outer_words(const Atlas& atlas);

} // namespace heed::atlas
