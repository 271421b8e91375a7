// The row of the head in front as bars above what it looks at, and the sum that they make.
#include "app/figures/base/format.h"
#include "app/figures/changes.h"
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
    std::shared_ptr<const MapValues> read; // the map below, where that holds no weights of one head
    int map_row = 0;
    float scored = 0, softened = 0, mixed = 0, added = 0;
    float strongest = 1, lowest = 0, highest = 1; // the weight of a full bar; scores

    /// As the framed row of the map has it.
    float weight(int k) const {
        return read ? read->values[map_row * read->columns + k] : (*weights)(k, row);
    }
    float energy(int k) const { return (*energies)(k, row); }
    /// As a share of the room.
    float height(int k) const {
        const float by_weight = std::min(1.0f, weight(k) / strongest);
        if (softened >= 1 || !energies) return by_weight;
        const float span = highest - lowest;
        const float by_score = span > 0 ? 0.15f + 0.85f * (energy(k) - lowest) / span : 0.5f;
        return std::lerp(by_score * scored, by_weight, softened);
    }
};

/// The map that is seen below, if it is not the weights of the head in front.
std::shared_ptr<const MapValues> map_read(const Painter& p, const Bars& b) {
    if (p.reading.front.read == MapReading::Head) return nullptr;
    const auto map = p.below(b.sight, p.reading.front.read);
    return map && b.map_row < map->rows && b.seen <= map->columns ? map : nullptr;
}

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
    b.map_row = r.row();
    b.read = map_read(p, b);
    b.strongest = 1e-6f;
    if (p.full_bar > 0 && !b.read)
        b.strongest = p.full_bar;
    else
        for (int k = 0; k < b.seen; ++k) b.strongest = std::max(b.strongest, b.weight(k));
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
    const std::string share = exact_percent(static_cast<double>(b.weight(k))),
                      row = " in row " + std::to_string(r.row() + 1);
    const std::string changes = changes_of(r.edits_in(b.sight, b.read ? r.front.read : MapReading::Head)),
                      by_hand = changes.empty() ? "" : ". " + changes;
    if (b.read) return name + ": " + share + row + ", " + reader_name(b.sight, r.front.read) + by_hand;
    return name + " gets " + share + " of what " + head_name(b.sight) + " reads" + row + by_hand;
}

/// Of a bar that a hand may take hold of Bar, with the output that it is of: its weight is one of the head in
/// front, on the source.
PickId bar_pick(const Painter& p, const Bars& b, int k) {
    const int past = b.sight.looks == Looks::Self && b.sight.decoding ? 1 : 0;
    const bool by_hand = b.softened > 0.5f && p.reading.front.read == MapReading::Head &&
                         p.reading.reads_source(b.sight) && k < p.reading.run.source_length();
    if (!by_hand) return {PickKind::Column, -1, k, past, {}};
    return {PickKind::Bar, p.reading.row(), k, past, {}};
}

/// Below a bar: its weight, before there are weights its score.
std::string bar_number(const Bars& b, int k) {
    if (b.softened > 0.5f) return cell_number(static_cast<double>(b.weight(k)));
    return b.energies ? fixed(static_cast<double>(b.energy(k)), 1) : "";
}

/// Numbers below the bars: of each, or where they would run together of every so many, the largest among
/// them.
void draw_bar_numbers(const Painter& p, const Block& block, const Bars& b) {
    constexpr float air = 4; // px between two
    if (block.pitch < 24 || !p.style.numbers) return;
    const bool soft = b.softened > 0.5f;
    float widest = 0;
    int largest = 0;
    for (int k = 0; k < b.seen; ++k) {
        widest = std::max(widest, p.measure(bar_number(b, k), Face::Mono, label_size));
        if (soft || !b.energies ? b.weight(k) > b.weight(largest) : b.energy(k) > b.energy(largest))
            largest = k;
    }
    const int every = std::max(1, static_cast<int>(std::ceil((widest + air) / block.pitch)));
    for (int k = largest % every; k < b.seen; k += every)
        if (block.shows(k))
            p.text({block.x(k), p.plan.base + 11}, bar_number(b, k), label_size,
                   soft && b.weight(k) >= 0.05f ? p.colors().t1 : p.colors().t3, Align::Centre, Face::Mono);
}

/// A bar that would be higher than there is room: a cut near its top.
void draw_cut(const Painter& p, Box bar) {
    constexpr float below = 5, high = 2; // px: of the top
    add_fill(p.scene, {bar.x - 1, bar.y + below, bar.w + 2, high}, p.colors().bg0);
}

void draw_bars(const Painter& p, const Block& block, const Bars& b) {
    const Palette& c = p.colors();
    const float wide = block.bar_wide();
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
        if (b.softened >= 1 && b.weight(k) > 1.001f * b.strongest) draw_cut(p, bar);
        p.scene.pick(
            {block.x(k) - block.pitch / 2, p.plan.base - p.plan.bar_room, block.pitch, p.plan.bar_room + 18},
            bar_pick(p, b, k), bar_words(p, b, k));
        p.scene.picks.back().told_above = true; // clear of layers and their names
    }
    draw_bar_numbers(p, block, b);
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
        const Point from{block.x(k), p.plan.base - std::min(1.0f, w / b.strongest) * p.plan.bar_room};
        const float reach = (to.x - from.x) * 0.45f, lift = std::min(from.y, to.y) - 6;
        CurveItem curve{from, {from.x + reach * 0.4f, lift}, {to.x - reach, to.y}, to, c.attention, 1};
        curve.width = 0.8f + 5.2f * w;
        curve.color = fade(c.attention, (0.25f + 0.65f * std::min(1.0f, 2 * w)) * (b.mixed >= 1 ? spent : 1));
        p.scene.add(curve_until(curve, b.softened));
    }
}

constexpr float symbol_size = 14.7f; // px: its number has letters of 11

/// Where c stands, and the lane on which it goes down to the cell that it is added to.
struct SumPlace {
    Point at;
    float radius = 14, lane = 0;
    bool right = false; // of its cell
};

/// Clear of bars and numbers. On the source it stands left of its column, over the decoder, where there are
/// none; on its own past right of it, over what is not written yet; in the encoder, where bars stand in every
/// column, above them.
SumPlace sum_place(const Painter& p, const Bars& b, const Block& asking) {
    const float x = asking.x(p.reading.query(b.sight.decoding, p.reading.row())), half = asking.pitch / 2;
    SumPlace s{{0, p.plan.context}, asking.pitch >= 24 ? 14.0f : 10.0f};
    if (b.sight.decoding && b.sight.looks == Looks::Self) {
        s.right = true;
        s.lane = std::min(x + half, asking.right());
        s.at.x = std::max(s.lane, std::min(x, asking.right()) + asking.bar_wide() / 2 + s.radius + 2);
        return s;
    }
    if (!b.sight.decoding) s.at.y = p.plan.written;
    s.at.x = s.lane = std::clamp(x - half, asking.left, std::max(asking.left, asking.right()));
    return s;
}

/// Down the lane, and into the side of the cell.
void draw_lane(const Painter& p, const Bars& b, const Block& asking, const SumPlace& s) {
    const float aside = s.lane - s.at.x, reach = s.radius + 2;
    const float from = s.at.y + std::sqrt(std::max(0.0f, reach * reach - aside * aside)),
                down = p.plan.layer_y(b.sight.layer);
    if (down <= from + 1) return;
    const float cell = asking.x(p.reading.query(b.sight.decoding, p.reading.row())),
                out = asking.cell_wide() / 2 + 4; // clear of its ring
    const float side = s.right ? cell + out : cell - out;
    LineItem lane{.points = {{s.lane, from}, {s.lane, down}},
                  .color = fade(p.colors().attention, 0.9f),
                  .width = b.added > 0 ? 1.75f : 1.25f,
                  .dash = b.added > 0 ? Dash{} : Dash{2, 3}};
    if (s.right ? s.lane > side + 1 : s.lane < side - 1) lane.points.push_back({side, down});
    p.scene.add(std::move(lane));
}

void draw_sum(const Painter& p, const Bars& b, const Block& asking, const SumPlace& s) {
    const Palette& c = p.colors();
    const bool there = b.mixed > 0;
    p.scene.add(CircleItem{s.at, s.radius, c.bg0, c.attention, 1.5f, there ? Dash{} : Dash{3, 3}});
    if (there)
        p.scene.add(CircleItem{s.at, s.radius, fade(c.attention, 0.16f * b.mixed), {0, 0, 0, 0}, 0, {}});
    const int number = p.reading.row() + 1; // said by the row's frame too, where the circle is too small
    const bool large = s.radius > 12;
    add_symbol(p.scene, p.style, s.at, "c", large && number < 100 ? std::to_string(number) : "",
               large ? symbol_size : label_size, c.attention);
    draw_lane(p, b, asking, s);
    p.scene.pick(around(s.at, 2 * s.radius, 2 * s.radius), {PickKind::Context, p.reading.row(), -1, -1, {}},
                 "What " + head_name(b.sight) + " reads: the values, each times its weight, added up");
}

} // namespace

void draw_look(const Painter& p) {
    const Bars b = bars_of(p);
    if (b.scored <= 0) return;
    const Block& block = p.plan.block(b.sight.decoding && b.sight.looks == Looks::Self);
    const Block& asking = p.plan.block(b.sight.decoding);
    if (block.folded) return;
    p.clip(block);
    draw_bars(p, block, b);
    p.end_clip(block);
    const SumPlace sum = sum_place(p, b, asking);
    if (b.softened > 0) draw_fan(p, block, b, sum.at);
    draw_sum(p, b, asking, sum);
}

} // namespace heed::layered

namespace heed {

namespace {

float weight_of(const layered::Reading& r, const layered::Sight& sight, int output, int column) {
    const MatrixXf* w = r.weights(sight);
    const int asking = r.query(sight.decoding, output);
    return w && column >= 0 && column < w->rows() && asking >= 0 && asking < w->cols() ? (*w)(column, asking)
                                                                                       : 0;
}

} // namespace

float weight_in_front(const Trace& run, const Playhead& playhead, const HeadsInFront& front, int output,
                      int column) {
    const layered::Reading r(run, playhead, front);
    return weight_of(r, r.in_front(), output, column);
}

float source_weight_in_front(const Trace& run, const Playhead& playhead, const HeadsInFront& front,
                             int output, int column) {
    const layered::Reading r(run, playhead, front);
    const layered::Sight cross{true, layered::Looks::Cross, r.layer, r.cross_head()};
    return weight_of(r, r.crosses() ? cross : r.in_front(), output, column);
}

float weight_of_full_bar(const Trace& run, const Playhead& playhead, const TransformerSettings& settings) {
    if (const LaidOut& lent = settings.laid_out; lent.run) {
        TransformerSettings own = settings;
        own.laid_out = {};
        return weight_of_full_bar(*lent.run, lent.head, own);
    }
    const layered::Reading r(run, playhead, settings.front);
    const layered::Sight sight = r.in_front();
    float strongest = 0;
    for (int k = 0; k < r.seen(sight, r.row()); ++k)
        strongest = std::max(strongest, weight_in_front(run, playhead, settings.front, r.row(), k));
    return strongest;
}

float weight_per_px(const Trace& run, const Playhead& playhead, const TransformerSettings& settings,
                    const FigureStyle& style) {
    const layered::Reading r(run, playhead, settings.front);
    const layered::Plan plan = layered::plan_of(r, settings, style);
    return plan.bar_room > 0 ? weight_of_full_bar(run, playhead, settings) / plan.bar_room : 0;
}

} // namespace heed
