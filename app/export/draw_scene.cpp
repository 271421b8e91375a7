#include "app/export/painter.h"

#include "app/figures/base/color_map.h"
#include "app/figures/base/tiles.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

ColorCells color_cells(const MatrixItem& item) {
    ColorCells cells{item.box, item.rows, item.columns, item.gap, item.radius, {}};
    const auto& table = color_table(item.map, item.dark);
    const float top = item.maximum > 0 ? item.maximum : 1;
    cells.colors.reserve(item.values->size());
    for (const float value : *item.values) {
        if (std::isnan(value)) {
            cells.colors.push_back({0, 0, 0, 0});
            continue;
        }
        const float share = apply_scale(item.scale, std::clamp(value / top, 0.0f, 1.0f));
        cells.colors.push_back(table[static_cast<std::size_t>(std::lround(share * 255))]);
    }
    return cells;
}

struct Walk {
    Painter& painter;
    int clips = 0;

    void operator()(const RectItem& item) { painter.rect(item); }
    void operator()(const CircleItem& item) { painter.circle(item); }
    void operator()(const LineItem& item) {
        if (item.points.size() > 1) painter.line(item);
    }
    void operator()(const CurveItem& item) { painter.curve(item); }
    void operator()(const TextItem& item) {
        if (!item.text.empty() && item.color.a > 0 && item.size > 0) painter.text(item);
    }
    void operator()(const MatrixItem& item) {
        const auto count = static_cast<std::size_t>(item.rows) * static_cast<std::size_t>(item.columns);
        if (item.values && count > 0 && item.values->size() == count) painter.cells(color_cells(item));
    }
    void operator()(const TiledItem& item) {
        constexpr float cells_per_unit = 3; // finer is not seen on paper
        if (!item.values) return;
        painter.begin_clip(item.box);
        (*this)(as_matrix(item, cells_per_unit));
        painter.end_clip();
    }
    void operator()(const GlowItem&) {}
    void operator()(const ClipItem& item) {
        painter.begin_clip(item.box);
        ++clips;
    }
    void operator()(const ClipEnd&) {
        if (clips == 0) return;
        painter.end_clip();
        --clips;
    }
};

} // namespace

Box ColorCells::cell(int row, int column) const {
    const float width = box.w / static_cast<float>(columns), height = box.h / static_cast<float>(rows);
    return {box.x + static_cast<float>(column) * width + gap / 2,
            box.y + static_cast<float>(row) * height + gap / 2, std::max(0.0f, width - gap),
            std::max(0.0f, height - gap)};
}

Box ColorCells::overlapping_cell(int row, int column) const {
    Box place = cell(row, column);
    if (gap > 0 || radius > 0) return place;
    if (column + 1 < columns && at(row, column + 1).a > 0) place.w += place.w / 8;
    if (row + 1 < rows && at(row + 1, column).a > 0 &&
        (column + 1 == columns || at(row + 1, column + 1).a > 0))
        place.h += place.h / 8;
    return place;
}

void draw_scene(const Scene& scene, Painter& painter) {
    if (scene.background.a > 0) painter.paper(scene.background);
    Walk walk{painter};
    for (const SceneItem& item : scene.items) std::visit(walk, item);
    while (walk.clips > 0) walk(ClipEnd{});
}

} // namespace heed
