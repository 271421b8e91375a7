// A row a step, each column the state above it; strictly lower-triangular.
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/one_rnn/draw.h"

#include <algorithm>
#include <cmath>

namespace heed::past {
namespace {

int rows_revealed(const Painter& p) {
    int rows = 0;
    while (rows < p.reading.steps && p.done(Doing::Softmax, rows)) ++rows;
    return rows;
}

/// The numbers of the run as they lie in memory: a column a step is a row of the map.
std::shared_ptr<const MapValues> values_of(const Reading& r) {
    auto values = std::make_shared<MapValues>();
    auto kept = std::make_shared<MatrixXf>(*r.weights());
    for (int t = 0; t < r.steps; ++t) // the future, the window's edge and what is muted are no cells
        for (int c = 0; c < kept->rows(); ++c)
            if (!r.looks_at(t, c)) (*kept)(c, t) = std::nanf("");
    values->values = kept->data();
    values->rows = r.steps;
    values->columns = static_cast<int>(kept->rows());
    values->kept = std::move(kept);
    return values;
}

void draw_cells(const Painter& p, int rows) {
    const Plan& plan = p.plan;
    const auto values = values_of(p.reading);
    const float columns = static_cast<float>(values->columns);
    const float first = std::max(0.0f, (plan.left - plan.x(0) + plan.pitch / 2) / plan.pitch);
    const float last = std::min(columns, (plan.right - plan.x(0) + plan.pitch / 2) / plan.pitch);
    if (rows == 0 || last <= first) return;
    const Shading shading{p.style};
    const Box box{plan.x(0) - plan.pitch / 2 + first * plan.pitch, plan.map, (last - first) * plan.pitch,
                  plan.row * static_cast<float>(rows)};
    TiledItem tiles = shading.tiles(box, values);
    tiles.first_row = 0;
    tiles.rows = static_cast<float>(rows);
    tiles.first_column = first;
    tiles.columns = last - first;
    tiles.gap = std::min(1.5f, cell_gap(std::min(plan.pitch, plan.row)));
    tiles.radius = cell_radius(std::min(plan.pitch, plan.row));
    p.scene.add(std::move(tiles));
}

/// A small × where there would be a cell, had it not been muted.
void draw_muted(const Painter& p, int t) {
    if (p.plan.row < 9) return;
    for (int c = p.reading.first(t); c < t; ++c) {
        if (!p.reading.muted(c) || !p.plan.shows(c)) continue;
        const Point m{p.plan.x(c), p.plan.row_y(t)};
        for (const float side : {-1.0f, 1.0f})
            add_line(p.scene, {m.x - 3, m.y - 3 * side}, {m.x + 3, m.y + 3 * side}, p.colors().t3, 1);
    }
}

/// Numbers in the cells of the shown step, where they fit.
void draw_numbers(const Painter& p) {
    if (p.step < 1 || !p.done(Doing::Softmax, p.step) || !p.style.numbers || p.plan.row < 14) return;
    const Shading shading{p.style};
    for (int c = p.reading.first(p.step); c < p.step; ++c) {
        if (!p.plan.shows(c) || !p.reading.looks_at(p.step, c)) continue;
        const float weight = p.reading.weight(p.step, c);
        const std::string words = weight_words(weight);
        if (p.measure(words, Face::Mono, label_size) > p.plan.pitch - 4) continue;
        p.text({p.plan.x(c), p.plan.row_y(p.step)}, words, label_size, shading.ink(weight), Align::Centre,
               Face::Mono);
    }
}

void draw_frame(const Painter& p) {
    if (p.step < 1 || !p.done(Doing::Softmax, p.step) || p.plan.row < 5) return;
    const int first = p.reading.first(p.step);
    const float from = std::max(p.plan.left, p.plan.x(first) - p.plan.pitch / 2);
    const float to = std::min(p.plan.right, p.plan.x(p.step - 1) + p.plan.pitch / 2);
    if (to > from)
        add_frame(p.scene, {from, p.plan.row_y(p.step) - p.plan.row / 2, to - from, p.plan.row},
                  p.colors().attention, 1.5f, std::min(4.0f, p.plan.row / 4));
}

/// The number of a step and the word that it reads.
void draw_row_label(const Painter& p, int t) {
    const Palette& c = p.colors();
    const int column = p.reading.made(t);
    const bool current = t == p.step;
    const float y = p.plan.row_y(t);
    p.text({p.plan.edge + p.plan.labels_x - 36, y}, std::to_string(t + 1), label_size, current ? c.t1 : c.t3,
           Align::Right, Face::Mono);
    const std::string word = fitted(p.style, p.reading.word(column), Face::Mono, 13, 34);
    const float size = p.plan.row >= 15 ? 13.0f : label_size;
    p.text({p.plan.edge + p.plan.labels_x, y}, word, size, p.reading.quiet(column) ? c.t2 : c.t1,
           Align::Right, p.reading.quiet(column) ? Face::Regular : Face::Mono);
}

/// Where the state that asks stands: the blank diagonal.
void draw_diagonal(const Painter& p, int t) {
    const int column = p.reading.asks(t);
    if (!p.plan.shows(column)) return;
    const float radius = std::clamp(0.12f * p.plan.row, 1.0f, 3.5f);
    p.scene.add(
        CircleItem{{p.plan.x(column), p.plan.row_y(t)}, radius, p.colors().forward, {0, 0, 0, 0}, 0, {}});
}

/// Right of the map: the largest weight on a track, and the ceiling as a tick.
void draw_gutter(const Painter& p, int t, bool words) {
    const Palette& c = p.colors();
    const float x = p.plan.gutter, y = p.plan.row_y(t), track = 64;
    const int strongest = p.reading.strongest(t);
    if (strongest < 0) {
        if (words) p.text({x, y}, t == 0 ? "nothing to read" : "none is heard", label_size, c.t3);
        return;
    }
    if (words && p.reading.start && t == 1) return p.text({x, y}, "only the start", label_size, c.t3);
    const float most = p.reading.weight(t, strongest), high = std::min(5.0f, 0.6f * p.plan.row);
    add_fill(p.scene, {x, y - high / 2, track, high}, c.bg2, high / 2);
    add_fill(p.scene, {x, y - high / 2, std::max(high / 2, most * track), high}, c.attention, high / 2);
    if (const auto ceiling = p.reading.ceiling(t); ceiling && t > 1)
        add_line(p.scene, {x + *ceiling * track, y - high / 2 - 3}, {x + *ceiling * track, y + high / 2 + 3},
                 c.t1, 1);
    if (words)
        p.text({x + track + 8, y}, weight_words(most), label_size, t == p.step ? c.t1 : c.t2, Align::Left,
               Face::Mono);
}

} // namespace

void draw_map(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const int rows = rows_revealed(p);
    draw_cells(p, rows);
    const int every = std::max(1, static_cast<int>(std::ceil(12 / plan.row)));
    for (int t = 0; t < p.reading.steps; ++t) {
        const bool labelled = t % every == 0 && (every == 1 || t != p.step - 1);
        if (labelled) draw_row_label(p, t);
        if (t >= rows) continue;
        if (plan.row >= 1.5f || labelled) draw_diagonal(p, t);
        draw_muted(p, t);
        if (!plan.hall && (plan.row >= 3 || labelled))
            draw_gutter(p, t, plan.row >= 12 || (labelled && t > 1));
    }
    draw_numbers(p);
    draw_frame(p);
    if (rows > 0 && !plan.hall) {
        const float y = plan.map - 27;
        p.text({plan.gutter, y}, "largest weight", label_size, c.t3);
        if (p.reading.ceiling(rows - 1)) p.text({plan.gutter, y + 14}, "line: ceiling", label_size, c.t3);
    }
    p.scene.pick_cells(
        {plan.left, plan.map, plan.right - plan.left, plan.row * static_cast<float>(std::max(0, rows))},
        {PickKind::Cell, -1, -1, -1, {}},
        {plan.pitch, plan.row, 0, (plan.left - plan.x(0) + plan.pitch / 2) / plan.pitch});
}

void draw_legend(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const Shading shading{p.style};
    const Box bar{plan.left, plan.legend - 6, 140, 10};
    add_ramp(p.scene, shading, bar, 65);
    add_ramp_marks(p.scene, shading, bar);
    const std::string lifted = p.style.scale == ValueScale::LiftSmall ? ", small ones lifted" : "";
    const std::string weight = "weight " + p.reading.symbol() + lifted;
    p.text({bar.right() + 12, plan.legend - 1}, weight, label_size, c.t3);
    // What the picture's blanks mean, right of it where there is room.
    float from = bar.right() + 12 + p.measure(weight, Face::Regular, label_size) + 28;
    const std::string asks = p.reading.config.kind == one_rnn::Kind::Lstmn ? "the word that asks"
                             : p.reading.config.key_value()                ? "the key that asks"
                                                                           : "the state that asks";
    const std::string blank = asks + ": it never reads itself; right of it the future";
    const std::string sums =
        p.reading.start ? "Each row sums to 1. h₀ = 0 is a null slot." : "Each row sums to 1.";
    const float end = p.scene.width - 16;
    if (from + 12 + p.measure(blank, Face::Regular, label_size) < end) {
        p.scene.add(CircleItem{{from + 3, plan.legend - 1}, 3.5f, c.forward, {0, 0, 0, 0}, 0, {}});
        p.text({from + 14, plan.legend - 1}, blank, label_size, c.t2);
        from += 14 + p.measure(blank, Face::Regular, label_size) + 28;
    }
    if (from + p.measure(sums, Face::Regular, label_size) < end)
        p.text({from, plan.legend - 1}, sums, label_size, c.t3);
}

} // namespace heed::past
