// Forecasting with attention as a picture: which driver is read at each lag, which lag the decoder looks back
// at, and the series with its forecasts beside those of every baseline (gallery §18, picture 19). Knows runs,
// not the models that made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/forecast/view.h"
#include "app/figures/inspector/narration.h"
#include "app/figures/inspector/result_line.h"
#include "core/models/forecast/facts.h"
#include "core/trace/trace.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// Who foretells, and what: the model, and every baseline.
struct ForecastMethod {
    std::string label;           // "attention", "LSTM", "linear AR", "persistence"
    std::vector<double> values;  // a row of the series each, and the next one; NaN: none
    std::optional<double> error; // root mean square, on held-out windows
    bool attention = false;
};

/// What stands beside a run: the series it is of, and how well each does.
struct ForecastBoard : Board {
    std::string task, text;              // text: of which run
    std::string series;                  // what that text is the beginning of, or the text itself
    int read = 0;                        // rows that the run's input holds, the first of these; 0: all
    std::vector<std::string> labels;     // of the rows: a date, or a number
    std::vector<double> truth;           // the target, a row each
    std::vector<ForecastMethod> methods; // attention first, then the baselines
    std::vector<int> changes;            // rows from which another rule holds
    // Where the task knows the rule.
    std::optional<double> next; // what it says comes next
    int gold_driver = -1, gold_moment = -1;
    std::vector<std::string> roles; // of the drivers: "noise", "carries y now"
    std::vector<double> means;      // of each driver's weight, held out; none where not measured
    std::optional<double> right_driver, right_lag; // shares of held-out windows
    std::optional<double> largest_noise;           // mean weight of the noise driver with the most
    int windows = 0;                               // that were held out
    /// The baseline with the least error, or null.
    const ForecastMethod* best_baseline() const;
    const ForecastMethod* model() const;
    /// The row that is foretold: the window lies before it.
    int foretold() const { return read > 0 ? read : static_cast<int>(truth.size()); }
};

/// What the chart shows of the series, held to what there is.
SeriesView series_shown(const ForecastBoard& board, const SeriesView& asked);

struct ForecastSettings {
    float width = 1240, height = 808; // of the canvas
    bool panel = false;               // room is kept for a panel of the window at the upper right
    SeriesView view{};
    bool hall = false; // drivers, lags and chart alone, without what explains them
    bool operator==(const ForecastSettings&) const = default;
};

/// Picks: PickKind::Column i = a moment, PickKind::Row i = a driver (a click mutes it), PickKind::Cell i =
/// driver, j = moment. Hover: playhead.hover_column is a moment, hover_row a driver.
Scene forecast_figure(const Trace& run, const ForecastBoard& board, const Playhead& playhead,
                      const ForecastSettings& settings, const FigureStyle& style);
struct ForecastLayout {
    Box panel;        // at the upper right: free for the window where it asked for room
    Box plot;         // of the chart
    Box window;       // the rows that are read, as far as they are in sight
    SeriesView shown; // of the series
    float row_at(float x) const;
};
/// For a hall, as designed for 1600 px; `height` without the band.
Scene forecast_lecture(const Trace& run, const ForecastBoard& board, const Playhead& playhead, float width,
                       float height, const FigureStyle& style);
/// "0.274 ± 0.13", and beside it "the rule says 0.279" or "came out 0.31"; empty where neither is known.
std::string forecast_answer(const Trace& run);
std::string forecast_verdict(const ForecastBoard& board);
ForecastLayout forecast_layout(const Trace& run, const ForecastBoard& board,
                               const ForecastSettings& settings);

/// What stands at the right (gallery §12): the phase, its equation with this cell's numbers, drivers or lags
/// by their weight, whether the rule was found, and the model against its baselines.
Scene forecast_inspector(const Trace& run, const ForecastBoard& board, const Playhead& playhead, float width,
                         float height, const FigureStyle& style);
/// "At lag 7 driver 4 gets 84% of the weight."
Narration forecast_narration(const Trace& run, const ForecastBoard& board, const Playhead& playhead,
                             const Palette& colors);
/// The equation of the newest phase with its result.
ResultLine forecast_result_line(const Trace& run, const ForecastBoard& board, const Playhead& playhead,
                                const FigureStyle& style);
/// In small, for its card.
Scene forecast_miniature(const Trace& run, const ForecastBoard& board, float width, float height, float loop,
                         const FigureStyle& style);

} // namespace heed
