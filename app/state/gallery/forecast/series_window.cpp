#include "app/state/gallery/forecast/series_window.h"

#include "app/figures/forecast/forecast.h"
#include "app/state/gallery/gallery.h"
#include "core/models/forecast/reader.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

const std::string& series_text_of(const AppState& s) {
    const std::string& whole = s.gallery.series;
    const bool begins = whole.size() > s.input.size() && whole.starts_with(s.input) &&
                        std::string_view(" \t\r\n;").find(whole[s.input.size()]) != std::string_view::npos;
    return begins ? whole : s.input;
}

int least_rows(const AppState& s) { return forecast_facts(s.facts).config.input.window; }

/// The window before row `rows`, counted from 0: what comes after is what the model is asked for.
EffectList window_to(AppState& s, int rows) {
    const std::string whole = series_text_of(s);
    const std::vector<std::size_t> ends = forecast::row_ends(whole);
    const int count = static_cast<int>(ends.size());
    if (count < least_rows(s)) return {};
    const std::string cut =
        whole.substr(0, ends[static_cast<std::size_t>(std::clamp(rows, least_rows(s), count)) - 1]);
    if (cut == s.input) return {};
    s.gallery.series = whole;
    return update(s, {"type", cut});
}

template <int by>
EffectList move_window(AppState& s, const Command&) {
    return window_to(s, rows_read(s) + by);
}
EffectList take_window_end(AppState& s, const Command& c) { return window_to(s, c.i); }

EffectList take_view(AppState& s, const Command& c) {
    s.gallery.chart = {std::max(0, c.i), std::max(0, c.j)};
    return {};
}
void whole_view(AppState& s) { s.gallery.chart = {}; }

/// Nearer or farther, about the window.
template <bool nearer>
EffectList zoom_chart(AppState& s, const Command&) {
    const int all = rows_of_series(s) + 1, now = s.gallery.chart.rows > 0 ? s.gallery.chart.rows : all;
    const double wanted = nearer ? now / 1.5 : now * 1.5;
    const int rows = std::max(least_rows(s) + 2, static_cast<int>(std::lround(wanted)));
    if (rows >= all) {
        s.gallery.chart = {};
        return {};
    }
    const int middle = rows_read(s) - least_rows(s) / 2;
    s.gallery.chart = {std::clamp(middle - rows / 2, 0, all - rows), rows};
    return {};
}

bool shows_series(const AppState& s) {
    return shows_mechanism(s) && is_forecast(s.facts) && !s.input.empty() && s.input_problem.empty();
}
bool can_move_on(const AppState& s) { return shows_series(s) && rows_read(s) < rows_of_series(s); }
bool can_move_back(const AppState& s) { return shows_series(s) && rows_read(s) > least_rows(s); }

} // namespace

std::string whole_series(const AppState& s) {
    const std::string& whole = series_text_of(s);
    return whole.size() > s.input.size() ? whole : std::string();
}
int rows_of_text(const std::string& table) { return static_cast<int>(forecast::row_ends(table).size()); }
int rows_read(const AppState& s) { return rows_of_text(s.input); }
int rows_of_series(const AppState& s) { return rows_of_text(series_text_of(s)); }

Rows series_commands() {
    constexpr std::string_view gallery = "Gallery", also = "forecast series chart lags rows";
    return {
        recorded<Records::Typing>({"window-back", "The window: a row back", keys("Alt+Left"), gallery, false,
                                   can_move_back, move_window<-1>, also}),
        recorded<Records::Typing>({"window-on", "The window: a row on", keys("Alt+Right"), gallery, false,
                                   can_move_on, move_window<+1>, also}),
        recorded<Records::Typing>({"window-far-back", "The window: ten rows back", keys("Alt+PageUp"),
                                   gallery, false, can_move_back, move_window<-10>, also}),
        recorded<Records::Typing>({"window-far-on", "The window: ten rows on", keys("Alt+PageDown"), gallery,
                                   false, can_move_on, move_window<+10>, also}),
        recorded<Records::Passing>({"chart-zoom-in", "Chart: fewer rows", keys("+", "="), gallery, false,
                                    shows_series, zoom_chart<true>, also}),
        recorded<Records::Passing>({"chart-zoom-out", "Chart: more rows", keys("-"), gallery, false,
                                    shows_series, zoom_chart<false>, also}),
        recorded<Records::Passing>({"chart-whole", "Chart: the whole series", keys("Z"), gallery, false,
                                    shows_series, plain<whole_view>, also}),
        recorded<Records::Typing>(hidden("window-to", take_window_end, {whole("rows", &Command::i)})),
        recorded<Records::Passing>(
            hidden("chart-view", take_view, {whole("first", &Command::i), whole("rows", &Command::j)})),
    };
}

} // namespace heed
