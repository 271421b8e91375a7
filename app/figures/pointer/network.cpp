// A column a slot: the decoder's states, the weights of one output, what was read.
#include "app/figures/base/format.h"
#include "app/figures/pointer/draw.h"
#include "core/models/pointer/values.h"

#include <algorithm>
#include <cmath>

namespace heed::points {
namespace {

namespace quantity = pointer::quantity;
constexpr int bars = 6;

/// A state as small bars in its box.
void draw_state(const Painter& p, Point centre, const MatrixXf& states, int column, Color color,
                bool newest) {
    const Box box = around(centre, p.plan.box_wide, p.plan.box_high);
    if (newest && p.colors().dark()) p.scene.add(GlowItem{box, 8, fade(color, 0.35f)});
    p.scene.add(RectItem{box, fade(color, 0.10f), color, 1.25f, 5, {}});
    if (p.plan.box_wide < 16 || column >= states.cols()) return;
    add_sparkbars(p.scene, grown(box, -4), pool(states, column, bars), pooled_maximum(states, bars), color,
                  fade(color, 0.5f));
}

void draw_arrows(const Painter& p, float y, int states, Color color) {
    if (p.plan.pitch - p.plan.box_wide < 7) return;
    for (int k = 1; k < states; ++k)
        add_arrow(p.scene, {p.plan.x(k - 1) + p.plan.box_wide / 2 + 1, y},
                  {p.plan.x(k) - p.plan.box_wide / 2 - 1, y}, color, 1.25f, 3.5f);
}

} // namespace

void add_cross(Scene& scene, Point m, Color color) {
    for (const float side : {-1.0f, 1.0f})
        add_line(scene, {m.x - 3, m.y - 3 * side}, {m.x + 3, m.y + 3 * side}, color, 1);
}

void draw_names(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    struct NameRow {
        float y;
        std::string name, gloss;
        Color color;
    };
    const bool points = p.reading.points_at();
    const std::string slot = p.reading.line() ? "number" : "point";
    const NameRow rows[] = {{plan.decoder, "Decoder", "state d", c.decoder},
                            {plan.base - 0.55f * plan.room, points ? "Pointing" : "Numbers",
                             points ? "weights p" : "shares p", c.attention},
                            {plan.encoder, "Encoder", "one per " + slot, c.forward},
                            {plan.labels, p.reading.line() ? "Number" : "Point", "", c.t1},
                            {plan.map + std::min(15.0f, plan.row / 2), "Output", "", c.output}};
    for (const NameRow& row : rows) {
        const bool two = plan.roomy && !row.gloss.empty();
        p.text({plan.names, row.y - (two ? 7.0f : 0)}, row.name, 13, row.color, Align::Left, Face::Semibold);
        if (two) p.text({plan.names, row.y + 8}, row.gloss, label_size, c.t3);
    }
    if (p.settings.hall) return;
    p.text({plan.names, plan.title}, points ? "The pointer" : "No pointer", 13, c.t1, Align::Left,
           Face::Semibold);
    const std::string hint =
        points ? "one column per " + slot : "a number is said; the " + slot + "s are not looked at again";
    p.text({plan.right, plan.title},
           fitted(p.style, hint, Face::Regular, label_size, plan.right - plan.names - 90), label_size, c.t3,
           Align::Right);
}

void draw_band(const Painter& p) {
    if (p.slot < 0) return;
    const float top = p.plan.decoder - p.plan.box_high / 2 - 6;
    add_fill(p.scene,
             {p.plan.x(p.slot) - p.plan.pitch / 2 + 1, top, p.plan.pitch - 2, p.plan.labels + 16 - top},
             fade(p.colors().t1, 0.045f), 5);
}

void draw_decoder(const Painter& p) {
    const MatrixXf* states = p.reading.value(quantity::DecoderStates);
    if (!states) return;
    const Palette& c = p.colors();
    // Where outputs are more than slots (with repeats there may be), the last stand.
    const int shown = std::min(p.decoded, p.reading.slots);
    for (int k = 0; k < shown; ++k)
        draw_state(p, {p.plan.x(k), p.plan.decoder}, *states, k, c.decoder,
                   k + 1 == shown && p.weighed < p.decoded);
    draw_arrows(p, p.plan.decoder, shown, c.decoder);
    if (shown > 0 && shown < p.reading.slots && p.plan.pitch >= 20)
        add_symbol(p.scene, p.style, {p.plan.x(shown), p.plan.decoder}, "d", std::to_string(shown), 13, c.t1);
}

void draw_weights(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    add_line(p.scene, {plan.first, plan.base}, {plan.right, plan.base}, c.line2, 1);
    if (p.output < 0) return;
    const float wide = std::min(22.0f, 0.46f * plan.pitch);
    for (int s = 0; s < p.reading.slots; ++s) {
        const float w = p.reading.weight(p.output, s), x = plan.x(s);
        if (!p.reading.open(p.output, s)) {
            if (plan.pitch >= 9) add_cross(p.scene, {x, plan.base - 9}, c.t3);
            continue;
        }
        const float high = std::max(1.5f, w * plan.room * p.grown);
        const Box bar{x - wide / 2, plan.base - high, wide, high};
        const Color color = p.reading.points_at() ? c.attention : c.t2;
        if (c.dark() && w > 0.5f && p.newest) p.scene.add(GlowItem{bar, 10, fade(color, 0.3f)});
        p.scene.add(RectItem{bar, color, {0, 0, 0, 0}, 0, std::min(3.0f, high / 2), {}});
        const std::string words = cell_number(static_cast<double>(w));
        if (w < 0.005f || p.measure(words, Face::Mono, label_size) > plan.pitch - 3) continue;
        p.text({x, plan.base + 11}, words, label_size, s == p.reading.strongest(p.output) ? c.t1 : c.t3,
               Align::Centre, Face::Mono);
    }
}

void draw_encoder(const Painter& p) {
    const MatrixXf* states = p.reading.value(quantity::EncoderStates);
    const Palette& c = p.colors();
    for (int k = 0; k < p.reading.count; ++k) {
        const Point centre{p.plan.x(k), p.plan.encoder};
        if (!states || k >= p.read)
            add_later(p.scene, around(centre, p.plan.box_wide, p.plan.box_high), c, 5);
        else
            draw_state(p, centre, *states, k, c.forward, k + 1 == p.read && p.decoded == 0);
    }
    draw_arrows(p, p.plan.encoder, p.read, c.forward);
    if (!p.reading.has_end()) return;
    const Box box = around({p.plan.x(p.reading.count), p.plan.encoder}, p.plan.box_wide, p.plan.box_high);
    add_frame(p.scene, box, c.attention, 1.25f, 5, {3, 2.5f});
    if (p.plan.box_wide >= 20)
        add_symbol(p.scene, p.style, box.centre(), "e", "0", p.settings.hall ? 13 : label_size, c.attention);
}

void draw_labels(const Painter& p) {
    const Palette& c = p.colors();
    const int every = std::max(1, static_cast<int>(std::ceil(18 / p.plan.pitch)));
    for (int s = 0; s < p.reading.slots; ++s) {
        const bool taken = p.is_taken(s), next = p.next() == s;
        const Point at{p.plan.x(s), p.plan.labels};
        if ((taken || next) && p.plan.pitch >= 16)
            add_fill(p.scene, around(at, std::min(30.0f, p.plan.pitch - 3), 21),
                     fade(taken ? c.output : c.attention, 0.3f), 5);
        const std::string value = p.reading.line() && !p.reading.is_end(s) ? p.reading.numbers(s) : "";
        constexpr float below = 15; // px: of the number itself, where it has a line
        if (!value.empty() && p.plan.map - p.plan.labels >= below + 7 &&
            p.measure(value, Face::Mono, label_size) <= p.plan.pitch - 4)
            p.text({at.x, at.y + below}, value, label_size, c.t3, Align::Centre, Face::Mono);
        const bool named = s % every == 0 || p.reading.is_end(s);
        const std::string name = p.plan.pitch < 26 && p.reading.is_end(s) ? "·" : p.reading.name(s);
        if (named)
            p.text(at, name, 13,
                   p.reading.muted(s)    ? c.t3
                   : p.reading.is_end(s) ? c.t2
                                         : c.t1,
                   Align::Centre, p.reading.is_end(s) ? Face::Regular : Face::Mono);
    }
}

void pick_columns(const Painter& p) {
    const float top = p.plan.decoder - p.plan.box_high / 2 - 6;
    for (int s = 0; s < p.reading.slots; ++s)
        p.scene.pick({p.plan.x(s) - p.plan.pitch / 2, top, p.plan.pitch, p.plan.labels + 16 - top},
                     {PickKind::Column, s, -1, -1, {}},
                     p.reading.is_end(s) ? "The end, a learned place that can be pointed at"
                                         : capitalized_words(p, s));
}

} // namespace heed::points
