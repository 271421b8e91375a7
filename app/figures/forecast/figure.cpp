// The picture as a whole (gallery §18).
#include "app/figures/base/format.h"
#include "app/figures/forecast/draw.h"

#include <algorithm>

namespace heed {
namespace {

using namespace series;

/// The column that is looked at, through drivers and lags.
void draw_band(const Painter& p) {
    if (p.moment < 0) return;
    const float top = p.plan.head - 9, bottom = p.plan.lag_base + 20;
    add_fill(p.scene, {p.plan.x(p.moment) - p.plan.pitch / 2, top, p.plan.pitch, bottom - top},
             fade(p.colors().t1, 0.045f), 4);
}

/// A plain LSTM looks at nothing: there is no map to draw.
void draw_nothing(const Painter& p) {
    const Palette& c = p.colors();
    const float top = std::max(20.0f, p.plan.head - 20);
    p.text({p.plan.edge, top}, "No attention", title_size, c.t1, Align::Left, Face::Semibold);
    p.text({p.plan.edge, top + 20},
           p.cut("This LSTM reads every column at every step: which of them mattered, it cannot show.",
                 Face::Regular, 12, p.settings.width - 2 * p.plan.edge),
           12, c.t2);
}

} // namespace

Scene forecast_figure(const Trace& run, const ForecastBoard& board, const Playhead& playhead,
                      const ForecastSettings& settings, const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const Reading reading(run);
    const Plan plan = plan_of(reading, board, settings);
    Painter p{{scene, style}, reading, board, playhead, settings, plan};
    p.answered = reading.revealed(playhead.at, Doing::Answer, 0);
    p.step = step_shown(reading, playhead);
    p.moment = reading.attends ? moment_shown(reading, playhead) : -1;
    if (reading.attends) {
        draw_band(p);
        draw_drivers(p);
        draw_lags(p);
        draw_lag_map(p);
    } else {
        draw_nothing(p);
    }
    draw_chart(p);
    draw_errors(p);
    return scene;
}

std::string forecast_answer(const Trace& run) { return Reading(run).answer(); }

std::string forecast_verdict(const ForecastBoard& board) {
    if (board.next) return "the rule says " + significant(*board.next, 3);
    const int row = board.foretold();
    if (row >= static_cast<int>(board.truth.size())) return "";
    return "came out " + significant(board.truth[static_cast<std::size_t>(row)], 3);
}

SeriesView series_shown(const ForecastBoard& board, const SeriesView& asked) {
    constexpr int fewest = 4;
    const int all = static_cast<int>(board.truth.size()) + 1;
    if (asked.rows <= 0 || asked.rows >= all) return {0, all};
    const int rows = std::min(all, std::max(fewest, asked.rows));
    return {std::clamp(asked.first, 0, all - rows), rows};
}

ForecastLayout forecast_layout(const Trace& run, const ForecastBoard& board,
                               const ForecastSettings& settings) {
    const Reading reading(run);
    const Plan plan = plan_of(reading, board, settings);
    const SeriesView shown = series_shown(board, settings.view);
    const float row = plan.plot.w / static_cast<float>(shown.rows);
    const auto edge = [&](int at) {
        return std::clamp(plan.plot.x + row * static_cast<float>(at - shown.first), plan.plot.x,
                          plan.plot.right());
    };
    const float left = edge(board.foretold() - reading.window), right = edge(board.foretold());
    return {plan.beside, plan.plot, {left, plan.plot.y, right - left, plan.plot.h}, shown};
}

float ForecastLayout::row_at(float x) const {
    return static_cast<float>(shown.first) + (x - plot.x) / plot.w * static_cast<float>(shown.rows);
}

} // namespace heed
