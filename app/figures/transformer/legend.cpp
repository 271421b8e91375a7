// Below the maps: what a cell of them holds, and what rows and stems are.
#include "app/figures/base/equation.h"
#include "app/figures/transformer/draw.h"

#include <algorithm>

namespace heed::layered {
namespace {

/// What a cell of the maps holds: an equation's side, and words behind it.
struct CellWords {
    const char *markup, *words;
};
CellWords cell_words(MapReading read) {
    switch (read) {
    case MapReading::Head:
        return {"", "weight α"};
    case MapReading::Weighted:
        return {"α_{ij} ‖W_O| v_j‖", ", a row to 1"};
    case MapReading::Mean:
        return {"", "mean of the heads' α"};
    case MapReading::Rollout:
        return {"", "rollout of the means"};
    }
    return {"", ""};
}

/// Returns where it ends.
float draw_cell_words(const Painter& p, float x) {
    const CellWords cell = cell_words(p.reading.front.read);
    const MathStyle math_style{.size = label_size + 1, .color = p.colors().t3, .script = label_size};
    const MathRow row = math(cell.markup, math_style, p.style);
    draw(p.scene, row, {x, p.plan.legend});
    x += row.width;
    const std::string words =
        cell.words + std::string(p.style.scale == ValueScale::LiftSmall ? ", small ones lifted" : "");
    p.text({x, p.plan.legend}, words, label_size, p.colors().t3);
    return x + p.measure(words, Face::Regular, label_size);
}

} // namespace

void draw_legend(const Painter& p) {
    if (p.plan.legend <= 0) return;
    const Palette& c = p.colors();
    const Block& first = p.plan.source.count > 0 ? p.plan.source : p.plan.output;
    const Box bar{first.left, p.plan.legend - 5, 140, 10};
    const Shading shading{p.style};
    add_ramp(p.scene, shading, bar, 65);
    add_ramp_marks(p.scene, shading, bar);
    const std::string words =
        std::string(p.reading.crosses() && p.reading.decoder ? "One row is one output in both maps. " : "") +
        "Stem width: how much the layer changed what was there.";
    const float wide =
        draw_cell_words(p, bar.right() + 12) + 24 + p.measure(words, Face::Regular, label_size);
    const float end = p.plan.right - 14; // of the blocks
    const float right = wide < end ? end : std::max(end, p.scene.width - 148);
    if (wide < right) p.text({right, p.plan.legend}, words, label_size, c.t3, Align::Right);
}

} // namespace heed::layered
