// The decoder's states and what it writes.
#include "app/figures/seq2seq/network/canvas_switch.h"
#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed {

namespace {

/// s_0 is there once decoding begins; state k is written with output k - 1. Of two cells the upper is
/// layer 1.
Seen state_seen(const Canvas& canvas, int k, int layer) {
    if (k == 0) return canvas.reveal.decoding() ? Seen::Earlier : Seen::Later;
    return canvas.reveal.decoded(Phase{seq2seq::State, canvas.plan.two_cells ? layer : 0}, k - 1);
}

std::string written_until(const Trace& trace, int outputs) {
    std::string text;
    const int from = std::max(0, outputs - 12);
    for (int i = from; i < outputs; ++i) {
        if (!trace.model.character_level && !text.empty()) text += ' ';
        text += shown_output(trace, i);
    }
    return (from > 0 ? "…" : "") + text;
}

std::string state_tooltip(const Trace& trace, int k) {
    if (k == 0) return "The decoder’s first state, made from what the encoder read";
    if (k == 1) return "Decoder state before anything is written";
    return "Decoder state after writing " + written_until(trace, k - 1);
}

/// Of the first of two cells.
std::string query_tooltip(int k) {
    return "Query of output " + std::to_string(k) +
           ": the state after the token before, and before the context";
}

// ---------------------------------------------------------------------------------------------- states

/// Whether the newest sub-step reads the query.
bool asks(const Canvas& canvas) {
    return (canvas.reveal.newest(seq2seq::Score) && state_asks(canvas.trace)) ||
           canvas.reveal.newest(seq2seq::Window);
}

void draw_state_label(const Canvas& canvas, int k) {
    const NetworkPlan& plan = canvas.plan;
    const bool beneath =
        canvas.reveal.decoding() && k == canvas.reveal.looked_at + 1; // the stem to c stands there
    if (!plan.state_labels || (!plan.full && (!beneath || plan.fixed))) return;
    const bool stem = !plan.new_asks() && (beneath || (plan.fixed && k > 0));
    const bool elbow = plan.new_asks() && beneath && !plan.full; // close on its right
    const float shift = stem ? -(plan.full ? 14.0f : 13.0f) : elbow ? -9.0f : 0;
    // While scores are made, the strands to every annotation leave from its middle.
    const bool asked = asks(canvas) && k == plan.asking(canvas.reveal.output);
    if (asked && !plan.full) return; // no room beside them
    const float aside = asked ? (plan.new_asks() ? -0.78f : -0.45f) * plan.state_width : shift;
    const Point at{plan.states.x(k) + aside, plan.decoders.back() + plan.cell_height / 2 + 12};
    if (asked) // where columns are narrow, the outermost strands would cross it
        add_fill(canvas.scene, around(at, 16, 14), fade(canvas.colors.bg0, 0.85f), 3);
    add_symbol(canvas.scene, canvas.style, at, plan.two_cells ? "q" : "s", std::to_string(k), 12,
               canvas.colors.t3);
}

void draw_link(const Canvas& canvas, int k, float y) {
    const NetworkPlan& plan = canvas.plan;
    const float half = plan.state_width / 2, head = plan.full ? 4.0f : 2.5f;
    const Point a{plan.states.x(k) + half, y}, b{plan.states.x(k + 1) - half, y};
    const Seen next = state_seen(canvas, k + 1, 0);
    if (next != Seen::Later)
        add_arrow(canvas.scene, a, b, fade(canvas.colors.decoder, 0.85f), plan.full ? 1.25f : 1.0f, head);
    else if (state_seen(canvas, k, 0) != Seen::Later)
        add_arrow(canvas.scene, a, b, canvas.colors.line2, 1, head);
    else
        add_line(canvas.scene, a, b, canvas.colors.line, 1);
    if (next == Seen::New && canvas.reveal.progress < 0.5f)
        add_pulse(canvas, {std::lerp(a.x, b.x, canvas.reveal.progress * 2), y}, canvas.colors.decoder);
}

/// From a layer's state up to the layer above.
void draw_layer_stem(const Canvas& canvas, int k, int row) {
    const NetworkPlan& plan = canvas.plan;
    const float x = plan.states.x(k), half = plan.cell_height / 2;
    const Point below{x, plan.decoders[static_cast<std::size_t>(row)] - half},
        above{x, plan.decoders[static_cast<std::size_t>(row) - 1] + half};
    const bool later = state_seen(canvas, k, 0) == Seen::Later;
    add_line(canvas.scene, below, above, later ? canvas.colors.line : fade(canvas.colors.decoder, 0.85f),
             later ? 1.0f : 1.25f);
}

/// Two cells: the state goes down into the next output's first cell, and from there up into its second.
void draw_two_cell_links(const Canvas& canvas, int k) {
    const NetworkPlan& plan = canvas.plan;
    const float upper = plan.decoders.front(), lower = plan.decoders.back(), half = plan.cell_height / 2;
    const float head = plan.full ? 4.0f : 2.5f, width = plan.full ? 1.25f : 1.0f;
    const auto link = [&](Point a, Point b, Seen from, Seen to) {
        if (to != Seen::Later)
            add_arrow(canvas.scene, a, b, fade(canvas.colors.decoder, 0.85f), width, head);
        else if (from != Seen::Later)
            add_arrow(canvas.scene, a, b, canvas.colors.line2, 1, head);
        else
            add_line(canvas.scene, a, b, canvas.colors.line, 1);
        if (to == Seen::New && canvas.reveal.progress < 0.5f) {
            const float t = canvas.reveal.progress * 2;
            add_pulse(canvas, {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)}, canvas.colors.decoder);
        }
    };
    const float x = plan.states.x(k), side = plan.state_width / 2;
    if (k > 0) link({x, lower - half}, {x, upper + half}, state_seen(canvas, k, 0), state_seen(canvas, k, 1));
    if (k + 1 < plan.states.count)
        link({x + side * 0.9f, upper + half}, {plan.states.x(k + 1) - side, lower}, state_seen(canvas, k, 1),
             state_seen(canvas, k + 1, 0));
}

/// Half the width of the box of output i, once it is written.
float half_box(const Canvas& canvas, int i) {
    const NetworkPlan& plan = canvas.plan;
    const TokenText token = output_text(canvas.trace, i);
    const float size = token.is_end ? 12.0f : plan.token, room = plan.states.pitch - 6;
    const std::string text = fitted(canvas.style, token.text, token.face, size, room - 6);
    return std::clamp(text_width(canvas.style, text, token.face, size) + 12, 24.0f, std::max(24.0f, room)) /
           2;
}

/// The way of output k - 1 into state k + 1's cell. Under the attentional row it runs between the columns.
CurveItem token_path(const Canvas& canvas, int k) {
    const NetworkPlan& plan = canvas.plan;
    const Color orange = canvas.colors.output;
    const float top = plan.read_into() - plan.cell_height / 2;
    const Point from{plan.states.x(k),
                     plan.boxes() ? plan.output_y + 11 : plan.written_from() - plan.cell_height / 2 - 3};
    const Point to{plan.states.x(k + 1) - plan.state_width * (plan.between_columns() ? 0.4f : 0.2f), top};
    if (plan.between_columns()) {
        const Point side = beside_output(canvas, k - 1);
        const float gap = (plan.states.x(k) + plan.states.x(k + 1)) / 2;
        return {side, {gap + 2, side.y}, {gap, top - 4}, to, orange, plan.full ? 1.5f : 1.25f, {}};
    }
    if (!plan.boxes()) { // from the letter's right side, so that it does not run through it
        const Point side{from.x + std::min(6.0f, plan.states.pitch * 0.3f), from.y - 4};
        return {side, {side.x + 3, side.y - 4}, {to.x, to.y - 7}, to, orange, 1.25f, {}};
    }
    const float depth = std::max(4.0f, (to.y - from.y) * 0.7f);
    return {from, {from.x, from.y + depth}, {to.x, to.y - depth}, to, orange, 1.5f, {}};
}

/// E y_{i-1} on its way into the new state.
void draw_previous_token(const Canvas& canvas, int i) {
    if (i == 0) return;
    const Seen state = canvas.reveal.decoded(seq2seq::State, i);
    const CurveItem curve = token_path(canvas, i);
    const float t = canvas.reveal.reduced ? 1 : stage(canvas.reveal.drawn(state), 0, 0.5f);
    canvas.scene.add(curve_until(curve, t));
    if (t < 1) add_pulse(canvas, on_curve(curve, t), canvas.colors.output);
}

void draw_states(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const Columns& columns = plan.states;
    const int layers = static_cast<int>(plan.decoders.size());
    for (int row = 0; row < layers; ++row) {
        const int layer = canvas.trace.has(Quantity::State, layers - 1 - row) ? layers - 1 - row : 0;
        const float y = plan.decoders[static_cast<std::size_t>(row)];
        const MatrixXf& states = canvas.trace.at(Quantity::State, layer);
        const int first_layer = canvas.trace.has(Quantity::InitialState, layer) ? layer : 0;
        const MatrixXf& initial = canvas.trace.at(Quantity::InitialState, first_layer);
        const float maximum = std::max(row_maximum(canvas, states, plan.cell_height),
                                       row_maximum(canvas, initial, plan.cell_height));
        const bool asks_here = plan.two_cells ? layer == 0 : row == 0;
        for (int k = columns.first; k <= columns.last; ++k) {
            if (plan.two_cells && row == 0) draw_two_cell_links(canvas, k);
            if (!plan.two_cells && k + 1 < columns.count) draw_link(canvas, k, y);
            if (!plan.two_cells && row > 0 && k > 0) draw_layer_stem(canvas, k, row);
            if (plan.two_cells && layer == 0 && k == 0) continue; // the first state stands above
            const Seen seen = state_seen(canvas, k, layer);
            CellMark mark{around({columns.x(k), y}, plan.state_width, plan.cell_height),
                          canvas.colors.decoder,
                          seen,
                          1,
                          k == 0 ? &initial : &states,
                          std::max(0, k - 1),
                          maximum,
                          false};
            if (seen == Seen::New) mark.filled = ease_out(stage(canvas.reveal.progress, 0.5f, 1));
            mark.ringed = asks_here && asks(canvas) && k == plan.asking(canvas.reveal.output);
            add_cell(canvas, mark);
            canvas.scene.pick(mark.box, {PickKind::State, k - 1, -1, layer},
                              seen == Seen::Later            ? not_computed
                              : plan.two_cells && layer == 0 ? query_tooltip(k)
                                                             : state_tooltip(canvas.trace, k));
            if (row == layers - 1 &&
                (seen != Seen::Later || (canvas.reveal.decoding() && k == canvas.reveal.looked_at + 1)))
                draw_state_label(canvas, k);
        }
    }
}

// ---------------------------------------------------------------------------------------------- outputs

std::string output_tooltip(const Trace& trace, int i) {
    const TraceStep& step = trace.steps[static_cast<std::size_t>(i)];
    return "Output " + std::to_string(i + 1) + ": " + quoted_output(trace, i) + ", probability " +
           exact(std::exp(static_cast<double>(step.log_prob))) + (step.forced ? ", forced" : "");
}

/// Five small bars: the most probable tokens.
void draw_distribution(const Canvas& canvas, Box box, const TraceStep& step, float t) {
    const Color orange = canvas.colors.output;
    canvas.scene.add(RectItem{box, canvas.colors.bg1, orange, 1.5f, 4});
    const Box area = grown(box, -4);
    const float pitch = area.w / 5;
    for (std::size_t k = 0; k < step.top.size() && k < 5; ++k) {
        const float height = std::max(1.0f, std::exp(step.top[k].log_prob) * area.h) * ease_out(t);
        add_fill(canvas.scene,
                 {area.x + static_cast<float>(k) * pitch, area.bottom() - height, pitch * 0.8f, height},
                 fade(orange, k == 0 ? 1.0f : 0.6f));
    }
}

Color chip_fill(const Canvas& canvas) {
    return fade(canvas.colors.output, canvas.colors.dark() ? 0.22f : 0.18f);
}

void draw_output_box(const Canvas& canvas, int i) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const float x = plan.states.x(i + 1), room = plan.states.pitch - 6;
    const TraceStep& step = canvas.trace.steps[static_cast<std::size_t>(i)];
    const Seen chosen = canvas.reveal.decoded(seq2seq::Choose, i);
    const Seen spread = canvas.reveal.decoded(seq2seq::Distribution, i);
    const bool next = canvas.reveal.decoding() && i == canvas.reveal.output;
    const float stem_bottom = plan.written_from() - plan.cell_height / 2;
    Box box = around({x, plan.output_y}, 24, 22);
    if (chosen == Seen::Later) {
        const bool open = spread != Seen::Later;
        add_line(canvas.scene, {x, box.bottom()}, {x, stem_bottom}, open ? c.line2 : c.line,
                 open ? 1.5f : 1.0f, open ? Dash{} : Dash{3, 3});
        if (open)
            return draw_distribution(canvas, around({x, plan.output_y}, 26, 24), step,
                                     canvas.reveal.drawn(spread));
        add_frame(canvas.scene, around({x, plan.output_y}, 27, 22), c.line2, 1, 4, {3, 3});
        if (next) add_text(canvas.scene, {x, plan.output_y}, "?", Face::Mono, 13, c.t3, Align::Centre);
        return;
    }
    TokenText token = output_text(canvas.trace, i);
    const float text_size = token.is_end ? 12.0f : plan.token;
    token.text = fitted(canvas.style, token.text, token.face, text_size, room - 6);
    box = around(box.centre(),
                 std::clamp(text_width(canvas.style, token.text, token.face, text_size) + 12, 24.0f,
                            std::max(24.0f, room)),
                 22);
    add_line(canvas.scene, {x, box.bottom()}, {x, stem_bottom}, c.line, 1.5f);
    const float t = canvas.reveal.drawn(chosen);
    const float lift = chosen == Seen::New && !canvas.reveal.reduced ? (1 - ease_out(t)) * 8 : 0;
    canvas.scene.add(
        RectItem{box, chosen == Seen::New ? fade(c.output, 0.22f + 0.33f * t) : chip_fill(canvas),
                 step.forced ? c.t1 : c.output, chosen == Seen::New || step.forced ? 1.5f : 0.0f, 4});
    const bool asks = canvas.reveal.newest(seq2seq::Score) && canvas.trace.model.score.starts_with("token");
    if (asks && i + 1 == canvas.reveal.output) add_ring(canvas.scene, box, fade(c.output, 0.6f), 3, 4);
    if (chosen == Seen::New) add_ring(canvas.scene, box, fade(c.output, 0.6f * t), 3, 4);
    add_text(canvas.scene, {x, plan.output_y + lift}, token.text, token.face, text_size,
             fade(token.is_end && chosen != Seen::New ? c.t2 : c.t1, std::max(0.15f, t)), Align::Centre);
    canvas.scene.pick(box, {PickKind::OutputBox, i}, output_tooltip(canvas.trace, i));
}

/// Compact: no box; the word stands over its state.
void draw_output_label(const Canvas& canvas, int i) {
    const NetworkPlan& plan = canvas.plan;
    const Seen chosen = canvas.reveal.decoded(seq2seq::Choose, i);
    const Seen spread = canvas.reveal.decoded(seq2seq::Distribution, i);
    if (!plan.states.whole(i + 1)) return;
    const float x = plan.states.x(i + 1), y = plan.output_y;
    if (chosen == Seen::Later) {
        if (spread != Seen::Later)
            draw_distribution(canvas, around({x, y}, std::max(12.0f, plan.states.pitch - 3), 16),
                              canvas.trace.steps[static_cast<std::size_t>(i)], canvas.reveal.drawn(spread));
        return;
    }
    const TokenText token = output_text(canvas.trace, i);
    const Color color = fade(token.is_end ? canvas.colors.t3 : canvas.colors.output,
                             std::max(0.15f, canvas.reveal.drawn(chosen)));
    const bool strong = chosen == Seen::New && token.face == Face::Mono;
    const Face face = strong ? Face::MonoSemibold : token.face;
    if (plan.outputs_upright) {
        add_text(canvas.scene, {x, y},
                 token.is_end ? token.text
                              : fitted(canvas.style, token.text, face, 11, plan.states.pitch - 1),
                 face, 11, color, Align::Centre);
        canvas.scene.pick(around({x, y}, plan.states.pitch, 16), {PickKind::OutputBox, i},
                          output_tooltip(canvas.trace, i));
        return;
    }
    const float room =
        (slanted_until(plan.states.seen_right(), canvas.settings) - x) / cosine_of(plan.output_slant);
    const std::string text = fitted(canvas.style, token.text, face, 11, std::min(room, plan.output_room));
    add_text(canvas.scene, {x - 1, y}, text, face, 11, color, Align::Left, plan.output_slant);
    canvas.scene.pick({x - plan.states.pitch / 2, y - 12, plan.states.pitch, 18}, {PickKind::OutputBox, i},
                      output_tooltip(canvas.trace, i));
}

/// The chosen token will be part of the next state.
void draw_onward(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const int i = canvas.reveal.output;
    if (!plan.boxes() || !canvas.reveal.newest(seq2seq::Choose) || i + 1 >= canvas.trace.outputs()) return;
    CurveItem curve = token_path(canvas, i + 1);
    (plan.between_columns() ? curve.a.x : curve.a.y) += 3; // clear of the ring
    curve.dash = {3, 3};
    canvas.scene.add(curve_until(curve, canvas.reveal.reduced ? 1 : ease_out(canvas.reveal.progress)));
}

} // namespace

Point beside_output(const Canvas& canvas, int i) {
    const NetworkPlan& plan = canvas.plan;
    const float half = plan.boxes() ? half_box(canvas, i) : plan.states.pitch * 0.3f;
    return {plan.states.x(i + 1) + half, plan.output_y};
}

void draw_output_labels(const Canvas& canvas) {
    const Columns& columns = canvas.plan.states;
    for (int k = std::max(1, columns.first); k <= columns.last; ++k) draw_output_label(canvas, k - 1);
}

void draw_decoder(const Canvas& canvas) {
    if (canvas.trace.outputs() == 0) return; // nothing was written
    const Columns& columns = canvas.plan.states;
    for (int k = std::max(1, columns.first); canvas.plan.boxes() && k <= columns.last; ++k)
        draw_output_box(canvas, k - 1);
    draw_states(canvas);
    if (!canvas.reveal.decoding()) return;
    if (canvas.reveal.newest(seq2seq::State)) draw_previous_token(canvas, canvas.reveal.output);
    draw_onward(canvas);
}

} // namespace heed
