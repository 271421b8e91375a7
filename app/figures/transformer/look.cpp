// The row of the head in front as bars above what it looks at, and the sum that they make.
#include "app/figures/base/format.h"
#include "app/figures/transformer/draw.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {
namespace {

constexpr float spent = 0.55f; // amber that has done its work

struct Bars {
    Sight sight;
    int row = 0, seen = 0;
    const MatrixXf* weights = nullptr;
    const MatrixXf* energies = nullptr;
    float scored = 0, softened = 0, mixed = 0, added = 0;
    float strongest = 1, lowest = 0, highest = 1;

    float weight(int k) const { return (*weights)(k, row); }
    float energy(int k) const { return (*energies)(k, row); }
    /// As a share of the room.
    float height(int k) const {
        const float by_weight = weight(k) / strongest;
        if (softened >= 1 || !energies) return by_weight;
        const float span = highest - lowest;
        const float by_score = span > 0 ? 0.15f + 0.85f * (energy(k) - lowest) / span : 0.5f;
        return std::lerp(by_score * scored, by_weight, softened);
    }
};

Bars bars_of(const Painter& p) {
    const Reading& r = p.reading;
    Bars b;
    b.sight = r.in_front();
    b.weights = r.weights(b.sight);
    b.energies = r.energies(b.sight);
    b.row = r.query(b.sight.decoding, r.row());
    if (!b.weights || b.row >= b.weights->cols()) return {};
    b.seen = std::min<int>(r.seen(b.sight, r.row()), static_cast<int>(b.weights->rows()));
    b.scored = p.progress(b.sight, Doing::Score);
    b.softened = ease_in_out(p.progress(b.sight, Doing::Softmax));
    b.mixed = p.progress(b.sight, Doing::Mix);
    b.added = p.progress(b.sight, Doing::Add);
    b.strongest = std::max(1e-6f, b.weights->col(b.row).head(b.seen).maxCoeff());
    if (b.energies && b.row < b.energies->cols() && b.energies->rows() >= b.seen) {
        b.lowest = b.energies->col(b.row).head(b.seen).minCoeff();
        b.highest = b.energies->col(b.row).head(b.seen).maxCoeff();
    } else {
        b.energies = nullptr;
    }
    return b;
}

std::string bar_words(const Painter& p, const Bars& b, int k) {
    const Reading& r = p.reading;
    const bool decoder = b.sight.decoding && b.sight.looks == Looks::Self;
    const std::string word = r.column_word(decoder, k);
    const std::string name = r.quiet(decoder, k) ? word : quoted(word);
    if (b.softened <= 0 && b.energies) return name + ": score " + exact(static_cast<double>(b.energy(k)));
    return name + " gets " + exact_percent(static_cast<double>(b.weight(k))) + " of what " +
           head_name(b.sight) + " reads in row " + std::to_string(r.row() + 1);
}

void draw_bars(const Painter& p, const Block& block, const Bars& b) {
    const Palette& c = p.colors();
    const float wide =
        block.pitch >= 24 ? std::min(22.0f, block.pitch * 0.5f) : std::max(1.0f, block.pitch * 0.7f);
    const float strength = b.mixed >= 1 ? spent : 1;
    for (int k = 0; k < b.seen; ++k) {
        if (!block.shows(k)) continue;
        const float high = std::max(0.0f, b.height(k)) * p.plan.bar_room;
        const Box bar{block.x(k) - wide / 2, p.plan.base - high, wide, high};
        const float radius = std::min({3.0f, high / 2, wide / 2});
        if (high > 0.4f)
            p.scene.add(RectItem{bar,
                                 fade(c.attention, std::lerp(0.28f, 1.0f, b.softened) * strength),
                                 fade(c.attention, 1 - b.softened),
                                 b.softened < 1 ? 1.0f : 0.0f,
                                 radius,
                                 {}});
        p.scene.pick(
            {block.x(k) - block.pitch / 2, p.plan.base - p.plan.bar_room, block.pitch, p.plan.bar_room + 18},
            {PickKind::Column, -1, k, b.sight.looks == Looks::Self && b.sight.decoding ? 1 : 0, {}},
            bar_words(p, b, k));
        if (block.pitch < 24 || !p.style.numbers) continue;
        const bool soft = b.softened > 0.5f;
        const std::string number = soft         ? cell_number(static_cast<double>(b.weight(k)))
                                   : b.energies ? fixed(static_cast<double>(b.energy(k)), 1)
                                                : "";
        if (p.measure(number, Face::Mono, label_size) > block.pitch - 1) continue;
        p.text({block.x(k), p.plan.base + 11}, number, label_size, soft && b.weight(k) >= 0.05f ? c.t1 : c.t3,
               Align::Centre, Face::Mono);
    }
    const float from = block.x(0) - block.pitch / 2;
    add_line(p.scene, {std::max(block.left, from), p.plan.base},
             {std::min(block.right(), block.x(b.seen - 1) + block.pitch / 2), p.plan.base}, c.line2, 1);
}

/// From the tops of the bars to c.
void draw_fan(const Painter& p, const Block& block, const Bars& b, Point to) {
    const Palette& c = p.colors();
    for (int k = 0; k < b.seen; ++k) {
        const float w = b.weight(k);
        if (!block.shows(k) || w < 0.004f) continue;
        const Point from{block.x(k), p.plan.base - w / b.strongest * p.plan.bar_room};
        const float reach = (to.x - from.x) * 0.45f, lift = std::min(from.y, to.y) - 6;
        CurveItem curve{from, {from.x + reach * 0.4f, lift}, {to.x - reach, to.y}, to, c.attention, 1};
        curve.width = 0.8f + 5.2f * w;
        curve.color = fade(c.attention, (0.25f + 0.65f * std::min(1.0f, 2 * w)) * (b.mixed >= 1 ? spent : 1));
        p.scene.add(curve_until(curve, b.softened));
    }
}

void draw_sum(const Painter& p, const Bars& b, const Block& asking, Point at) {
    const Palette& c = p.colors();
    const float radius = asking.pitch >= 24 ? 14.0f : 10.0f;
    const bool there = b.mixed > 0;
    p.scene.add(CircleItem{at, radius, c.bg0, c.attention, 1.5f, there ? Dash{} : Dash{3, 3}});
    if (there) p.scene.add(CircleItem{at, radius, fade(c.attention, 0.16f * b.mixed), {0, 0, 0, 0}, 0, {}});
    const int number = p.reading.row() + 1; // said by the row's frame too, where the circle is too small
    add_symbol(p.scene, p.style, at, "c", number < (radius > 12 ? 100 : 10) ? std::to_string(number) : "",
               radius > 12 ? 14.0f : 11.0f, c.attention);
    const float down = p.plan.layer_y(b.sight.layer);
    if (down > at.y + radius + 3)
        add_line(p.scene, {at.x, at.y + radius + 2}, {at.x, down}, fade(c.attention, 0.9f),
                 b.added > 0 ? 1.75f : 1.25f, b.added > 0 ? Dash{} : Dash{2, 3});
    p.scene.pick(around(at, 2 * radius, 2 * radius), {PickKind::Context, p.reading.row(), -1, -1, {}},
                 "What " + head_name(b.sight) + " reads: the values, each times its weight, added up");
}

} // namespace

void draw_look(const Painter& p) {
    const Bars b = bars_of(p);
    if (b.scored <= 0) return;
    const Reading& r = p.reading;
    const Block& block = p.plan.block(b.sight.decoding && b.sight.looks == Looks::Self);
    const Block& asking = p.plan.block(b.sight.decoding);
    if (block.folded) return;
    p.clip(block);
    draw_bars(p, block, b);
    p.end_clip(block);
    const int column = r.query(b.sight.decoding, r.row());
    const float edge = asking.x(column) - asking.pitch / 2;
    // Clear of the names, which stand left of the first block.
    const float leftmost = asking.left + (p.plan.source.count > 0 && b.sight.decoding ? -14.0f : 4.0f);
    const Point at{std::clamp(edge, leftmost, std::max(leftmost, asking.right())), p.plan.context};
    if (b.softened > 0) draw_fan(p, block, b, at);
    draw_sum(p, b, asking, at);
}

} // namespace heed::layered
