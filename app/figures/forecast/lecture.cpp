// For a hall: drivers, lags and chart, in letters for the last row.
#include "app/figures/base/scaled.h"
#include "app/figures/forecast/forecast.h"

namespace heed {

Scene forecast_lecture(const Trace& run, const ForecastBoard& board, const Playhead& playhead, float width,
                       float height, const FigureStyle& style) {
    return drawn_larger(style, hall_letters, [&](const FigureStyle& larger) {
        const ForecastSettings hall{width / hall_letters, height / hall_letters, false, {}, true};
        return forecast_figure(run, board, playhead, hall, larger);
    });
}

} // namespace heed
