// A row an output, each column the slot above it; and what masking costs.
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/pointer/draw.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::points {
namespace {

void draw_cells(const Painter& p) {
    const int rows = p.reading.outputs, columns = p.reading.slots;
    auto shades = std::make_shared<std::vector<float>>(static_cast<std::size_t>(rows) *
                                                           static_cast<std::size_t>(columns),
                                                       std::numeric_limits<float>::quiet_NaN());
    for (int i = 0; i < p.weighed; ++i)
        for (int s = 0; s < columns; ++s)
            if (p.reading.open(i, s))
                (*shades)[static_cast<std::size_t>(i) * static_cast<std::size_t>(columns) +
                          static_cast<std::size_t>(s)] = p.reading.weight(i, s);
    const Shading shading{p.style};
    const float cell = std::min(p.plan.pitch, p.plan.row);
    MatrixItem matrix = shading.matrix(
        {p.plan.first, p.plan.map, p.plan.right - p.plan.first, p.plan.row * static_cast<float>(rows)}, rows,
        columns, std::move(shades));
    matrix.gap = cell_gap(cell);
    matrix.radius = cell_radius(cell);
    p.scene.add(std::move(matrix));
}

/// Cells that are still to come, or masked, are outlines.
void draw_empty(const Painter& p) {
    const Palette& c = p.colors();
    const float gap = cell_gap(std::min(p.plan.pitch, p.plan.row));
    if (std::min(p.plan.pitch, p.plan.row) < 8) return;
    for (int i = 0; i < p.reading.outputs; ++i)
        for (int s = 0; s < p.reading.slots; ++s) {
            const bool closed = i < p.weighed && !p.reading.open(i, s);
            if (i < p.weighed && !closed) continue;
            const Box box = around({p.plan.x(s), p.plan.row_y(i)}, p.plan.pitch - gap, p.plan.row - gap);
            add_frame(p.scene, box, c.line, 1, 2);
            if (closed) add_cross(p.scene, box.centre(), c.t3);
        }
}

void draw_numbers(const Painter& p) {
    if (!p.style.numbers || p.plan.row < 13) return;
    const Shading shading{p.style};
    for (int i = 0; i < p.weighed; ++i)
        for (int s = 0; s < p.reading.slots; ++s) {
            const float w = p.reading.weight(i, s);
            if (!p.reading.open(i, s) || (i != p.output && s != p.reading.chosen(i)) || w < 0.005f) continue;
            const std::string words = cell_number(static_cast<double>(w));
            if (p.measure(words, Face::Mono, label_size) > p.plan.pitch - 4) continue;
            p.text({p.plan.x(s), p.plan.row_y(i)}, words, label_size, shading.ink(w), Align::Centre,
                   Face::Mono);
        }
}

void draw_row_labels(const Painter& p) {
    const Palette& c = p.colors();
    const int every = std::max(1, static_cast<int>(std::ceil(13 / p.plan.row)));
    for (int i = 0; i < p.reading.outputs; i += every) {
        const float y = p.plan.row_y(i);
        if (p.plan.first - p.plan.names > 90) // else the name of the row is there
            p.text({p.plan.first - 42, y}, i < p.weighed ? std::to_string(i + 1) : "·", label_size, c.t3,
                   Align::Right, Face::Mono);
        const bool taken = i < p.taken;
        p.text({p.plan.first - 10, y},
               taken           ? p.reading.name(p.reading.chosen(i))
               : i < p.weighed ? "?"
                               : "",
               13, taken ? c.output : c.t2, Align::Right, Face::Mono);
    }
}

bool is_forced(const Painter& p, int i) { return p.reading.run.steps[static_cast<std::size_t>(i)].forced; }

/// What was asked for, and not the network's own choice, is framed.
void draw_forced(const Painter& p) {
    const float gap = cell_gap(std::min(p.plan.pitch, p.plan.row));
    for (int i = 0; i < p.taken; ++i)
        if (is_forced(p, i))
            add_frame(p.scene,
                      around({p.plan.x(p.reading.chosen(i)), p.plan.row_y(i)}, p.plan.pitch - gap,
                             p.plan.row - gap),
                      p.colors().output, 2, 3);
}

/// With one decimal, so that columns compare.
std::string share_words(double share) { return fixed(100 * share, 1) + "%"; }

} // namespace

void draw_map(const Painter& p) {
    if (p.reading.outputs == 0) return;
    draw_cells(p);
    draw_empty(p);
    draw_numbers(p);
    draw_forced(p);
    draw_row_labels(p);
    if (p.output >= 0 && p.plan.row >= 5)
        add_frame(p.scene,
                  {p.plan.first - 2, p.plan.row_y(p.output) - p.plan.row / 2, p.plan.right - p.plan.first + 4,
                   p.plan.row},
                  p.reading.points_at() ? p.colors().attention : p.colors().t2, 1.5f,
                  std::min(4.0f, p.plan.row / 4));
    p.scene.pick_cells(
        {p.plan.first, p.plan.map, p.plan.right - p.plan.first, p.plan.row * static_cast<float>(p.weighed)},
        {PickKind::Cell, -1, -1, -1, {}}, {p.plan.pitch, p.plan.row, 0, 0});
    if (p.reading.points_at()) p.scene.picks.back().tooltip = "A click forces this choice, again frees it\tF";
}

void draw_legend(const Painter& p) {
    const Palette& c = p.colors();
    const Shading shading{p.style};
    const float y = p.plan.legend;
    const Box bar{p.plan.first, y - 5, std::min(120.0f, 0.3f * (p.plan.right - p.plan.first)), 10};
    add_ramp(p.scene, shading, bar, 65);
    add_ramp_marks(p.scene, shading, bar);
    std::string weight = p.reading.points_at() ? "weight p" : "share p";
    if (p.style.scale == ValueScale::LiftSmall) weight += ", small ones lifted";
    p.text({bar.right() + 10, y}, weight, label_size, c.t3);
    float x = bar.right() + 10 + p.measure(weight, Face::Regular, label_size) + 24;
    const std::string masked = "masked: exactly 0", end = "The weights are the output.";
    if (x + 14 + p.measure(masked, Face::Regular, label_size) < p.plan.right) {
        add_cross(p.scene, {x, y}, c.t3);
        p.text({x + 12, y}, masked, label_size, c.t3);
        x += 12 + p.measure(masked, Face::Regular, label_size) + 24;
    }
    const bool forced = std::any_of(p.reading.run.steps.begin(), p.reading.run.steps.end(),
                                    [](const TraceStep& step) { return step.forced; });
    if (const std::string words = "forced";
        forced && x + 14 + p.measure(words, Face::Regular, label_size) < p.plan.right) {
        add_frame(p.scene, around({x, y}, 12, 12), c.output, 2, 2);
        p.text({x + 12, y}, words, label_size, c.t3);
        x += 12 + p.measure(words, Face::Regular, label_size) + 24;
    }
    if (p.reading.points_at() && x + p.measure(end, Face::Regular, label_size) < p.plan.right)
        p.text({p.plan.right, y}, end, label_size, c.t2, Align::Right);
}

void draw_masking(const Painter& p) {
    const Palette& c = p.colors();
    const Box& panel = p.plan.panel;
    if (panel.h <= 0) return;
    add_fill(p.scene, panel, c.bg1, 8);
    add_frame(p.scene, panel, c.line, 1, 8);
    const float left = panel.x + 16, right = panel.right() - 16;
    p.text({left, panel.y + 21}, "Masking", 13, c.t1, Align::Left, Face::Semibold);
    p.text({p.plan.toggle.right() + 14, panel.y + 21},
           p.reading.masked() ? "what was chosen cannot be chosen again"
                              : "what was chosen can be chosen again",
           13, c.t2);
    const auto& prices = p.board.prices;
    if (prices.empty()) {
        p.text({left, panel.y + 56}, "Its price is being measured …", label_size, c.t3);
        return;
    }
    const bool hull = p.reading.plane();
    const float pitch = 21, first = left + 148,
                wide = std::min(84.0f, (right - 110 - first) / static_cast<float>(prices.size()));
    float y = panel.y + 49;
    p.text({left, y}, "exact, " + thousands(prices.front().sets) + " fresh sets", label_size, c.t3);
    for (std::size_t k = 0; k < prices.size(); ++k)
        p.text({first + wide * static_cast<float>(k + 1), y}, "n = " + std::to_string(prices[k].points),
               label_size, c.t3, Align::Right);
    p.text({right, y}, "sets with a repeat", label_size, c.t3, Align::Right);
    y += 12;
    add_line(p.scene, {left, y}, {right, y}, c.line, 1);
    const auto row = [&](const std::string& name, double MaskingPrice::*share, bool bright,
                         const std::string& last) {
        y += pitch;
        p.text({left, y - 6}, name, label_size, bright ? c.t1 : c.t2);
        for (std::size_t k = 0; k < prices.size(); ++k)
            p.text({first + wide * static_cast<float>(k + 1), y - 6}, share_words(prices[k].*share),
                   label_size, bright ? c.t1 : c.t2, Align::Right, Face::Mono);
        p.text({right, y - 6}, last, label_size, c.t3, Align::Right, Face::Mono);
    };
    double repeats = 0;
    for (const MaskingPrice& price : prices) repeats = std::max(repeats, price.repeats);
    row("with masking", &MaskingPrice::with, p.reading.masked(), "never");
    row("without", &MaskingPrice::without, !p.reading.masked(), "up to " + share_words(repeats));
    if (hull) row("area covered, with", &MaskingPrice::area_with, false, "");
}

} // namespace heed::points
