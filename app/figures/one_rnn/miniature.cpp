// The picture in small, for its card: the arcs of the last step over the states, and the map below.
#include "app/figures/one_rnn/miniature.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/maps/cells.h"
#include "app/figures/one_rnn/reading.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

using namespace past;

struct Small {
    Scene& scene;
    const Reading& r;
    const FigureStyle& style;
    int step; // whose look back is drawn
    float pitch, states = 78, words = 106, map = 122;

    float x(int column) const { return (static_cast<float>(column) + 0.5f) * pitch; }
    const Palette& colors() const { return style.colors(); }
};

void draw_small_arcs(const Small& m) {
    std::vector<int> order;
    for (int c = m.r.first(m.step); c < m.step; ++c)
        if (m.r.looks_at(m.step, c)) order.push_back(c);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return m.r.weight(m.step, a) < m.r.weight(m.step, b); });
    const Point to{m.x(m.r.asks(m.step)), m.states - 10};
    for (const int c : order) {
        const float a = m.r.weight(m.step, c), distance = static_cast<float>(m.r.asks(m.step) - c);
        const float high = std::max(2.0f, m.states - 30 - 7 * distance);
        m.scene.add(CurveItem{{m.x(c), m.states - 10},
                              {m.x(c), high},
                              {to.x, high},
                              to,
                              fade(m.colors().attention, 0.16f + 0.74f * std::min(1.0f, 2 * a)),
                              0.75f + 8 * std::min(1.0f, a),
                              {}});
    }
}

void draw_small_states(const Small& m) {
    const Palette& c = m.colors();
    const float wide = std::min(24.0f, 0.78f * m.pitch);
    for (int k = 0; k < m.r.columns(); ++k) {
        const Box box = around({m.x(k), m.states}, wide, 17);
        const float size = std::min(1.0f, mean_magnitude(m.r.states(), k));
        m.scene.add(RectItem{box, fade(c.forward, 0.08f + 0.5f * size), c.forward, 1, 4, {}});
        if (m.r.quiet(k)) continue;
        Color ground{0, 0, 0, 0};
        if (k == m.r.strongest(m.step)) ground = fade(c.attention, 0.3f);
        if (k == m.r.asks(m.step)) ground = fade(c.forward, 0.45f);
        if (ground.a > 0)
            add_fill(m.scene, around({m.x(k), m.words}, std::min(22.0f, m.pitch), 20), ground, 5);
        add_text(m.scene, {m.x(k), m.words}, fitted(m.style, m.r.word(k), Face::Mono, 13, m.pitch),
                 Face::Mono, 13, c.t1, Align::Centre);
    }
}

/// Rows up to the drawn step.
void draw_small_map(const Small& m, float height) {
    const int rows = m.step + 1, columns = m.r.columns();
    auto shades = std::make_shared<std::vector<float>>(static_cast<std::size_t>(rows * columns),
                                                       std::numeric_limits<float>::quiet_NaN());
    for (int t = 0; t < rows; ++t)
        for (int k = m.r.first(t); k < t; ++k)
            (*shades)[static_cast<std::size_t>(t * columns + k)] = m.r.weight(t, k);
    const Shading shading{m.style};
    const float row = std::min(14.0f, (height - m.map) / static_cast<float>(m.r.steps));
    MatrixItem matrix =
        shading.matrix({0, m.map, m.pitch * static_cast<float>(columns), row * static_cast<float>(rows)},
                       rows, columns, std::move(shades));
    matrix.gap = cell_gap(std::min(m.pitch, row));
    m.scene.add(std::move(matrix));
}

} // namespace

Scene one_rnn_miniature(const Trace& run, float width, float height, float loop, const FigureStyle& style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    const Reading r(run);
    if (!r.attends() || r.steps < 2) return scene;
    // While it is pointed at, step after step.
    const int last = r.steps - 1;
    const int step =
        loop <= 0 ? last : std::clamp(1 + static_cast<int>(loop * static_cast<float>(last) * 1.25f), 1, last);
    const Small small{scene, r, style, step, std::min(40.0f, width / static_cast<float>(r.columns()))};
    draw_small_arcs(small);
    draw_small_states(small);
    draw_small_map(small, height);
    return scene;
}

} // namespace heed
