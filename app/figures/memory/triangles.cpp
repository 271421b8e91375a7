// Every word on every state: a triangle for each cell.
#include "app/figures/base/color_map.h"
#include "app/figures/base/format.h"
#include "app/figures/memory/parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace heed::memories {
namespace {

void triangle(const View& view, const MemoryModel& model, Box box) {
    const Palette& c = view.colors();
    const int T = static_cast<int>(model.read.rows());
    auto values = std::make_shared<std::vector<float>>();
    for (int t = 0; t < T; ++t)
        for (int j = 0; j < T; ++j)
            values->push_back(j <= t ? model.read(t, j) : std::numeric_limits<float>::quiet_NaN());
    const float cell = box.w / static_cast<float>(T);
    view.scene.add(MatrixItem{.box = box,
                              .rows = T,
                              .columns = T,
                              .values = values,
                              .map = view.style.map,
                              .scale = ValueScale::LiftSmall,
                              .dark = c.dark(),
                              .gap = cell > 8 ? 1.0f : 0.0f});
    const int follow = view.follow();
    add_frame(view.scene,
              {box.x + cell * static_cast<float>(follow) - 1, box.y + cell * static_cast<float>(follow) - 1,
               std::max(3.0f, cell) + 2, box.h - cell * static_cast<float>(follow) + 2},
              c.t1, 1, 2);
    view.scene.pick_cells(box, {PickKind::Cell, -1, -1, -1, model.key}, {cell, cell, 0, 0});
    view.text({box.x, box.bottom() + 12}, view.board.unit + " 1", 11, c.t3);
    view.text({box.right(), box.bottom() + 12}, std::to_string(T), 11, c.t3, Align::Right, Face::Mono);
}

void share_ramp(const View& view, Box box) {
    const int steps = static_cast<int>(box.w);
    auto ramp = std::make_shared<std::vector<float>>();
    for (int k = 0; k < steps; ++k) { // as the square root shows them
        const float part = (static_cast<float>(k) + 0.5f) / box.w;
        ramp->push_back(part * part);
    }
    view.scene.add(MatrixItem{.box = box,
                              .rows = 1,
                              .columns = steps,
                              .values = ramp,
                              .map = view.style.map,
                              .scale = ValueScale::LiftSmall,
                              .dark = view.colors().dark()});
}

/// Beside the title of a low panel, ending at `right`.
void low_legend(const View& view, Point right) {
    const Palette& c = view.colors();
    view.text(right, "1", 11, c.t3, Align::Right, Face::Mono);
    share_ramp(view, {right.x - 12 - 64, right.y - 4, 64, 8});
    view.text({right.x - 12 - 64 - 6, right.y}, "0", 11, c.t3, Align::Right, Face::Mono);
}

void share_legend(const View& view, Point at) {
    const Palette& c = view.colors();
    share_ramp(view, {at.x, at.y, 140, 10});
    view.text({at.x, at.y + 20}, "0", 11, c.t3, Align::Left, Face::Mono);
    view.text({at.x + 70, at.y + 20}, ".25", 11, c.t3, Align::Centre, Face::Mono);
    view.text({at.x + 140, at.y + 20}, "1", 11, c.t3, Align::Right, Face::Mono);
    view.text({at.x + 152, at.y + 5}, "relative influence, square-root scale", 11, c.t3);
}

} // namespace

void draw_triangles(const View& view, Box box) {
    const Palette& c = view.colors();
    const Box room = panel(
        view, box, "Every " + view.board.unit + " on every state",
        view.either("Row t, column j: how strongly " + view.board.unit + " j still changes the state after " +
                        view.board.unit + " t.",
                    "Row t, column j: " + view.board.unit + " j’s influence on state t. Square-root scale."));
    std::vector<const MemoryModel*> shown;
    for (const MemoryModel& model : view.board.models)
        if (model.reads && view.shown(model.key) && model.read.rows() > 0) shown.push_back(&model);
    if (shown.empty()) return;
    constexpr float between = 18, head = 20, foot = 22;
    const bool legend = !view.low();
    if (!legend) low_legend(view, {box.right() - 16, box.y + 20});
    const float below = legend ? 54 : 0, count = static_cast<float>(shown.size());
    const float side =
        std::floor(std::min((room.w - between * (count - 1)) / count, room.h - head - foot - below));
    if (side < 24) return;
    float x = room.x;
    for (const MemoryModel* model : shown) {
        view.text({x, room.y + 6}, view.cut(model->title, Face::Semibold, 11, side), 11, c.t2, Align::Left,
                  Face::Semibold);
        triangle(view, *model, {x, room.y + head, side, side});
        x += side + between;
    }
    if (!legend) return;
    const float y = room.bottom() - 44;
    share_legend(view, {room.x, y});
    view.text({room.x, y + 38},
              view.cut("Outlined: " + view.board.unit + " " + std::to_string(view.follow() + 1) +
                           ", the one followed.",
                       Face::Regular, 11, room.w),
              11, c.t3);
}

} // namespace heed::memories
