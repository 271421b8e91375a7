// Where everything stands in the picture of a forecast. Sizes are px at scale 1 (gallery §18).
#pragma once

#include "app/figures/forecast/reading.h"

#include <vector>

namespace heed::series {

struct Plan {
    float edge = 16, first = 128, pitch = 42; // left edge of the oldest moment, px a moment
    int columns = 0;
    std::vector<int> shown; // drivers, from the top
    float head = 40;        // middle of the lags' numbers
    float top = 54, row = 41;
    bool sparks = true; // a small curve above each driver's cells
    float cell = 15;
    float lag_base = 426, lag_room = 60;
    float means = 0; // x of the mean weights; 0: there is no room
    Box beside;      // of the decoder's map, or of a panel of the window
    Box chart, plot, errors;

    float x(int t) const { return first + (static_cast<float>(t) + 0.5f) * pitch; }
    float row_top(int i) const { return top + static_cast<float>(i) * row; }
    /// Of driver row i.
    Box cells(int i) const {
        return {first, row_top(i) + row - cell - 6, pitch * static_cast<float>(columns), cell};
    }
    float end() const { return first + pitch * static_cast<float>(columns); }
};

Plan plan_of(const Reading& reading, const ForecastBoard& board, const ForecastSettings& settings);

} // namespace heed::series
