// Luong's order: the attentional state, where context and state meet, in a row above the decoder.
#include "app/figures/seq2seq/network/draw.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed {

namespace {

/// The middle of the gap between the cells of output i and the next.
float beside(const NetworkPlan& plan, int i) {
    return plan.states.x(i + 1) + plan.state_width / 2 + (plan.states.pitch - plan.state_width) / 2;
}

/// The first part of a polyline, t of its length.
std::vector<Point> polyline_until(const std::vector<Point>& points, float t) {
    float length = 0;
    for (std::size_t k = 1; k < points.size(); ++k)
        length += std::hypot(points[k].x - points[k - 1].x, points[k].y - points[k - 1].y);
    std::vector<Point> part{points.front()};
    float left = length * t;
    for (std::size_t k = 1; k < points.size() && left > 0; ++k) {
        const Point a = points[k - 1], b = points[k];
        const float piece = std::hypot(b.x - a.x, b.y - a.y),
                    share = std::min(1.0f, left / std::max(piece, 1e-3f));
        part.push_back({std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share)});
        left -= piece;
    }
    return part;
}

std::string tooltip(int i) {
    return "Attentional state " + std::to_string(i + 1) +
           ": context and state, brought together to name the token";
}

/// From a state up to the attentional state that reads it.
void draw_stem(const Canvas& canvas, int i, Seen seen) {
    const NetworkPlan& plan = canvas.plan;
    const float x = plan.states.x(i + 1), half = plan.cell_height / 2;
    const Point a{x, plan.decoders.front() - half}, b{x, plan.attentional_y + half};
    if (seen == Seen::Later)
        add_line(canvas.scene, a, b, canvas.colors.line2, 1, {3, 3});
    else
        add_line(canvas.scene, a, b, fade(canvas.colors.decoder, 0.85f), seen == Seen::New ? 2.0f : 1.25f);
}

/// Input feeding: the attentional state is part of what the next cell reads.
void draw_feeding(const Canvas& canvas, int i) {
    const NetworkPlan& plan = canvas.plan;
    const Seen from = canvas.reveal.decoded(seq2seq::Distribution, i),
               to = canvas.reveal.decoded(seq2seq::State, i + 1);
    if (from == Seen::Later) return;
    const Point a{plan.states.x(i + 1) + plan.state_width / 2, plan.attentional_y};
    const Point d{plan.states.x(i + 2) - plan.state_width * 0.2f, plan.read_into() - plan.cell_height / 2};
    const float gap = beside(plan, i);
    const bool later = to == Seen::Later;
    const Color color =
        later ? canvas.colors.line2 : fade(canvas.colors.decoder, to == Seen::New ? 1 : 0.85f);
    const float width = to == Seen::New ? 2.0f : plan.full ? 1.25f : 1.0f, head = plan.full ? 4.0f : 2.5f;
    CurveItem curve{a, {gap + 4, a.y}, {d.x, d.y - (d.y - a.y) * 0.8f}, d, color, width, {}};
    if (later) curve.dash = {3, 3};
    const float t = canvas.reveal.reduced ? 1 : stage(canvas.reveal.drawn(to), 0, 0.5f);
    canvas.scene.add(later ? curve : curve_until(curve, t));
    if (later || t >= 1)
        canvas.scene.add(LineItem{{{d.x - head, d.y - head}, d, {d.x + head, d.y - head}}, color, width});
    else
        add_pulse(canvas, on_curve(curve, t), canvas.colors.decoder);
}

} // namespace

void draw_elbow(const Canvas& canvas, int output, Point from, Seen seen, float t) {
    const NetworkPlan& plan = canvas.plan;
    const Color amber = canvas.colors.attention;
    const float x = beside(plan, output), y = plan.written_from();
    const Point to{plan.states.x(output + 1) + plan.state_width / 2, y};
    const std::vector<Point> way{from, {x, from.y}, {x, y}, to};
    if (seen == Seen::Later) {
        const Color later = plan.fixed ? canvas.colors.line2 : fade(amber, 0.75f);
        canvas.scene.add(LineItem{way, later, plan.fixed ? 1.0f : 1.25f, {3, 3}});
        return;
    }
    const float reach = canvas.reveal.reduced ? 1 : stage(t, 0, 0.5f);
    const std::vector<Point> gone = polyline_until(way, reach);
    canvas.scene.add(
        LineItem{gone, fade(amber, seen == Seen::New ? 1 : spent), seen == Seen::New ? 2.0f : 1.5f});
    if (seen == Seen::New && reach < 1) add_pulse(canvas, gone.back(), amber);
}

void draw_attentional(const Canvas& canvas) {
    if (canvas.trace.outputs() == 0 || !canvas.trace.has(Quantity::Readout)) return;
    const NetworkPlan& plan = canvas.plan;
    const MatrixXf& readouts = canvas.trace.at(Quantity::Readout);
    const float maximum = row_maximum(canvas, readouts, plan.cell_height);
    for (int k = std::max(1, plan.states.first); k <= plan.states.last; ++k) {
        const int i = k - 1;
        const Seen seen = canvas.reveal.decoded(seq2seq::Distribution, i);
        draw_stem(canvas, i, seen);
        const Seq2SeqFacts& facts = seq2seq_facts(canvas.trace);
        const bool handed_on = (facts.input_feeding && !facts.fed_context) || facts.recurrent_readout;
        if (handed_on && k + 1 < plan.states.count) draw_feeding(canvas, i);
        CellMark mark;
        mark.box = around({plan.states.x(k), plan.attentional_y}, plan.state_width, plan.cell_height);
        mark.color = canvas.colors.decoder;
        mark.seen = seen;
        mark.states = &readouts;
        mark.column = i;
        mark.maximum = maximum;
        if (seen == Seen::New) mark.filled = ease_out(stage(canvas.reveal.progress, 0.5f, 1));
        add_cell(canvas, mark);
        canvas.scene.pick(mark.box, {PickKind::State, i, -1, -1, "attentional"}, tooltip(i));
    }
}

} // namespace heed
