#include "app/figures/base/marks.h"

#include "app/figures/base/format.h"
#include "app/text/breaks.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <cmath>

namespace heed {

float ease_out(float t) {
    const float left = 1 - std::clamp(t, 0.0f, 1.0f);
    return 1 - left * left * left;
}

float ease_in_out(float t) {
    t = std::clamp(t, 0.0f, 1.0f);
    return t < 0.5f ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t);
}

float stage(float t, float from, float to) { return std::clamp((t - from) / (to - from), 0.0f, 1.0f); }

namespace {
Point mix(Point a, Point b, float t) { return {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)}; }
} // namespace

Point on_curve(const CurveItem& curve, float t) { return curve_until(curve, t).d; }

CurveItem curve_until(const CurveItem& curve, float t) { // de Casteljau
    const Point ab = mix(curve.a, curve.b, t), bc = mix(curve.b, curve.c, t), cd = mix(curve.c, curve.d, t);
    const Point abc = mix(ab, bc, t), bcd = mix(bc, cd, t);
    CurveItem part = curve;
    part.b = ab;
    part.c = abc;
    part.d = mix(abc, bcd, t);
    return part;
}

void add_fill(Scene& scene, Box box, Color color, float radius) {
    scene.add(RectItem{.box = box, .fill = color, .radius = radius});
}

void add_frame(Scene& scene, Box box, Color color, float width, float radius, Dash dash) {
    scene.add(RectItem{box, {0, 0, 0, 0}, color, width, radius, dash});
}

void add_line(Scene& scene, Point a, Point b, Color color, float width, Dash dash) {
    scene.add(LineItem{{a, b}, color, width, dash, false, {0, 0, 0, 0}});
}

void add_arrow(Scene& scene, Point a, Point b, Color color, float width, float head) {
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    if (length < 0.5f) return;
    add_line(scene, a, b, color, width);
    const float ux = (b.x - a.x) / length * head, uy = (b.y - a.y) / length * head;
    scene.add(LineItem{
        {{b.x - ux - uy * 0.8f, b.y - uy + ux * 0.8f}, b, {b.x - ux + uy * 0.8f, b.y - uy - ux * 0.8f}},
        color,
        width,
        {},
        false,
        {0, 0, 0, 0}});
}

void add_later(Scene& scene, Box box, const Palette& colors, float radius) {
    scene.add(RectItem{box, colors.bg1, colors.line2, 1, radius, {3, 3}});
}

void add_ring(Scene& scene, Box box, Color color, float gap, float radius, float width) {
    add_frame(scene, grown(box, gap), color, width, radius + gap);
}

Box around(Point centre, float width, float height) {
    return {centre.x - width / 2, centre.y - height / 2, width, height};
}

Box grown(Box box, float by) { return {box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by}; }

Pooled pool(const Eigen::MatrixXf& m, Eigen::Index column, int bars) {
    Pooled pooled;
    const Eigen::Index units = m.rows();
    pooled.count = static_cast<int>(std::min<Eigen::Index>(std::min(bars, 8), units));
    for (int k = 0; k < pooled.count; ++k) {
        const Eigen::Index from = units * k / pooled.count, to = units * (k + 1) / pooled.count;
        pooled.values[static_cast<std::size_t>(k)] = m.col(column).segment(from, to - from).mean();
    }
    return pooled;
}

float pooled_maximum(const Eigen::MatrixXf& m, int bars) {
    float maximum = 1e-6f;
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
        const Pooled p = pool(m, j, bars);
        for (int k = 0; k < p.count; ++k) {
            const float size = std::abs(p.values[static_cast<std::size_t>(k)]);
            if (std::isfinite(size)) maximum = std::max(maximum, size);
        }
    }
    return maximum;
}

float mean_magnitude(const Eigen::MatrixXf& m, Eigen::Index column) {
    const float mean = m.col(column).cwiseAbs().mean();
    return std::isfinite(mean) ? mean : 0;
}

void add_sparkbars(Scene& scene, Box box, const Pooled& values, float maximum, Color up, Color down) {
    if (values.count == 0) return;
    const float pitch = box.w / static_cast<float>(values.count), middle = box.y + box.h / 2;
    for (int k = 0; k < values.count; ++k) {
        const float value = values.values[static_cast<std::size_t>(k)] / maximum;
        if (!std::isfinite(value)) continue;
        const float height = std::max(0.75f, std::min(1.0f, std::abs(value)) * box.h / 2);
        add_fill(scene,
                 {box.x + (static_cast<float>(k) + 0.11f) * pitch, value > 0 ? middle - height : middle,
                  pitch * 0.78f, height},
                 value > 0 ? up : down);
    }
}

namespace {

bool is_mono(Face face) {
    return face == Face::Mono || face == Face::MonoMedium || face == Face::MonoSemibold;
}

/// Characters that are surely .6 em wide in JetBrains Mono; -1 when there is any other.
int plain_length(const std::string& text) {
    int length = 0;
    for (std::size_t at = 0; at < text.size(); ++length) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x80) {
            ++at;
            continue;
        }
        const CodePoint point = decode_utf8(text, at);
        const bool plain = (point.value >= 0xA0 && point.value < 0x300 && point.value != 0xAD) ||
                           (point.value >= 0x370 && point.value < 0x460) || point.value == 0x2026 ||
                           point.value == 0x2212;
        if (!point.valid || !plain) return -1;
        at += point.length;
    }
    return length;
}

} // namespace

float text_width(const FigureStyle& style, const std::string& text, Face face, float size) {
    if (is_mono(face))
        if (const int length = plain_length(text); length >= 0)
            return static_cast<float>(length) * 0.6f * size;
    return style.metrics ? style.metrics->width(text, face, size)
                         : static_cast<float>(text.size()) * 0.6f * size;
}

std::string fitted(const FigureStyle& style, const std::string& text, Face face, float size, float room) {
    if (text.size() <= 4096) {
        if (text_width(style, text, face, size) <= room) return text;
        const std::string brief = with_unknown(text);
        if (brief != text && text_width(style, brief, face, size) <= room) return brief;
    }
    // No letter is narrower than a fifth of its size: what is surely cut need not be measured.
    const auto most = static_cast<std::size_t>(std::max(0.0f, room) / (0.2f * size)) + 8;
    std::string cut = text.substr(0, std::min(text.size(), 4 * most));
    const auto breaks = text_breaks(cut); // what a reader takes for one character goes whole
    while (!cut.empty()) {
        do cut.pop_back();
        while (!(breaks[cut.size()] & Caret));
        if (text_width(style, cut + "…", face, size) <= room) break;
    }
    return cut + "…";
}

void add_text(Scene& scene, Point at, std::string text, Face face, float size, Color color, Align align,
              float angle) {
    scene.add(TextItem{at, std::move(text), face, size, color, align, angle});
}

void add_symbol(Scene& scene, const FigureStyle& style, Point centre, const std::string& letter,
                const std::string& subscript, float size, Color color) {
    const float small = size * 0.75f;
    const float width = text_width(style, letter, Face::Italic, size);
    const float left = centre.x - (width + text_width(style, subscript, Face::Regular, small)) / 2;
    add_text(scene, {left, centre.y}, letter, Face::Italic, size, color);
    if (!subscript.empty())
        add_text(scene, {left + width, centre.y + size * 0.28f}, subscript, Face::Regular, small, color);
}

} // namespace heed
