// Points and the path through them, and beside it the map.
#include "app/figures/pointer/miniature.h"

#include "app/figures/base/marks.h"
#include "app/figures/maps/cells.h"
#include "app/figures/pointer/reading.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

using namespace points;

struct Small {
    Scene& scene;
    const Reading& r;
    const FigureStyle& style;
    int shown; // outputs
    Box plane;
    const Palette& colors() const { return style.colors(); }
    Point at(int k) const {
        return {plane.x + 12 + r.x(k) * (plane.w - 24), plane.bottom() - 12 - r.y(k) * (plane.h - 24)};
    }
};

void draw_small_plane(const Small& m) {
    const Palette& c = m.colors();
    add_frame(m.scene, m.plane, c.line, 1, 6);
    const auto& right = m.r.right();
    for (std::size_t k = 0; right.size() > 2 && k < right.size(); ++k)
        add_line(m.scene, m.at(right[k]), m.at(right[(k + 1) % right.size()]), fade(c.t2, 0.5f), 1, {2, 3});
    for (int i = 1; i < m.shown; ++i) {
        const int from = m.r.chosen(i - 1), to = m.r.is_end(m.r.chosen(i)) ? m.r.chosen(0) : m.r.chosen(i);
        if (!m.r.is_end(from)) add_line(m.scene, m.at(from), m.at(to), c.output, 2);
    }
    for (int k = 0; k < m.r.count; ++k) {
        bool taken = false;
        for (int i = 0; i < m.shown; ++i) taken = taken || m.r.chosen(i) == k;
        m.scene.add(CircleItem{m.at(k),
                               taken ? 5.0f : 4.5f,
                               taken ? c.output : c.bg1,
                               taken ? Color{0, 0, 0, 0} : c.forward,
                               taken ? 0 : 1.5f,
                               {}});
    }
}

void draw_small_map(const Small& m, Box box) {
    const int rows = m.r.outputs, columns = m.r.slots;
    auto shades = std::make_shared<std::vector<float>>(static_cast<std::size_t>(rows * columns),
                                                       std::numeric_limits<float>::quiet_NaN());
    for (int i = 0; i < m.shown; ++i)
        for (int s = 0; s < columns; ++s)
            if (m.r.open(i, s)) (*shades)[static_cast<std::size_t>(i * columns + s)] = m.r.weight(i, s);
    const Shading shading{m.style};
    const float cell = std::min(box.w / static_cast<float>(columns), box.h / static_cast<float>(rows));
    const Box fitted_box{box.x, box.y, cell * static_cast<float>(columns), cell * static_cast<float>(rows)};
    MatrixItem matrix = shading.matrix(fitted_box, rows, columns, std::move(shades));
    matrix.gap = cell_gap(cell);
    m.scene.add(std::move(matrix));
}

} // namespace

Scene pointer_miniature(const Trace& run, float width, float height, float loop, const FigureStyle& style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    const Reading r(run);
    if (!r.plane() || r.outputs == 0) return scene;
    const int shown =
        loop <= 0
            ? r.outputs
            : std::clamp(1 + static_cast<int>(loop * static_cast<float>(r.outputs) * 1.25f), 1, r.outputs);
    const float side = std::min(height - 22, width * 0.54f), left = side + 18;
    const Small small{scene, r, style, shown, {0, 20, side, side}};
    add_text(scene, {0, 8}, "points of a plane", Face::Regular, 11, style.colors().t3);
    add_text(scene, {left, 8}, "weights over them", Face::Regular, 11, style.colors().t3);
    draw_small_plane(small);
    draw_small_map(small, {left, 20, width - left, side});
    return scene;
}

} // namespace heed
