#include "app/figures/inspector/strips.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <cmath>

namespace heed::inspector {
namespace {

MathStyle row_style(Color color) { return {.size = 15, .color = color, .drop = 1.5f}; }

/// At most `bars` values: where there are more, each bar stands for several and shows the one farthest from
/// zero.
Eigen::VectorXf pooled(const Eigen::VectorXf& values, Eigen::Index bars) {
    if (values.size() <= bars) return values;
    Eigen::VectorXf fewer(bars);
    for (Eigen::Index k = 0; k < bars; ++k) {
        const Eigen::Index first = k * values.size() / bars, last = (k + 1) * values.size() / bars;
        Eigen::Index at = 0;
        values.segment(first, last - first).cwiseAbs().maxCoeff(&at);
        fewer(k) = values(first + at);
    }
    return fewer;
}

float finite(float value) { return std::isfinite(value) ? value : 0; }

} // namespace

void draw_strip(Scene& scene, const Box& box, const Strip& strip) {
    if (strip.values.size() == 0) return;
    const auto most = static_cast<Eigen::Index>(std::max(1.0f, box.w / 2));
    const Eigen::VectorXf values = pooled(strip.values, most);
    const float maximum = strip.maximum > 0
                              ? strip.maximum
                              : values.unaryExpr([](float v) { return std::abs(finite(v)); }).maxCoeff();
    const float pitch = box.w / static_cast<float>(values.size());
    const float gap = pitch >= 3 ? 1 : pitch >= 2 ? 0.5f : 0;
    const float radius = pitch >= 10 ? 2 : 0;
    const float room = strip.from_zero ? box.h : box.h / 2,
                zero = box.bottom() - (strip.from_zero ? 0 : room);
    for (Eigen::Index k = 0; k < values.size(); ++k) {
        const float share = maximum > 0 ? std::clamp(finite(values(k)) / maximum, -1.0f, 1.0f) : 0;
        const float height = std::max(1.0f, std::abs(share) * room);
        const bool later = strip.split >= 0 && k * strip.values.size() / values.size() >= strip.split;
        const Color color = later ? strip.second : strip.color;
        add_fill(
            scene,
            {box.x + static_cast<float>(k) * pitch, share < 0 ? zero : zero - height, pitch - gap, height},
            fade(color, share < 0 ? 0.5f : 0.92f), height > 3 ? radius : 0);
    }
}

void unit_band(Column& c, const Box& strips, int units, int unit) {
    if (units <= 0) return;
    const float pitch = strips.w / static_cast<float>(units);
    if (unit >= 0 && unit < units) {
        const float width = std::max(8.0f, pitch + 2),
                    middle = strips.x + (static_cast<float>(unit) + 0.5f) * pitch;
        add_fill(c.scene, {middle - width / 2, strips.y, width, strips.h}, fade(c.colors().t1, 0.12f), 3);
    }
    for (int k = 0; k < units; ++k)
        c.scene.pick({strips.x + static_cast<float>(k) * pitch, strips.y, pitch, strips.h},
                     {.kind = PickKind::Unit, .k = k});
}

void value_rows(Column& c, const std::vector<ValueRow>& rows, int unit, const ValueRows& layout) {
    if (rows.empty()) return;
    const float height = layout.pitch * static_cast<float>(rows.size());
    float margin = layout.strip_margin;
    for (const ValueRow& row : rows)
        margin = std::max(margin, c.measure(fixed(row.value, 2), Face::Mono, 11) + 6);
    const float strip_width = c.width - layout.strip - margin;
    unit_band(c, {c.left + layout.strip, c.y, strip_width, height},
              static_cast<int>(rows.front().strip.values.size()), unit);
    for (const ValueRow& row : rows) {
        const float y = c.y + layout.pitch / 2;
        const MathRow symbol = math(row.symbol, row_style(c.colors().t1), c.style);
        draw(c.scene, symbol, {c.left, y});
        const float caption = std::max(layout.caption, symbol.width + 5);
        if (!row.caption.empty())
            c.text_within(caption, y, layout.strip - caption - 2, row.caption, Face::Regular, 11,
                          c.colors().t3);
        draw_strip(c.scene, {c.left + layout.strip, y - 9, strip_width, 18}, row.strip);
        c.text(c.width, y, fixed(row.value, 2), Face::Mono, 11, c.colors().t1, Align::Right);
        c.y += layout.pitch;
    }
}

void tensors(Column& c, const std::vector<Tensor>& rows,
             const std::function<std::string(const std::string&)>& shape) {
    constexpr float pitch = 22, shape_x = 56, strip_x = 104;
    const Palette& p = c.colors();
    for (const Tensor& row : rows) {
        const float y = c.y + pitch / 2;
        draw(c.scene, math(row.symbol, row_style(p.t1), c.style), {c.left, y});
        const bool vector = row.parameters.empty();
        const std::string size =
            vector ? std::to_string(row.strip.values.size()) : shape(row.parameters.front());
        c.text(shape_x, y, size, Face::Mono, 11, p.t3);
        if (vector) {
            draw_strip(c.scene, {c.left + strip_x, y - 8, c.width - strip_x, 16}, row.strip);
        } else if (!row.caption.empty()) {
            const float room = c.width - shape_x - c.measure(size, Face::Mono, 11) - 12;
            c.text(c.width, y, fit(row.caption, room, Face::Regular, 11, *c.style.metrics), Face::Regular, 11,
                   p.t3, Align::Right);
        }
        c.scene.pick({c.left - 8, c.y, c.width + 16, pitch}, {.kind = PickKind::Tensor, .name = row.name},
                     "Click to copy the values");
        c.y += pitch;
    }
}

// -------------------------------------------------------------------------------------------- chart

namespace {

/// Every how many positions a label has room: 1 shows the tokens, more shows round position numbers.
int label_step(float pitch) {
    if (pitch >= 9) return 1;
    for (const int step : {5, 10, 20, 50, 100, 200})
        if (static_cast<float>(step) * pitch >= 30) return step;
    return 500;
}

void chart_labels(Column& c, const Chart& chart, float pitch, float y) {
    const int step = label_step(pitch);
    const auto place = [&](int k, float label) { // its middle, within the column
        return std::clamp((static_cast<float>(k) + 0.5f) * pitch, label / 2, c.width - label / 2);
    };
    const auto number = [&](int k) { return std::to_string(k + 1); };
    const auto words = [&](int k) {
        return step > 1 ? number(k) : chart.labels[static_cast<std::size_t>(k)];
    };
    // The one that is looked at is whole; the others give way to it.
    const bool has_current = chart.current >= 0 && chart.current < static_cast<int>(chart.labels.size());
    const std::string now =
        has_current ? fit(words(chart.current), c.width, Face::Mono, 11, *c.style.metrics) : "";
    const float now_width = c.measure(now, Face::Mono, 11),
                now_at = has_current ? place(chart.current, now_width) : -1000;
    for (int k = 0; k < static_cast<int>(chart.labels.size()); ++k) {
        const bool current = k == chart.current;
        if (step > 1 && !current && (k + 1) % step != 0) continue;
        std::string text = current ? now : words(k);
        float label = c.measure(text, Face::Mono, 11);
        if (step == 1 && !current && label > pitch) {
            text = "·";
            label = c.measure(text, Face::Mono, 11);
        }
        const float middle = place(k, label);
        if (!current && std::abs(middle - now_at) < (label + now_width) / 2 + (step > 1 ? 6.0f : 0.0f))
            continue;
        c.text(middle, y, text, Face::Mono, 11, current ? c.colors().t1 : c.colors().t3, Align::Centre);
    }
}

} // namespace

void chart(Column& c, const Chart& chart) {
    const Palette& p = c.colors();
    const auto count = chart.values.size();
    if (count == 0) return;
    const Eigen::VectorXf values = chart.values.unaryExpr([](float v) { return finite(v); });
    const float highest = std::max(0.0f, values.maxCoeff()), lowest = std::min(0.0f, values.minCoeff());
    const float range = highest - lowest > 0 ? highest - lowest : 1;
    const float zero = c.y + chart.height * highest / range;
    const float pitch = std::min(40.0f, c.width / static_cast<float>(count));
    const float gap = pitch >= 12 ? 4 : pitch >= 4 ? 1 : 0;
    add_fill(c.scene, {c.left, zero, c.width, 1}, p.line2);
    for (Eigen::Index k = 0; k < count; ++k) {
        const float height = std::max(1.0f, std::abs(values(k)) / range * chart.height);
        add_fill(c.scene,
                 {c.left + static_cast<float>(k) * pitch + gap / 2, values(k) < 0 ? zero : zero - height,
                  pitch - gap, height},
                 fade(chart.color, k == chart.current ? 1 : 0.55f), pitch >= 10 && height > 4 ? 2.0f : 0.0f);
        if (chart.pick)
            c.scene.pick({c.left + static_cast<float>(k) * pitch, c.y, pitch, chart.height + 22},
                         chart.pick(static_cast<int>(k)));
    }
    c.y += chart.height;
    if (!chart.labels.empty()) {
        chart_labels(c, chart, pitch, c.y + 15);
        c.y += 24;
    }
}

} // namespace heed::inspector
