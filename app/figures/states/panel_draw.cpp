// One path of states in its plane, as it is drawn.
#include "app/figures/compare/parts.h"
#include "app/figures/states/draw.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed::states {

using analysis::StateKind;

namespace {

void draw_head(const Panel& panel) {
    Scene& scene = panel.canvas.scene;
    const FigureStyle& style = panel.canvas.style;
    const Palette& c = panel.colors();
    const std::string title = panel.decoder() ? "Decoder" : "Encoder";
    const ModelFacts& model = panel.canvas.trace.model;
    std::string gloss;
    switch (panel.path.choice.kind) {
    case StateKind::Decoder:
        gloss = "states s";
        if (seq2seq_facts(panel.canvas.trace).decoder_rows() > 1)
            gloss = (seq2seq_facts(model).order == "conditional" ? "cell " : "layer ") +
                    std::to_string(panel.path.choice.row + 1) + " of " +
                    std::to_string(seq2seq_facts(panel.canvas.trace).decoder_rows());
        break;
    case StateKind::Annotation:
        gloss = seq2seq_facts(model).bidirectional ? "annotations h, both directions" : "annotations h";
        break;
    case StateKind::Forward:
        gloss = "forward states, read left to right";
        break;
    case StateKind::Backward:
        gloss = "backward states, read right to left";
        break;
    }
    const float y = panel.card.y + 19, x = panel.card.x + 16;
    add_text(scene, {x, y}, title, Face::Semibold, 13, panel.color());
    const float after = x + text_width(style, title, Face::Semibold, 13) + 10;

    // What marks the ends.
    const float right = panel.card.right() - 16;
    const std::string last = "last", first = "first";
    const float last_x = right - text_width(style, last, Face::Regular, 11);
    const float square = last_x - 12, first_x = square - 14 - text_width(style, first, Face::Regular, 11);
    add_fill(scene, around({square, y}, 8, 8), panel.color(), 1);
    add_text(scene, {last_x, y}, last, Face::Regular, 11, c.t3);
    scene.add(CircleItem{{first_x - 12, y}, 4, c.bg1, panel.color(), 1.5f});
    add_text(scene, {first_x, y}, first, Face::Regular, 11, c.t3);
    add_text(scene, {after, y}, fitted(style, gloss, Face::Regular, 11, first_x - 24 - after), Face::Regular,
             11, c.t3);
}

/// The longest of the wordings that fits into the room.
void add_fitting(const Panel& panel, Point at, float room, std::initializer_list<std::string> wordings) {
    for (const std::string& words : wordings)
        if (text_width(panel.canvas.style, words, Face::Regular, 11) <= room) {
            add_text(panel.canvas.scene, at, words, Face::Regular, 11, panel.colors().t3);
            return;
        }
}

/// What the two directions are of all there is to see.
void draw_axes(const Panel& panel) {
    const Eigen::VectorXf& share = panel.path.plane.share;
    const Point at{panel.card.x + 16, panel.map.bottom() + 13};
    const float room = panel.card.w - 32;
    if (panel.count() == 0) return;
    if (share.size() < 2 || share(0) <= 0) {
        const std::string only = panel.count() == 1 ? "There is one state, and so nothing to compare it with."
                                                    : "All states are the same point.";
        add_fitting(panel, at, room, {only});
        return;
    }
    const int others = panel.path.dimensions - 2;
    const std::string across = percent(share(0)), up = percent(share(1)),
                      rest = percent(std::max(0.0f, 1 - share(0) - share(1)));
    const std::string both = "→ first direction " + across + "   ↑ second " + up;
    if (others <= 0) return add_fitting(panel, at, room, {both, "→ " + across + "  ↑ " + up});
    const std::string hidden = counted(others, "direction");
    add_fitting(panel, at, room,
                {both + "   not seen: " + hidden + ", " + rest, both + "   not seen: " + rest,
                 "→ " + across + "  ↑ " + up});
}

/// With which weight the output on the screen looks at the encoder's state j; 0 where that has no halo.
float halo_weight(const Panel& panel, int j) {
    const Trace& trace = panel.canvas.trace;
    const int i = panel.canvas.reveal.looked_at;
    if (panel.decoder() || i < 0 || !trace.has_weights() ||
        panel.canvas.shown(seq2seq::Softmax) == Seen::Later)
        return 0;
    const float a = std::clamp(trace.weight(i, j), 0.0f, 1.0f);
    return a > 0.01f ? a : 0;
}

/// How far it reaches beyond the state's dot.
float halo_reach(const Panel& panel, float weight) {
    return (2 + 16 * std::sqrt(weight)) * panel.canvas.reveal.drawn(panel.canvas.shown(seq2seq::Softmax));
}

void draw_halos(const Panel& panel) {
    for (int j = 0; j < panel.count(); ++j) {
        const float a = halo_weight(panel, j);
        if (a <= 0) continue;
        const float t = panel.canvas.reveal.drawn(panel.canvas.shown(seq2seq::Softmax));
        const Point at = panel.at[static_cast<std::size_t>(j)];
        panel.canvas.scene.add(CircleItem{at, panel.radius + halo_reach(panel, a),
                                          fade(panel.colors().attention, (0.10f + 0.30f * a) * t),
                                          fade(panel.colors().attention, 0.75f * t), 1});
    }
}

/// Whether a state of the run before stands somewhere else; one that has no counterpart does.
bool stands_apart(const Panel& panel, std::size_t k) {
    if (k >= panel.at.size()) return true;
    return std::hypot(panel.before[k].x - panel.at[k].x, panel.before[k].y - panel.at[k].y) > 1;
}

/// The run before, where it went elsewhere, and how far each state has been pushed from it.
void draw_before(const Panel& panel) {
    Scene& scene = panel.canvas.scene;
    const Color soft = fade(panel.color(), 0.8f);
    for (std::size_t k = 0; k < panel.before.size(); ++k) {
        const bool apart = stands_apart(panel, k);
        if (apart && k < panel.at.size() && panel.seen[k] != Seen::Later)
            add_line(scene, panel.before[k], panel.at[k], fade(panel.colors().t1, 0.45f), 1);
        if (k > 0 && (apart || stands_apart(panel, k - 1)))
            add_line(scene, panel.before[k - 1], panel.before[k], soft, 1.25f, {7, 4});
    }
    for (std::size_t k = 0; k < panel.before.size(); ++k) {
        if (!stands_apart(panel, k)) continue;
        scene.add(CircleItem{panel.before[k], panel.radius * 0.62f, panel.colors().bg1, soft, 1});
        scene.pick(around(panel.before[k], 10, 10), {},
                   panel.decoder() ? "s" + std::to_string(k) + " of the run it is compared with"
                                   : "The run it is compared with");
    }
}

/// How plainly the n-th step of the path is drawn. A long path is a trail that fades behind where it has come
/// to.
float freshness(const Panel& panel, int n) {
    const auto steps = static_cast<float>(std::max(1, panel.count() - 1));
    if (panel.count() <= 30) return 0.35f + 0.5f * static_cast<float>(n) / steps;
    const int now = panel.current() >= 0 && panel.decoder() ? panel.current() : panel.count() - 1;
    const float faint = panel.count() <= 80 ? 0.22f : 0.12f;
    return faint + (0.85f - faint) * std::exp(-static_cast<float>(std::max(0, now - n)) / 10);
}

/// An arrow's head a little past half way.
void add_head(const Panel& panel, Point a, Point b, Color color) {
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    const Point middle{std::lerp(a.x, b.x, 0.56f), std::lerp(a.y, b.y, 0.56f)};
    const float ux = (b.x - a.x) / length * 4.5f, uy = (b.y - a.y) / length * 4.5f;
    panel.canvas.scene.add(LineItem{{{middle.x - ux - uy * 0.7f, middle.y - uy + ux * 0.7f},
                                     middle,
                                     {middle.x - ux + uy * 0.7f, middle.y - uy - ux * 0.7f}},
                                    color,
                                    1.25f});
}

/// From one state to the next; of what is new, the part that is drawn so far.
void draw_steps(const Panel& panel) {
    const int step = panel.backward() ? -1 : 1;
    for (int n = 1; n < panel.count(); ++n) {
        const int k = panel.first + step * n;
        const auto to = static_cast<std::size_t>(k), from = static_cast<std::size_t>(k - step);
        const Point a = panel.at[from], b = panel.at[to];
        const float length = std::hypot(b.x - a.x, b.y - a.y);
        if (panel.seen[to] == Seen::Later) {
            add_line(panel.canvas.scene, a, b, panel.colors().line2, 1, {3, 3});
            continue;
        }
        const float t =
            panel.canvas.reveal.reduced ? 1 : ease_in_out(panel.canvas.reveal.drawn(panel.seen[to]));
        const float fresh = freshness(panel, n);
        add_line(panel.canvas.scene, a, {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)},
                 fade(panel.color(), fresh), panel.count() <= 80 ? 1.5f : 1.25f);
        if (length >= 30 && t >= 1 && fresh > 0.3f) add_head(panel, a, b, fade(panel.color(), fresh + 0.15f));
    }
}

void draw_dot(const Panel& panel, int k) {
    Scene& scene = panel.canvas.scene;
    const auto n = static_cast<std::size_t>(k);
    const Point at = panel.at[n];
    const float r = panel.radius;
    const bool both =
        panel.path.choice.kind == StateKind::Annotation && seq2seq_facts(panel.canvas.trace).bidirectional;
    if (panel.seen[n] == Seen::Later) {
        scene.add(CircleItem{at, r - 0.5f, panel.colors().bg1, panel.colors().line2, 1, {2, 2}});
        return;
    }
    const float shown = std::max(0.15f, panel.canvas.reveal.drawn(panel.seen[n]));
    const Color fill = fade(panel.color(), shown), rim = both ? fade(panel.colors().backward, shown) : fill;
    if (k == panel.first && panel.count() > 1)
        scene.add(CircleItem{at, r + 1, panel.colors().bg1, fill, 1.75f});
    else if (k == panel.last && panel.count() > 1)
        scene.add(RectItem{around(at, 2 * r + 1, 2 * r + 1), fill, both ? rim : Color{0, 0, 0, 0},
                           both ? 1.25f : 0, 1});
    else
        scene.add(CircleItem{at, r, fill, rim, both ? 1.25f : 0});
}

void draw_rings(const Panel& panel) {
    const auto ring = [&](int k, Color color, float gap, float width) {
        if (k < 0 || k >= panel.count()) return;
        panel.canvas.scene.add(CircleItem{
            panel.at[static_cast<std::size_t>(k)], panel.radius + gap, {0, 0, 0, 0}, color, width});
    };
    ring(panel.current(), panel.color(), 4, 1.5f);
    ring(panel.hovered(), fade(panel.colors().t1, 0.8f), 4, 1.25f);
    ring(panel.chosen(), panel.colors().t1, panel.chosen() == panel.current() ? 7.0f : 4.0f, 1.5f);
}

/// How far halo and rings reach beyond the dot of state k.
float reach_of(const Panel& panel, int k) {
    const float a = halo_weight(panel, k), halo = a > 0 ? halo_reach(panel, a) : 0;
    const bool current = k == panel.current(), chosen = k == panel.chosen();
    return std::max(halo, chosen && current ? 7.75f : chosen || current ? 4.75f : 0.0f);
}

/// Labels keep their places while the playhead moves; one that a halo or a ring has grown into steps aside,
/// away from its dot, unless it would run into another.
Box clear_of_rings(const Panel& panel, int k, const Box& box) {
    const Point at = panel.at[static_cast<std::size_t>(k)];
    const float x = std::clamp(at.x, box.x, box.right()) - at.x,
                y = std::clamp(at.y, box.y, box.bottom()) - at.y, distance = std::hypot(x, y);
    const float wanted = panel.radius + reach_of(panel, k) + 2;
    if (distance >= wanted || distance <= 0) return box;
    const float by = (wanted - distance) / distance;
    const Box moved{box.x + x * by, box.y + y * by, box.w, box.h};
    if (moved.x < panel.map.x || moved.right() > panel.map.right() || moved.y < panel.map.y ||
        moved.bottom() > panel.map.bottom())
        return box;
    for (int n = 0; n < panel.count(); ++n)
        if (const auto& other = panel.labels[static_cast<std::size_t>(n)];
            n != k && other && other->x < moved.right() && moved.x < other->right() &&
            other->y < moved.bottom() && moved.y < other->bottom())
            return box;
    return moved;
}

void draw_labels(const Panel& panel) {
    Scene& scene = panel.canvas.scene;
    const float size = panel.label_size();
    const int hovered = panel.hovered();
    const auto add = [&](int k, const Box& box, bool bright) {
        const TokenText token = panel.label(k);
        Face face = token.face;
        if (bright && face == Face::Mono) face = Face::MonoSemibold;
        add_text(scene, box.centre(), fitted(panel.canvas.style, token.text, token.face, size, 96), face,
                 size, bright ? panel.colors().t1 : panel.label_color(k), Align::Centre);
    };
    for (int k = 0; k < panel.count(); ++k)
        if (const auto& box = panel.labels[static_cast<std::size_t>(k)];
            box && panel.known(k) && k != hovered) {
            const Box clear = clear_of_rings(panel, k, *box);
            if (panel.count() > 30) add_fill(scene, clear, fade(panel.colors().bg1, 0.6f), 2);
            add(k, clear, k == panel.chosen());
        }
    for (const int k : {panel.current(), panel.chosen(), hovered}) { // those that matter have one in any case
        if (k < 0 || !panel.known(k)) continue;
        const auto& place = panel.labels[static_cast<std::size_t>(k)];
        if (place && k != hovered) continue;
        const Point at = panel.at[static_cast<std::size_t>(k)];
        const TokenText token = panel.label(k);
        const std::string text = fitted(panel.canvas.style, token.text, token.face, size, 96);
        const float w = text_width(panel.canvas.style, text, token.face, size) + 8, h = size + 5;
        Box box = place ? grown(*place, 2) : Box{at.x + panel.radius + 6, at.y - h - 2, w, h};
        box.x = std::clamp(box.x, panel.map.x, std::max(panel.map.x, panel.map.right() - box.w));
        box.y = std::clamp(box.y, panel.map.y, std::max(panel.map.y, panel.map.bottom() - box.h));
        add_fill(scene, box, fade(panel.colors().bg1, 0.9f), 3);
        add(k, box, k == hovered || k == panel.chosen());
    }
}

/// Each dot is found within half the way to the next, so that crowded ones can be told apart.
void add_picks(const Panel& panel) {
    for (int k = 0; k < panel.count(); ++k) {
        const Point at = panel.at[static_cast<std::size_t>(k)];
        if (const auto& box = panel.labels[static_cast<std::size_t>(k)]; box && panel.known(k))
            panel.canvas.scene.pick(*box, panel.pick(k), panel.tooltip(k));
        float nearest = 20;
        for (int n = 0; n < panel.count(); ++n)
            if (n != k) {
                const Point other = panel.at[static_cast<std::size_t>(n)];
                nearest = std::min(nearest, std::max(std::abs(other.x - at.x), std::abs(other.y - at.y)));
            }
        const float reach = std::clamp(nearest, 5.0f, 20.0f);
        panel.canvas.scene.pick(around(at, reach, reach), panel.pick(k), panel.tooltip(k));
    }
}

} // namespace

void draw_panel(const Panel& panel) {
    Scene& scene = panel.canvas.scene;
    compare::add_card(scene, panel.card, panel.colors());
    draw_head(panel);
    draw_axes(panel);
    scene.add(ClipItem{{panel.card.x + 1, panel.map.y - 2, panel.card.w - 2, panel.map.h + 4}});
    draw_halos(panel);
    for (const Hits& hit : hits_of(panel))
        scene.add(CircleItem{hit.at, 2 + 1.2f * std::sqrt(static_cast<float>(hit.count)),
                             fade(panel.colors().t2, 0.55f), panel.colors().bg1, 0.75f});
    draw_before(panel);
    draw_steps(panel);
    for (int k = 0; k < panel.count(); ++k) draw_dot(panel, k);
    draw_rings(panel);
    draw_labels(panel);
    scene.add(ClipEnd{});
    add_picks(panel);
}

} // namespace heed::states
