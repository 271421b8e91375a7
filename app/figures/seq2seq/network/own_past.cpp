// The decoder's own past as memory: beside the source a second panel, a column for each state that later
// outputs may look back at.
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/seq2seq/network/bars.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

float past_x(const NetworkPlan& plan, int k) { return plan.source.x(plan.source.count + k); }

/// NaN: output i has no such state behind it.
float past_weight(const Trace& trace, int i, int k) { return trace.at(Quantity::PastWeights)(k, i); }

std::string past_tooltip(const Trace& trace, int i, int k) {
    return "The decoder’s own state " + std::to_string(k + 1) + ", which wrote " + quoted_output(trace, k) +
           ", gets " + exact_percent(static_cast<double>(past_weight(trace, i, k))) +
           " of the attention for output " + std::to_string(i + 1);
}

/// "own past 38%" and "source 62%", where the own past has no readers and nothing else stands.
void add_shares(const Canvas& canvas, int i) {
    const float past = own_past_weight(canvas.trace, i), left = canvas.plan.source.right() + 12;
    const float middle = (canvas.plan.annotation_y + canvas.plan.source_y) / 2;
    add_text(canvas.scene, {left, middle - 8}, "own past " + percent(past), Face::Regular, 11,
             canvas.colors.t2);
    add_text(canvas.scene, {left, middle + 8}, "source " + percent(1 - past), Face::Regular, 11,
             canvas.colors.t2);
}

/// Into the context, as from the source.
void add_strand(const Canvas& canvas, Point top, float weight, float strength) {
    const Point centre{canvas.plan.states.x(canvas.reveal.looked_at + 1), canvas.plan.context_y};
    const Point target{centre.x, centre.y + canvas.plan.circle};
    const float drop = top.y - target.y;
    CurveItem curve{top,
                    {top.x, top.y - drop * 0.62f},
                    {target.x, target.y + std::max(drop * 0.42f, 8.0f)},
                    target,
                    fade(canvas.colors.attention, (0.16f + 0.74f * std::min(1.0f, 2 * weight)) * strength),
                    std::min(0.75f + 12 * std::min(1.0f, weight), std::max(2.0f, std::abs(drop))),
                    {}};
    canvas.scene.add(curve);
}

void add_bars(const Canvas& canvas, const Bars& b) {
    const NetworkPlan& plan = canvas.plan;
    if (b.softened <= 0) return;
    const float width = std::max(3.0f, plan.source.pitch * (plan.full ? 0.37f : 0.5f));
    for (int k = 0; k < std::min(plan.slots, b.output); ++k) {
        const float a = past_weight(canvas.trace, b.output, k), x = past_x(plan, k);
        if (!std::isfinite(a)) continue;
        const float height = b.weight_height(a, plan.bar_height) * b.softened;
        add_strand(canvas, {x, plan.baseline - height}, a, b.softened * (b.used ? 0.4f : 1.0f));
        add_fill(canvas.scene, {x - width / 2, plan.baseline - height, width, height},
                 fade(canvas.colors.attention, b.used ? spent : 1.0f), std::min(3.0f, height / 2));
        if (plan.numbers_below && canvas.style.numbers)
            add_text(canvas.scene, {x, plan.baseline + 11}, cell_number(a * b.softened), Face::Mono,
                     plan.number_size, a >= 0.05f ? canvas.colors.t1 : canvas.colors.t3, Align::Centre);
        canvas.scene.pick({x - plan.source.pitch / 2, plan.baseline - plan.bar_height, plan.source.pitch,
                           plan.bar_height + 18},
                          {PickKind::Bar, b.output, -1, k, "past"}, past_tooltip(canvas.trace, b.output, k));
    }
}

/// The state and the token that it wrote, where annotation and source stand in the other panel.
void add_columns(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    for (int k = 0; k < plan.slots; ++k) {
        const float x = past_x(plan, k);
        const bool there = canvas.reveal.decoded(seq2seq::Choose, k) != Seen::Later;
        if (plan.source.pitch >= 20)
            add_symbol(canvas.scene, canvas.style, {x, plan.annotation_y}, "s", std::to_string(k + 1), 14,
                       there ? canvas.colors.decoder : canvas.colors.t3);
        if (!plan.upright || !there) continue;
        add_token(canvas, output_text(canvas.trace, k), {x, plan.source_y}, plan.full ? plan.token : 11.0f,
                  canvas.colors.output, Align::Centre, plan.source.pitch - 4);
    }
}

} // namespace

void draw_own_past(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    add_slots_ground(canvas);
    add_columns(canvas);
    const Bars b = bars_of(canvas);
    if (b.output < 0) return;
    add_bars(canvas, b);
    if (b.softened >= 1 && plan.full) add_shares(canvas, b.output);
}

} // namespace heed
