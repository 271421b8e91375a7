// The band below the picture of a lecture: phase, one equation, one sentence, how far the run is.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/result_line.h"

#include <string>

namespace heed {

inline constexpr float lecture_width = 1600, lecture_height = 900, band_height = 184; // px at scale 1

/// How many times larger than at 1600 × 900 a lecture is drawn in a window.
float lecture_scale(float width, float height);

struct LectureBand {
    std::string phase;
    Color dot{};
    ResultLine equation;
    std::string sentence;
    int at = 0, total = 0; // sub-steps
};
/// As wide as the window, at a scale of lecture_scale().
Scene lecture_band(const LectureBand& band, float width, float scale, const FigureStyle& style);

} // namespace heed
