#include "app/figures/forecast/plan.h"

#include <algorithm>

namespace heed::series {
namespace {

constexpr float margin = 16, gap = 12, means_width = 104,
                under_rows = 108; // the lags' bars and their numbers
constexpr float full_row = 41, bare_row = 24, least_row = 18;

void place_across(Plan& p, const ForecastSettings& settings) {
    const bool roomy = settings.width >= 900;
    const float part = roomy ? settings.width * 0.6f : settings.width - margin;
    const float taken = roomy || settings.width >= 620 ? means_width : 0;
    p.first = settings.width >= 620 ? 128 : 96;
    p.pitch = std::clamp((part - p.first - taken) / static_cast<float>(std::max(1, p.columns)), 4.0f, 42.0f);
    p.means = taken > 0 ? p.end() + 16 : 0;
    if (roomy) {
        const float left = p.end() + means_width + 32;
        p.beside = {left, margin, settings.width - margin - left, 0};
    }
}

void place_down(Plan& p, int drivers, const ForecastSettings& settings) {
    const float chart_height = std::clamp(settings.height * 0.41f, 150.0f, 420.0f);
    p.chart = {margin, settings.height - chart_height - gap, settings.width - 2 * margin, chart_height};
    const float room = p.chart.y - gap - p.top - under_rows;
    const int most = std::max(1, static_cast<int>(room / least_row));
    const int rows = std::min(drivers, std::min(most, 12));
    p.row = std::clamp(room / static_cast<float>(std::max(1, rows)), least_row, full_row);
    p.sparks = p.row >= 34;
    if (!p.sparks && p.row > bare_row) p.row = bare_row;
    p.lag_base = std::min(p.chart.y - gap - 26, p.row_top(rows) + 80);
    p.lag_room = std::clamp(p.lag_base - p.row_top(rows) - 14, 24.0f, 60.0f);
    p.beside.h = p.chart.y - gap - p.beside.y;
}

/// In a hall: names, cells and bars of the lags over the whole width, and the chart below.
void place_in_hall(Plan& p, int drivers, const ForecastSettings& settings) {
    constexpr float edge = 22, names = 100, widest = 64, under = 74, lowest_row = 14;
    p.edge = edge;
    p.first = edge + names;
    p.pitch = std::clamp((settings.width - edge - p.first) / static_cast<float>(std::max(1, p.columns)), 4.0f,
                         widest);
    p.head = 14;
    p.top = 26;
    p.sparks = false;
    const float chart = std::max(130.0f, 0.4f * settings.height);
    p.chart = {edge, settings.height - chart - gap, settings.width - 2 * edge, chart};
    const float room = p.chart.y - gap - p.top - under;
    const int rows = std::clamp(drivers, 1, std::max(1, static_cast<int>(room / lowest_row)));
    p.row = std::clamp(room / static_cast<float>(rows), lowest_row, bare_row);
    p.cell = p.row - 3;
    p.lag_base = p.chart.y - gap - 22;
    p.lag_room = std::clamp(p.lag_base - p.row_top(rows) - 14, 24.0f, 60.0f);
}

void place_chart(Plan& p, bool hall) {
    const float list = p.chart.w >= 900 ? 216 : p.chart.w >= 600 ? 164 : p.chart.w >= 400 ? 140 : 0;
    p.plot = {p.chart.x + 48, p.chart.y + 48, p.chart.w - 48 - 16 - (list > 0 ? list + 24 : 0),
              p.chart.h - 84};
    if (hall) p.plot.y -= 34, p.plot.h += 38;
    if (list > 0)
        p.errors = {p.chart.right() - list - 16, p.chart.y + (hall ? 16.0f : 44.0f), list,
                    p.chart.h - (hall ? 24.0f : 56.0f)};
}

} // namespace

Plan plan_of(const Reading& r, const ForecastBoard& board, const ForecastSettings& settings) {
    Plan p;
    p.columns = r.window;
    if (settings.hall) {
        place_in_hall(p, r.attends ? r.drivers : 0, settings);
    } else {
        place_across(p, settings);
        place_down(p, r.attends ? r.drivers : 0, settings);
    }
    place_chart(p, settings.hall);
    if (!r.attends) return p;
    const auto rows = static_cast<std::size_t>((p.lag_base - p.lag_room - 10 - p.top) / p.row + 0.01f);
    p.shown = r.by_weight();
    if (p.shown.size() > rows) p.shown.resize(std::max<std::size_t>(1, rows));
    // Where all are there, or the task names them, they stand as they are counted.
    if (static_cast<int>(p.shown.size()) == r.drivers || !board.roles.empty())
        std::sort(p.shown.begin(), p.shown.end());
    return p;
}

} // namespace heed::series
