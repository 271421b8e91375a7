#include "app/figures/maps/painter.h"

#include <limits>

namespace heed {

void add_map_cells(const MapPainter& p) {
    const Shading shading{p.style, p.map.scale};
    const Box cells = p.cells();
    auto shades = std::make_shared<std::vector<float>>(static_cast<std::size_t>(p.map.values.size()),
                                                       std::numeric_limits<float>::quiet_NaN());
    for (std::size_t n = 0; n < static_cast<std::size_t>(p.revealed * p.columns()); ++n)
        (*shades)[n] = shading.shade(p.map.values.data()[n]); // (columns, rows) lies row by row
    MatrixItem matrix = shading.matrix(cells, p.rows(), p.columns(), std::move(shades));
    matrix.gap = p.plan.gap();
    matrix.radius = p.plan.radius();
    p.scene.add(std::move(matrix));
    if (!p.style.numbers || p.plan.pitch_x < (shading.difference() ? 34 : 28) || p.plan.pitch_y < 16) return;
    for (int i = 0; i < p.revealed; ++i)
        for (int j = 0; j < p.columns(); ++j)
            if (const float value = p.map.at(i, j); shading.prints(value))
                add_text(p.scene, {p.column_x(cells, j), p.row_y(cells, i)}, shading.number(value),
                         Face::Mono, p.plan.type, shading.ink(value), Align::Centre);
}

void add_map_frames(const MapPainter& p) {
    const Box cells = p.cells();
    const auto frame = [&](Box box) {
        add_frame(p.scene, grown(box, 1.5f), fade(p.colors().t1, 0.62f), 1, 3);
    };
    if (p.row >= 0)
        frame({cells.x, cells.y + static_cast<float>(p.row) * p.plan.pitch_y, cells.w, p.plan.pitch_y});
    if (p.column >= 0)
        frame({cells.x + static_cast<float>(p.column) * p.plan.pitch_x, cells.y, p.plan.pitch_x, cells.h});
}

} // namespace heed
