// The picture in small, for its card: drivers by lags, the decoder's weights, the forecast beside the truth.
#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/forecast/reading.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

using namespace series;

/// The series as a line in the box, between these values.
LineItem line_in(Box box, const std::vector<double>& values, double low, double high, Color color,
                 float width) {
    LineItem line{.points = {}, .color = color, .width = width};
    const float step = box.w / static_cast<float>(std::max<std::size_t>(1, values.size()));
    for (std::size_t n = 0; n < values.size(); ++n)
        if (!std::isnan(values[n]))
            line.points.push_back(
                {box.x + step * (static_cast<float>(n) + 0.5f),
                 box.bottom() - box.h * static_cast<float>((values[n] - low) / (high - low))});
    return line;
}

void draw_small_chart(Scene& scene, Box box, const ForecastBoard& board, float loop,
                      const FigureStyle& style) {
    constexpr std::size_t most = 36;
    const auto tail = [&](const std::vector<double>& values) {
        return std::vector<double>(values.end() - static_cast<std::ptrdiff_t>(std::min(most, values.size())),
                                   values.end());
    };
    std::vector<double> truth = board.truth;
    truth.push_back(board.next.value_or(std::nan("")));
    double low = std::numeric_limits<double>::max(), high = -low;
    const auto take = [&](const std::vector<double>& values) {
        for (const double value : tail(values))
            if (!std::isnan(value)) low = std::min(low, value), high = std::max(high, value);
    };
    take(truth);
    for (const ForecastMethod& method : board.methods)
        if (method.attention || method.label == "LSTM") take(method.values);
    if (!(low < high)) return;
    scene.add(ClipItem{box});
    for (const ForecastMethod& method : board.methods) {
        std::vector<double> values = tail(method.values);
        if (method.attention && loop > 0)
            for (std::size_t n = 0; n < values.size(); ++n)
                if (static_cast<float>(n) > loop * static_cast<float>(values.size()))
                    values[n] = std::nan("");
        const bool persistence = method.label == "persistence";
        if (!method.attention && method.label != "LSTM" && !persistence) continue;
        LineItem line =
            line_in(box, values, low, high, method.attention ? style.colors().attention : style.colors().t3,
                    method.attention ? 2.0f : 1.0f);
        if (line.points.size() >= 2) scene.add(std::move(line));
    }
    for (const Point& point : line_in(box, tail(truth), low, high, {}, 1).points)
        scene.add(CircleItem{point, 1.8f, style.colors().output, {0, 0, 0, 0}, 0, {}});
    scene.add(ClipEnd{});
}

} // namespace

Scene forecast_miniature(const Trace& run, const ForecastBoard& board, float width, float height, float loop,
                         const FigureStyle& style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    const Reading r(run);
    if (!r.attends) return scene;
    constexpr float names = 56;
    const int rows = std::min(r.drivers, 7);
    const float row = std::min(14.0f, height * 0.42f / static_cast<float>(rows)),
                pitch = (width - names) / static_cast<float>(r.window);
    std::vector<int> shown = r.by_weight();
    shown.resize(static_cast<std::size_t>(rows));
    std::sort(shown.begin(), shown.end());
    auto shades = std::make_shared<std::vector<float>>();
    for (const int k : shown)
        for (int t = 0; t < r.window; ++t) shades->push_back(r.alpha(k, t));
    const Shading shading{style};
    MatrixItem matrix = shading.matrix({names, 0, width - names, row * static_cast<float>(rows)}, rows,
                                       r.window, std::move(shades));
    matrix.gap = 1.5f;
    matrix.radius = 2;
    scene.add(std::move(matrix));
    for (int n = 0; n < rows; ++n)
        add_text(scene, {0, row * (static_cast<float>(n) + 0.5f)},
                 fitted(style, r.name(shown[static_cast<std::size_t>(n)]), Face::Regular, 11, names - 6),
                 Face::Regular, 11,
                 shown[static_cast<std::size_t>(n)] == board.gold_driver ? style.colors().attention
                                                                         : style.colors().t3);
    const float base = row * static_cast<float>(rows) + 34;
    add_text(scene, {0, base - 7}, "lag", Face::Regular, 11, style.colors().attention);
    for (int t = 0; t < r.window; ++t) {
        const float high = std::max(1.0f, 26 * r.beta(r.window - 1, t));
        add_fill(scene, {names + pitch * static_cast<float>(t) + 1, base - high, pitch - 2, high},
                 style.colors().attention, 1);
    }
    draw_small_chart(scene, {0, base + 10, width, height - base - 12}, board, loop, style);
    return scene;
}

} // namespace heed
