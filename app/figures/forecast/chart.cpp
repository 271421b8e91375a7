// The series and its forecasts, and how far each is off (gallery §18).
#include "app/figures/base/format.h"
#include "app/figures/forecast/draw.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::series {
namespace {

/// How a baseline is drawn: always there, in grey.
struct Look {
    Dash dash;
    float width = 1.25f, radius = 0;
};
Look look_of(const ForecastMethod& method, int baseline) {
    if (method.attention) return {{}, 2.5f};
    constexpr Dash dashes[] = {{0, 0}, {7, 4}, {2, 4}};
    return {dashes[std::min(baseline, 2)]};
}

/// Numbers of the series to places of the plot.
struct Scale {
    Box plot;
    double low = 0, high = 1;
    SeriesView shown; // the next one included

    float x(int row) const { return plot.x + width() * (static_cast<float>(row - shown.first) + 0.5f); }
    float width() const { return plot.w / static_cast<float>(std::max(1, shown.rows)); } // of a row
    int end() const { return shown.first + shown.rows; }
    /// In sight, or a neighbour of what is: a line goes on beyond the edge.
    bool near(int row) const { return row >= shown.first - 1 && row <= end(); }
    bool holds(int row) const { return row >= shown.first && row < end(); }
    float y(double value) const {
        return plot.bottom() - plot.h * static_cast<float>((value - low) / (high - low));
    }
};

Scale scale_of(const Painter& p) {
    Scale s{p.plan.plot, std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest(),
            series_shown(p.board, p.settings.view)};
    const auto take = [&](const std::vector<double>& values) {
        for (int row = 0; row < static_cast<int>(values.size()); ++row) {
            const double value = values[static_cast<std::size_t>(row)];
            if (!s.holds(row) || std::isnan(value)) continue;
            s.low = std::min(s.low, value);
            s.high = std::max(s.high, value);
        }
    };
    take(p.board.truth);
    for (const ForecastMethod& method : p.board.methods) take(method.values);
    if (s.low > s.high) s.low = 0, s.high = 1;
    const double room = std::max(1e-9, 0.08 * (s.high - s.low));
    s.low -= room;
    s.high += room;
    return s;
}

/// 1, 2 or 5 times a power of ten, so that about `count` of them fit.
double tick_step(double span, int count) {
    const double rough = span / count, power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0})
        if (rough <= times * power) return times * power;
    return 10 * power;
}

void draw_axes(const Painter& p, const Scale& s) {
    const Palette& c = p.colors();
    const double step = tick_step(s.high - s.low, s.plot.h > 160 ? 5 : 3);
    for (double value = std::ceil(s.low / step) * step; value <= s.high; value += step) {
        const float y = s.y(value);
        add_line(p.scene, {s.plot.x, y}, {s.plot.right(), y}, c.line);
        p.text({s.plot.x - 8, y}, up_to(std::abs(value) < step / 2 ? 0 : value, 3), label_size, c.t3,
               Align::Right, Face::Mono);
    }
    if (p.board.labels.empty()) return;
    const float widest = text_width(p.style, p.board.labels.back(), Face::Mono, label_size) + 24;
    const int every = std::max(1, static_cast<int>(std::ceil(std::max(48.0f, widest) / s.width())));
    for (int row = std::min(static_cast<int>(p.board.labels.size()), s.end()) - 1; row >= s.shown.first;
         row -= every) {
        const std::string& label = p.board.labels[static_cast<std::size_t>(row)];
        if (s.x(row) - widest / 2 < s.plot.x - 30) break;
        p.text({s.x(row), s.plot.bottom() + 16}, label, label_size, c.t3, Align::Centre, Face::Mono);
    }
}

/// The rows that are read, and where another rule begins.
void draw_grounds(const Painter& p, const Scale& s) {
    const Palette& c = p.colors();
    const int last = p.board.foretold(), first = last - p.r.window;
    const float left = std::clamp(s.x(first) - s.width() / 2, s.plot.x, s.plot.right()),
                right = std::clamp(s.x(last - 1) + s.width() / 2, s.plot.x, s.plot.right());
    if (right > left) add_fill(p.scene, {left, s.plot.y, right - left, s.plot.h}, fade(c.t1, 0.045f), 6);
    const std::string words = "the " + std::to_string(p.r.window) + " steps above";
    if (right - left > text_width(p.style, words, Face::Regular, label_size))
        p.text({(left + right) / 2, s.plot.y + 9}, words, label_size, c.t3, Align::Centre);
    for (const int row : p.board.changes) {
        if (!s.holds(row)) continue;
        const float x = s.x(row) - s.width() / 2;
        add_line(p.scene, {x, s.plot.y}, {x, s.plot.bottom()}, c.line2, 1, {3, 4});
        p.text({x + 6, s.plot.bottom() - 8}, "the rule changes", label_size, c.t3);
    }
}

std::vector<Point> points_of(const Scale& s, const std::vector<double>& values, int rows) {
    std::vector<Point> points;
    for (int row = 0; row < std::min(rows, static_cast<int>(values.size())); ++row)
        if (const double value = values[static_cast<std::size_t>(row)]; s.near(row) && !std::isnan(value))
            points.push_back({s.x(row), s.y(value)});
    return points;
}

/// The share of outcomes that the interval holds.
void draw_interval(const Painter& p, const Scale& s, const ForecastMethod& method, int rows) {
    const double half = p.r.config.forecast.interval;
    if (half <= 0) return;
    // A piece between each two rows: what is filled must bulge outwards everywhere.
    for (int row = 1; row < std::min(rows, static_cast<int>(method.values.size())); ++row) {
        if (!s.near(row) || !s.near(row - 1)) continue;
        const double a = method.values[static_cast<std::size_t>(row) - 1],
                     b = method.values[static_cast<std::size_t>(row)];
        if (std::isnan(a) || std::isnan(b)) continue;
        const float left = s.x(row - 1), right = s.x(row);
        p.scene.add(LineItem{.points = {{left, s.y(a + half)},
                                        {right, s.y(b + half)},
                                        {right, s.y(b - half)},
                                        {left, s.y(a - half)}},
                             .color = {0, 0, 0, 0},
                             .width = 0,
                             .closed = true,
                             .fill = fade(p.colors().attention, 0.16f)});
    }
}

void draw_lines(const Painter& p, const Scale& s) {
    const Palette& c = p.colors();
    const int all =
        static_cast<int>(p.board.truth.size()); // what is not known is foretold once it is answered
    const int rows = p.answered ? all + 1 : all;
    int baseline = 0;
    const auto add = [&](LineItem line) {
        if (line.points.size() >= 2) p.scene.add(std::move(line));
    };
    for (const ForecastMethod& method : p.board.methods)
        if (!method.attention) {
            const Look look = look_of(method, baseline++);
            add(LineItem{.points = points_of(s, method.values, rows),
                         .color = c.t3,
                         .width = look.width,
                         .dash = look.dash});
        }
    if (const ForecastMethod* model = p.board.model()) {
        draw_interval(p, s, *model, rows);
        add(LineItem{.points = points_of(s, model->values, rows), .color = c.attention, .width = 2.5f});
    }
    for (int row = 0; row < all; ++row)
        if (const double value = p.board.truth[static_cast<std::size_t>(row)];
            s.holds(row) && !std::isnan(value))
            p.scene.add(CircleItem{{s.x(row), s.y(value)}, 2.6f, c.output, {0, 0, 0, 0}, 0, {}});
}

/// The forecast of this run, and what the rule says.
void draw_next(const Painter& p, const Scale& s) {
    const int row = p.board.foretold();
    if (!p.answered || !s.holds(row)) return;
    const Palette& c = p.colors();
    const float x = s.x(row);
    if (p.board.next)
        p.scene.add(CircleItem{{x + 1, s.y(*p.board.next)}, 4, {0, 0, 0, 0}, c.output, 1.5f, {}});
    p.scene.add(CircleItem{{x, s.y(p.r.forecast())}, 6, fade(c.attention, 0.9f), c.bg0, 2, {}});
}

/// What the mouse does here, where there is room to say it.
void draw_hint(const Painter& p, float left) {
    const std::string words = "drag the window, the wheel zooms";
    const float right = p.plan.chart.right() - 16;
    if (right - text_width(p.style, words, Face::Regular, label_size) < left) return;
    p.text({right, p.plan.chart.y + 22}, words, label_size, p.colors().t3, Align::Right);
}

/// "Forecast, one step ahead"; returns where its words end.
float draw_chart_title(const Painter& p) {
    const Palette& c = p.colors();
    const Box& chart = p.plan.chart;
    const std::string title = "Forecast, one step ahead";
    p.text({chart.x + 16, chart.y + 22}, title, title_size, c.t1, Align::Left, Face::Semibold);
    const float beside = chart.x + 16 + text_width(p.style, title, Face::Semibold, title_size) + 12;
    std::string words = p.board.task.empty() ? "held-out rows" : "held-out series";
    if (p.r.config.forecast.interval > 0)
        words += "; the band holds " + percent(p.r.config.forecast.share) + " of outcomes";
    p.text({beside, chart.y + 22}, p.cut(words, Face::Regular, label_size, chart.right() - beside - 16),
           label_size, c.t3);
    return beside + text_width(p.style, words, Face::Regular, label_size) + 24;
}

} // namespace

void draw_chart(const Painter& p) {
    const Palette& c = p.colors();
    const Box& chart = p.plan.chart;
    p.scene.add(RectItem{.box = chart, .fill = c.bg1, .border = c.line, .border_width = 1, .radius = 8});
    const float beside = p.settings.hall ? chart.right() : draw_chart_title(p);
    if (p.board.truth.empty()) return;
    const Scale s = scale_of(p);
    p.scene.add(ClipItem{chart});
    draw_grounds(p, s);
    draw_axes(p, s);
    p.scene.add(ClipEnd{});
    p.scene.add(ClipItem{{s.plot.x, chart.y, s.plot.w, chart.h}}); // a line may come from beyond the edge
    draw_lines(p, s);
    draw_next(p, s);
    p.scene.add(ClipEnd{});
    draw_hint(p, beside);
}

void draw_errors(const Painter& p) {
    const Box& box = p.plan.errors;
    if (box.w <= 0) return;
    const Palette& c = p.colors();
    p.text({box.x, box.y}, p.cut("error (RMSE), lower is better", Face::Regular, label_size, box.w),
           label_size, c.t3);
    double most = 0;
    for (const ForecastMethod& method : p.board.methods) most = std::max(most, method.error.value_or(0));
    const float pitch = std::min(46.0f, (box.h - 40) / static_cast<float>(p.board.methods.size() + 1));
    float y = box.y + 26;
    int baseline = 0;
    for (const ForecastMethod& method : p.board.methods) {
        const Look look = look_of(method, method.attention ? 0 : baseline++);
        const Color color = method.attention ? c.attention : c.t3;
        add_line(p.scene, {box.x, y}, {box.x + 28, y}, color, look.width, look.dash);
        p.text({box.x + 38, y}, method.label, 12, method.attention ? c.t1 : c.t2, Align::Left,
               method.attention ? Face::Medium : Face::Regular);
        p.text({box.right(), y}, method.error ? significant(*method.error, 2) : "–", label_size, c.t1,
               Align::Right, Face::Mono);
        if (pitch >= 30) {
            add_fill(p.scene, {box.x, y + 14, box.w, 6}, c.bg2, 3);
            const float share = most > 0 ? static_cast<float>(method.error.value_or(0) / most) : 0;
            add_fill(p.scene, {box.x, y + 14, std::max(3.0f, share * box.w), 6}, color, 3);
        }
        y += pitch;
    }
    p.scene.add(CircleItem{{box.x + 14, y}, 2.6f, c.output, {0, 0, 0, 0}, 0, {}});
    p.text({box.x + 38, y}, "what happened", 12, c.t2);
}

} // namespace heed::series
