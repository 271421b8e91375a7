// Panels of a comparison without trained models, for tests of what is drawn.
#pragma once

#include "app/figures/compare/compare.h"

namespace heed {

struct SamplePanels {
    int count = 6;                  // 1 to 9 functions, in the order of the table in sample_panels.cpp
    int sources = 13, outputs = 14; // tokens, end tokens included
    bool words = true;
    bool gold = true;    // with a reference alignment
    bool others = false; // "location" writes another token and one more
};
/// additive, dot, scaled, general, location, local-p, cosine, concat, none: one sample run whose weights are
/// sharpened, spread or moved as such functions do.
std::vector<ComparePanel> sample_panels(const SamplePanels& options = {});

} // namespace heed
