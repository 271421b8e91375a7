// A laid-out line of text as pixels, for the screen.
#pragma once

#include "app/text/line.h"

#include <cstdint>
#include <vector>

namespace heed {

struct TextPixels {
    int left = 0, top = 0, width = 0, height = 0; // about the beginning of the baseline
    bool colored = false;                         // some glyphs have colours of their own
    std::vector<std::uint8_t>
        bytes; // how much of each pixel is covered; of a coloured one red, green, blue, alpha
};

/// What of the line lies between two columns of pixels. `ink` matters where glyphs have colours of their own:
/// the others are drawn in it.
TextPixels text_pixels(const TextLine& line, int from, int to, Color ink);

} // namespace heed
