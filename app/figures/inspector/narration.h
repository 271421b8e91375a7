// What is said of the newest sub-step, below the picture.
#pragma once

#include "app/figures/base/palette.h"

#include <string>

namespace heed {

/// The narration line: one plain sentence for the newest sub-step, with its role colour and phase title.
struct Narration {
    std::string title;    // "Softmax"
    Color color;          // of the dot
    std::string sentence; // "Turning the 13 scores for output 7 into weights. …"
};

} // namespace heed
