// A model without weights: the readers' last states meet in one context, repeated under every output.
#include "app/figures/seq2seq/network/draw.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>

namespace heed {

namespace {

void add_pill(const Canvas& canvas, Box box, Seen seen, int column, float maximum) {
    const Color amber = canvas.colors.attention;
    if (seen == Seen::Later) {
        add_frame(canvas.scene, box, fade(amber, 0.6f), 1, box.h / 2, {3, 3});
        return;
    }
    const float t = canvas.reveal.drawn(seen);
    canvas.scene.add(RectItem{box, fade(amber, 0.08f), amber, seen == Seen::New ? 2.0f : 1.25f, box.h / 2});
    if (seen == Seen::New) add_ring(canvas.scene, box, fade(amber, 0.5f), 3, box.h / 2);
    const Box inside = around(box.centre(), box.w - box.h, (box.h - 6) * t);
    add_sparkbars(canvas.scene, inside, pool(canvas.trace.at(Quantity::Context), column, 8), maximum, amber,
                  fade(amber, 0.5f));
}

/// The last states of both readers, ringed, and the lines in which they meet.
void draw_meeting(const Canvas& canvas, Box strip, bool read) {
    const NetworkPlan& plan = canvas.plan;
    const Columns& columns = plan.source;
    for (const auto& reader : plan.readers) {
        if (reader.phase.layer + 1 < seq2seq_facts(canvas.trace).encoder_layers)
            continue; // the top layer's states only
        const bool forward = reader.phase.is(seq2seq::Forward);
        const int j = forward ? columns.count - 1 : 0;
        const Color color =
            read ? (forward ? canvas.colors.forward : canvas.colors.backward) : canvas.colors.line2;
        const Box cell = around({columns.x(j), reader.y}, plan.cell_width, plan.cell_height);
        const float side = forward ? cell.right() + 9 : cell.x - 9;
        const float middle = strip.y + strip.h / 2;
        const Dash dash = read ? Dash{} : Dash{3, 3};
        canvas.scene.add(LineItem{{{forward ? cell.right() : cell.x, reader.y},
                                   {side, reader.y},
                                   {side, middle},
                                   {forward ? strip.right() : strip.x, middle}},
                                  color,
                                  1.5f,
                                  dash});
        if (read) add_ring(canvas.scene, cell, fade(color, 0.7f), 3, 5);
    }
}

} // namespace

void draw_fixed_context(const Canvas& canvas) {
    if (canvas.trace.outputs() == 0) return;
    const NetworkPlan& plan = canvas.plan;
    const Columns& states = plan.states;
    const MatrixXf& context = canvas.trace.at(Quantity::Context);
    const float maximum = pooled_maximum(context, 8), middle = (plan.source.from + plan.source.until) / 2;
    const bool read = canvas.reveal.at >= canvas.trace.outline.start_of(Axis::Output);
    const Box strip = around({middle, plan.baseline}, 64, 24);
    draw_meeting(canvas, strip, read);

    const float pill_height = plan.full ? 20.0f : 12.0f,
                bus = (plan.context_y + pill_height / 2 + strip.y) / 2;
    const Color thread = canvas.colors.line2;
    for (int i = std::max(0, states.first - 1); i < states.last; ++i) {
        const Seen seen = canvas.reveal.decoded(seq2seq::Context, i),
                   reader = canvas.reveal.decoded(canvas.reader(), i);
        const float x = states.x(i + 1);
        const Box pill = around({x, plan.context_y}, std::min(40.0f, states.pitch * 0.72f), pill_height);
        add_line(canvas.scene, {x, pill.bottom()}, {x, bus}, thread, 1);
        if (plan.luong)
            draw_elbow(canvas, i, {pill.right(), plan.context_y}, reader, 1);
        else
            add_line(canvas.scene, {x, pill.y}, {x, plan.decoders.back() + plan.cell_height / 2},
                     reader == Seen::Later ? thread : fade(canvas.colors.attention, spent),
                     reader == Seen::Later ? 1.0f : 1.5f, reader == Seen::Later ? Dash{3, 3} : Dash{});
        add_pill(canvas, pill, seen, i, maximum);
        canvas.scene.pick(pill, {PickKind::Context, i},
                          "The same c at every step: the last states of both readers");
    }
    if (states.count > 1)
        add_line(canvas.scene, {std::max(states.x(1), states.from), bus},
                 {std::min(states.x(states.count - 1), states.until), bus}, thread, 1);
    add_line(canvas.scene, {middle, bus}, {middle, strip.y}, thread, 1);
    add_pill(canvas, strip, read ? Seen::Earlier : Seen::Later, 0, maximum);
    canvas.scene.pick(strip, {PickKind::Context, 0},
                      "The last states of both readers, and all the decoder gets");

    const float room = plan.height - plan.heat_top;
    if (plan.heatmap || room < 56 || canvas.first_run()) return;
    const Box box =
        around({middle, plan.heat_top + 12 + std::min(72.0f, room - 24) / 2},
               std::min(350.0f, plan.source.until - plan.source.from), std::min(72.0f, room - 24));
    add_frame(canvas.scene, box, canvas.colors.line2, 1, 8, {3, 3});
    const bool both = box.h >= 50;
    add_text(canvas.scene, {middle, box.centre().y - (both ? 11.0f : 0.0f)}, "No weights in this model",
             Face::Regular, 13, canvas.colors.t2, Align::Centre);
    const NetworkSettings& settings = canvas.settings;
    const std::string below = !settings.no_influence.empty() ? settings.no_influence
                              : settings.influence || settings.influence_soon
                                  ? "H shows each token’s influence on the states instead"
                                  : "Every output is written from the same context";
    if (both)
        add_text(canvas.scene, {middle, box.centre().y + 11},
                 fitted(canvas.style, below, Face::Regular, 11, box.w - 24), Face::Regular, 11,
                 canvas.colors.t3, Align::Centre);
}

} // namespace heed
