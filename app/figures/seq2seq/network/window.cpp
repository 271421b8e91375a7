// Local attention: the window around p behind the bars, and its centre in every row of the heatmap.
#include "app/figures/base/equation.h"
#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed {

namespace {

/// p between the columns.
float place(const Columns& columns, float p) { return columns.left + (p + 0.5f) * columns.pitch; }

/// When a window is there: at its own phase, or where none predicts it, with the scores.
const PhaseInfo& window_phase(const Canvas& canvas) {
    return canvas.reveal.declares(seq2seq::Window) ? seq2seq::Window : seq2seq::Score;
}

/// The Gaussian that shrinks the weights, drawn over the columns that the window holds: 1 is as high as a
/// bar.
void draw_gaussian(const Canvas& canvas, const Window& window, float t) {
    const NetworkPlan& plan = canvas.plan;
    const auto reach = static_cast<float>(seq2seq_facts(canvas.trace).window);
    const float sigma = std::max(0.5f, reach) / 2;
    constexpr int pieces = 48;
    LineItem curve;
    const float from = std::max(window.centre - reach, static_cast<float>(window.first) - 0.5f),
                until = std::min(window.centre + reach, static_cast<float>(window.last) + 0.5f);
    for (int k = 0; k <= pieces; ++k) {
        const float j = std::lerp(from, until, static_cast<float>(k) / pieces),
                    d = (j - window.centre) / sigma;
        curve.points.push_back(
            {place(plan.source, j), plan.baseline - plan.bar_height * std::exp(-d * d / 2) * t});
    }
    curve.color = fade(canvas.colors.attention, 0.8f);
    curve.width = 1.25f;
    curve.dash = {4, 3};
    canvas.scene.add(std::move(curve));
}

void draw_label(const Canvas& canvas, int output, float p, float x, float bottom) {
    const NetworkPlan& plan = canvas.plan;
    if (bottom - 14 < plan.context_y + plan.circle - 4) return; // no room under the context
    const MathRow row = math("p_{" + std::to_string(output + 1) + "}` = " + fixed(p + 1, 2) + "`",
                             {.size = 13, .color = canvas.colors.t1, .script = 9, .mono = 11}, canvas.style);
    const float left = std::max(x + 4 - row.width, plan.source.from);
    add_fill(canvas.scene, {left - 4, bottom - 16, row.width + 8, 16}, fade(canvas.colors.bg0, 0.85f), 3);
    draw(canvas.scene, row, {left, bottom - 8});
}

} // namespace

void draw_window(const Canvas& canvas, int output) {
    const NetworkPlan& plan = canvas.plan;
    const Window window = window_of(canvas.trace, output);
    const Seen seen = canvas.shown(window_phase(canvas));
    if (!window.placed || seen == Seen::Later) return;
    const float t = canvas.reveal.reduced ? 1 : ease_out(stage(canvas.reveal.drawn(seen), 0, 0.7f));
    const float top = plan.baseline - plan.bar_height - 8, bottom = plan.heat_top - 4;
    const float centre = place(plan.source, window.centre);
    const float left = std::lerp(centre, plan.source.x(window.first) - plan.source.pitch / 2, t),
                right = std::lerp(centre, plan.source.x(window.last) + plan.source.pitch / 2, t);
    const Color amber = canvas.colors.attention;
    add_fill(canvas.scene, {left, top, right - left, bottom - top}, fade(amber, 0.07f));
    for (const float x : {left, right})
        add_line(canvas.scene, {x, top}, {x, bottom}, fade(amber, 0.6f), 1, {3, 3});
    if (canvas.trace.has(Quantity::Aligned)) draw_gaussian(canvas, window, t);
}

void draw_window_centre(const Canvas& canvas, int output) {
    const NetworkPlan& plan = canvas.plan;
    const Window window = window_of(canvas.trace, output);
    if (!window.placed || canvas.shown(window_phase(canvas)) == Seen::Later) return;
    const float x = place(plan.source, window.centre), top = plan.baseline - plan.bar_height - 8;
    // Clear of the numbers below the bars and of the tokens.
    const float below = plan.baseline + (plan.numbers_below ? 19.0f : 3.0f);
    add_line(canvas.scene, {x, top}, {x, plan.baseline}, canvas.colors.t1, 1.25f);
    add_line(canvas.scene, {x, below}, {x, plan.source_y - (plan.full ? 13.0f : 8.0f)}, canvas.colors.t1,
             1.25f);
    draw_label(canvas, output, window.centre, x, top - 1);
}

void draw_window_ticks(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    if (!canvas.trace.has(Quantity::Position) || plan.row_height < 5) return;
    const PhaseInfo& phase = canvas.reveal.declares(seq2seq::Window) ? seq2seq::Window : seq2seq::Softmax;
    for (int i = plan.first_row; i <= plan.last_row; ++i) {
        const Window window = window_of(canvas.trace, i);
        if (!window.placed || canvas.reveal.decoded(phase, i) == Seen::Later) continue;
        const float x = place(plan.source, window.centre), top = plan.row_y(i) + 1,
                    bottom = plan.row_y(i + 1) - 1;
        const float part = plan.row_height < 13 ? (bottom - top) / 2
                                                : std::min(5.0f, (bottom - top) / 4); // clear of numbers
        for (const auto& [from, until] : {std::pair{top, top + part}, {bottom - part, bottom}}) {
            add_line(canvas.scene, {x, from}, {x, until}, fade(canvas.colors.bg0, 0.7f), 3.5f);
            add_line(canvas.scene, {x, from}, {x, until}, canvas.colors.t1, 1.5f);
        }
    }
}

} // namespace heed
