// "Looked at so far": under the bars, what each source token has been given before this output.
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/network/bars.h"
#include "app/figures/tokens.h"

#include <algorithm>

namespace heed {
namespace {

/// What the score reads; of a score without such a memory, the sum of the rows before.
Eigen::VectorXf seen_before(const Trace& trace, int i) {
    if (trace.has(Quantity::Coverage)) return trace.at(Quantity::Coverage).col(i);
    return trace.at(Quantity::Weights).leftCols(i).rowwise().sum();
}

} // namespace

void draw_seen(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const float bottom = plan.seen_y, left = plan.source.seen_left(), right = plan.source.seen_right();
    add_line(canvas.scene, {left, bottom}, {right, bottom}, c.line2, 1);
    const Bars b = bars_of(canvas);
    if (b.output < 0) return;
    const Eigen::VectorXf seen = seen_before(canvas.trace, b.output);
    const float most = std::max(1.0f, (seen + canvas.trace.at(Quantity::Weights).col(b.output)).maxCoeff());
    const float unit = plan.seen_height / most,
                width = std::max(3.0f, plan.source.pitch * (plan.full ? 0.37f : 0.5f));
    add_line(canvas.scene, {left, bottom - unit}, {right, bottom - unit}, fade(c.t3, 0.45f), 1, {1, 4});
    const float named = plan.name_x + text_width(canvas.style, seen_name, Face::Medium, plan.name_size);
    if (left - 16 > named) // beside the row's name
        add_text(canvas.scene, {left - 5, bottom - unit}, "1", Face::Mono, plan.full ? 11.0f : 9.0f, c.t3,
                 Align::Right);
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        const float before = seen(j) * unit, now = canvas.trace.weight(b.output, j) * unit * b.softened;
        const float x = plan.source.x(j) - width / 2;
        if (before >= 0.5f)
            add_fill(canvas.scene, {x, bottom - before, width, before}, fade(c.attention, 0.5f), 1);
        if (now >= 1) // what this output adds
            add_frame(canvas.scene, {x, bottom - before - now, width, now}, fade(c.attention, 0.9f), 1, 1);
        canvas.scene.pick({plan.source.x(j) - plan.source.pitch / 2, bottom - plan.seen_height,
                           plan.source.pitch, plan.seen_height},
                          {PickKind::Column, -1, j},
                          quoted_source(canvas.trace, j) + " has been given " + fixed(seen(j), 2) +
                              " in all before output " + std::to_string(b.output + 1));
    }
}

} // namespace heed
