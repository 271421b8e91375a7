// Whom the shown step looks back at: a bar for each older state, an arc from each bar, and their sum.
#include "app/figures/base/format.h"
#include "app/figures/one_rnn/draw.h"

#include <algorithm>
#include <cmath>

namespace heed::past {
namespace {

constexpr std::size_t most_arcs = 96;

/// What a full bar stands for: the most that a weight of this step can be.
float most_of(const Painter& p) { return p.reading.ceiling(p.step).value_or(1.0f); }

/// px of a weight; while scores are no weights yet, of a score between the least and the largest of them.
float height_of(const Painter& p, int column) {
    const Reading& r = p.reading;
    if (p.done(Doing::Softmax, p.step)) {
        const float whole = r.weight(p.step, column) / most_of(p) * p.plan.room;
        return std::max(1.5f, whole * (p.newest && p.doing == Doing::Softmax ? p.grown : 1.0f));
    }
    float least = INFINITY, most = -INFINITY;
    for (int c = r.first(p.step); c < p.step; ++c) {
        if (!std::isfinite(r.energy(p.step, c))) continue;
        least = std::min(least, r.energy(p.step, c));
        most = std::max(most, r.energy(p.step, c));
    }
    const float share = most > least ? (r.energy(p.step, column) - least) / (most - least) : 0.5f;
    return (5 + share * (p.plan.room - 12)) * p.progress(Doing::Score);
}

Box bar_box(const Painter& p, int column) {
    const float wide = p.plan.full ? std::min(24 * std::max(1.0f, p.plan.up), 0.4f * p.plan.pitch)
                                   : std::max(4.0f, 0.55f * p.plan.pitch);
    const float high = height_of(p, column);
    return {p.plan.x(column) - wide / 2, p.plan.base - high, wide, high};
}

void draw_bar(const Painter& p, int column) {
    const Palette& c = p.colors();
    if (p.reading.muted(column)) return;
    const Box bar = bar_box(p, column);
    const float radius = std::min({2.0f, bar.w / 3, bar.h / 2});
    if (p.done(Doing::Softmax, p.step)) {
        if (p.newest && p.doing == Doing::Softmax && c.dark() && bar.h > 8)
            p.scene.add(GlowItem{bar, 10, fade(c.attention, 0.35f)});
        add_fill(p.scene, bar, c.attention, radius);
    } else {
        add_frame(p.scene, bar, fade(c.attention, 0.8f), 1, radius); // a score is no weight yet
    }
}

/// Numbers below the bars: all where they have room, else those that stand out.
void draw_number(const Painter& p, int column) {
    const bool weights = p.done(Doing::Softmax, p.step), muted = p.reading.muted(column);
    const float value = weights ? p.reading.weight(p.step, column) : p.reading.energy(p.step, column);
    std::string words = muted     ? "muted"
                        : weights ? weight_words(value)
                                  : fixed(static_cast<double>(value), 2);
    const bool strong = column == p.column || column == p.reading.strongest(p.step);
    const Face face = muted ? Face::Regular : Face::Mono;
    const float wide = p.measure(words, face, label_size);
    const float room = p.plan.pitch - 4;
    if (muted && wide > room) words = "×";
    if (!muted && wide > room) {
        if (!strong || column != p.column) return;
        for (int c = std::max(p.reading.first(p.step), column - 2); c < std::min(p.step, column + 3); ++c)
            if (c != column && p.measure(words, face, label_size) > 3 * p.plan.pitch) return;
    }
    p.text({p.plan.x(column), p.plan.numbers}, words, label_size, strong ? p.colors().t1 : p.colors().t2,
           Align::Centre, face);
}

/// From a bar up and over into the context.
CurveItem arc_of(const Painter& p, int column, Point target) {
    const Box bar = bar_box(p, column);
    const float distance = static_cast<float>(p.reading.made(p.step) - column);
    const float rise = (70 + 11 * distance) * p.plan.up;
    // The middle of such an arc stays below what stands above the states.
    const float ceiling = (52 - (bar.y + target.y) / 8) / 0.75f;
    const float high = std::max(bar.y - rise, ceiling);
    const float over = std::min(high, target.y - 26 * p.plan.up);
    return {{bar.centre().x, bar.y}, {bar.centre().x, high}, {target.x, over}, target, {}, 1, {}};
}

void draw_arcs(const Painter& p) {
    if (!p.done(Doing::Softmax, p.step)) return;
    const Reading& r = p.reading;
    const float strength =
        p.progress(Doing::Softmax) * (p.done(Doing::State, p.step) && !r.config.key_value() ? spent : 1.0f);
    std::vector<int> order;
    for (int c = r.first(p.step); c < p.step; ++c)
        if (r.looks_at(p.step, c)) order.push_back(c);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return r.weight(p.step, a) < r.weight(p.step, b); });
    if (order.size() > most_arcs) order.erase(order.begin(), order.end() - most_arcs);
    const Point centre = p.context_centre(), target{centre.x, centre.y - p.context_radius()};
    for (const int c : order) {
        const float a = r.weight(p.step, c);
        if (a <= 0) continue;
        CurveItem arc = arc_of(p, c, target);
        arc.width = 0.75f + (p.plan.full ? 12.0f : 8.0f) * std::min(1.0f, a);
        arc.color = fade(p.colors().attention, (0.16f + 0.74f * std::min(1.0f, 2 * a)) * strength);
        p.scene.add(arc);
    }
}

void draw_context(const Painter& p) {
    if (!p.done(Doing::Softmax, p.step)) return;
    const Palette& c = p.colors();
    const Point centre = p.context_centre();
    if (!p.plan.shows(p.reading.made(p.step))) return;
    const bool there = p.done(Doing::Context, p.step);
    const float radius = p.context_radius();
    // Into the state that is made of it: key-value reads it for the answer.
    if (!p.reading.config.key_value()) {
        const bool used = p.done(Doing::State, p.step);
        const float to = p.state_box(p.reading.made(p.step)).y - 1;
        const Color line = used ? fade(c.attention, 0.8f) : c.line2;
        if (used)
            add_arrow(p.scene, {centre.x, centre.y + radius + 1}, {centre.x, to}, line, 1.25f, 3.5f);
        else
            add_line(p.scene, {centre.x, centre.y + radius + 1}, {centre.x, to}, line, 1.25f, {3, 3});
    }
    const float filled = p.progress(Doing::Context);
    p.scene.add(CircleItem{centre, radius, there ? fade(c.attention, filled) : c.bg0, c.attention, 1.5f,
                           there ? Dash{} : Dash{3, 3}});
    const Color ink = there && filled > 0.5f ? c.bg0 : c.attention;
    const std::string number = std::to_string(p.step + 1);
    add_symbol(p.scene, p.style, centre, p.reading.context_symbol(), p.plan.full ? number : "", 13, ink);
}

/// More than this no weight can be, and why.
void draw_ceiling(const Painter& p) {
    const auto ceiling = p.reading.ceiling(p.step);
    if (!ceiling || p.step < 2) return;
    const Palette& c = p.colors();
    const float y = p.plan.base - p.plan.room, x = p.plan.x(p.step - 1) + p.plan.pitch / 2;
    const float from = std::max(p.plan.left, p.plan.x(p.reading.first(p.step)) - p.plan.pitch / 2);
    if (x <= from) return;
    add_line(p.scene, {from, y}, {std::min(x, p.plan.right), y}, fade(c.t2, 0.8f), 1, {2, 3});
    const std::string words = "ceiling " + cell_number(static_cast<double>(*ceiling));
    const std::string why = "scores within ±1";
    // Between the last bar and the context's way down.
    const float end = p.plan.x(p.reading.made(p.step)) - 6, room = end - x - 8;
    if (p.measure(why, Face::Regular, label_size) <= room) {
        p.text({x + 8, y}, words, label_size, c.t2);
        p.text({x + 8, y + 14}, why, label_size, c.t3);
    } else if (p.measure(words, Face::Regular, label_size) <= room) {
        p.text({x + 8, y}, words, label_size, c.t2);
    }
}

/// An arrow on the state that asks; of LSTMN the word that is read does, below its state.
void draw_asking(const Painter& p) {
    const int column = p.reading.asks(p.step);
    if (p.step < 1 || !p.plan.shows(column) || !p.done(Doing::Score, p.step)) return;
    const Color blue = p.colors().forward;
    const float x = p.plan.x(column), top = p.state_box(column).y;
    if (p.reading.config.kind == one_rnn::Kind::Lstmn)
        return p.text({x, p.plan.input + 18}, "asks", label_size, blue, Align::Centre);
    p.text({x, top - 32}, "asks", label_size, blue, Align::Centre);
    add_arrow(p.scene, {x, top - 24}, {x, top - 4}, blue, 1.25f, 3.5f);
}

} // namespace

void draw_look(const Painter& p) {
    if (p.step < 0 || !p.done(Doing::Score, p.step)) return;
    const int first = p.reading.first(p.step);
    const float from = std::max(p.plan.left, p.plan.x(0) - p.plan.pitch / 2);
    const float to = std::min(p.plan.right, p.plan.x(std::max(0, p.step - 1)) + p.plan.pitch / 2);
    if (p.step > 0) add_line(p.scene, {from, p.plan.base}, {to, p.plan.base}, p.colors().line2, 1);
    draw_ceiling(p);
    draw_arcs(p);
    for (int c = first; c < p.step; ++c) {
        if (!p.plan.shows(c)) continue;
        draw_bar(p, c);
        draw_number(p, c);
    }
    draw_context(p);
    draw_asking(p);
}

} // namespace heed::past
