// From the scores to the context: questions, bars, the fan, and what they add up to.
#include "app/figures/seq2seq/network/bars.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {

namespace {

Point context_centre(const Canvas& canvas, int output) {
    return {canvas.plan.states.x(output + 1), canvas.plan.context_y};
}

CurveItem fan_curve(const Canvas& canvas, const Bars& b, int j, Point target) {
    const Point top{canvas.plan.source.x(j), bar_top(canvas, b, j)};
    const float drop = top.y - target.y;
    return {top,
            {top.x, top.y - drop * 0.62f},
            {target.x, target.y + std::max(drop * 0.42f, 8.0f)},
            target,
            {},
            1,
            {}};
}

constexpr std::ptrdiff_t most_strands = 96; // of the fan

/// Source columns in view, the weakest first; of very many, the strongest.
std::vector<int> by_weight(const Canvas& canvas, int output) {
    const Columns& columns = canvas.plan.source;
    std::vector<int> order(static_cast<std::size_t>(columns.last - columns.first + 1));
    std::iota(order.begin(), order.end(), columns.first);
    const auto weights = canvas.trace.at(Quantity::Weights).col(output);
    const auto weaker = [&](int p, int q) {
        return weights(p) != weights(q) ? weights(p) < weights(q) : p < q;
    };
    if (order.size() > most_strands) { // the others cannot be told apart
        std::nth_element(order.begin(), order.end() - most_strands, order.end(), weaker);
        order.erase(order.begin(), order.end() - most_strands);
    }
    std::sort(order.begin(), order.end(), weaker);
    return order;
}

// ---------------------------------------------------------------------------------------------- curves

/// Where the strands to the bars start: below the state that asks; or between the columns, where the token
/// before comes down that asks in its place.
Point asking_point(const Canvas& canvas, int output) {
    const NetworkPlan& plan = canvas.plan;
    const float below = plan.decoders.back() + plan.cell_height / 2;
    if (state_asks(canvas.trace)) return {plan.states.x(plan.asking(output)), below + 3};
    return {(plan.states.x(output) + plan.states.x(output + 1)) / 2, below + 6};
}

void draw_asking_token(const Canvas& canvas, int output, Point to, float strength) {
    if (output == 0) return;
    const Point from = beside_output(canvas, output - 1);
    canvas.scene.add(
        CurveItem{from, {to.x, from.y}, {to.x, from.y}, to, fade(canvas.colors.output, strength), 1.5f, {}});
}

/// From the query to every bar, while the scores are no weights yet.
void draw_questions(const Canvas& canvas, const Bars& b) {
    const NetworkPlan& plan = canvas.plan;
    const float strength = 1 - b.softened;
    if (b.scored <= 0 || strength <= 0) return;
    const Point asking = asking_point(canvas, b.output);
    const bool state = state_asks(canvas.trace),
               stacked = state && plan.decoders.size() > 1 && !plan.two_cells;
    if (!state) draw_asking_token(canvas, b.output, asking, strength);
    for (const int j : by_weight(canvas, b.output)) {
        const float e = canvas.trace.at(Quantity::Energies)(j, b.output);
        if (!std::isfinite(e)) continue;
        const float t = score_progress(canvas, b, j);
        if (t <= 0) continue;
        const float height = b.score_height(e, 1.0f * plan.bar_height) / plan.bar_height;
        const Point top{plan.source.x(j), bar_top(canvas, b, j)};
        Point query = asking;
        if (stacked) { // from the sides of the top cell, past those below it
            query = {asking.x + (top.x <= asking.x ? -0.5f : 0.5f) * plan.state_width, plan.decoders.front()};
        } else if (plan.new_asks() && state)
            query.x += (top.x <= query.x ? -0.42f : 0.42f) * plan.state_width; // past the context
        const float drop = top.y - query.y;
        CurveItem curve{query,
                        {query.x, query.y + drop * 0.4f},
                        {top.x, top.y - drop * 0.45f},
                        top,
                        fade(canvas.colors.attention, (0.25f + 0.45f * height * height) * strength),
                        0.75f + 0.9f * height,
                        {}};
        const float reach = canvas.reveal.reduced ? 1 : std::min(1.0f, t * 2);
        canvas.scene.add(reach < 1 ? curve_until(curve, reach) : curve);
        if (t < 0.5f) add_pulse(canvas, on_curve(curve, reach), canvas.colors.attention, 0.9f);
    }
}

/// White dots on their way to the context, as many as the weight says.
void draw_particles(const Canvas& canvas, const CurveItem& curve, float weight) {
    const float t = canvas.reveal.progress;
    const int dots = std::min(6, static_cast<int>(std::ceil(weight * 8)));
    for (int k = 0; k < dots; ++k) {
        const float from = 0.45f * static_cast<float>(k) / static_cast<float>(std::max(1, dots));
        const float along = ease_in_out(stage(t, from, from + 0.55f));
        if (along <= 0 || along >= 1) continue;
        canvas.scene.add(CircleItem{on_curve(curve, along), 2.25f, canvas.colors.t1});
    }
}

void draw_fan(const Canvas& canvas, const Bars& b) {
    if (b.softened <= 0) return;
    const Point centre = context_centre(canvas, b.output);
    const Point target{centre.x, centre.y + canvas.plan.circle};
    const float strength = b.softened * (b.used ? 0.4f : 1.0f);
    const bool flowing = canvas.shown(seq2seq::Context) == Seen::New && canvas.reveal.progress < 1;
    for (const int j : by_weight(canvas, b.output)) {
        const float a = canvas.trace.weight(b.output, j);
        if (a <= 0) continue;
        CurveItem curve = fan_curve(canvas, b, j, target);
        const float way = std::max(2.0f, std::abs(curve.a.y - curve.d.y)); // thicker, it would be a blot
        curve.width = std::min(0.75f + 12 * std::min(1.0f, a), way);
        curve.color = fade(canvas.colors.attention, (0.16f + 0.74f * std::min(1.0f, 2 * a)) * strength);
        canvas.scene.add(curve);
        if (flowing && !canvas.reveal.reduced && a >= 0.02f) draw_particles(canvas, curve, a);
    }
}

/// The bars as another row of weights would have them, dashed and white over what is there, and the way of
/// the one that gains most.
void draw_preview(const Canvas& canvas, const Bars& b) {
    const RowPreview* preview = preview_on(canvas, b.output);
    if (!preview || b.softened < 1) return;
    const NetworkPlan& plan = canvas.plan;
    const Color white = canvas.colors.t1;
    const float width = std::max(5.0f, plan.source.pitch * (plan.full ? 0.45f : 0.6f));
    const auto by = [&](int j) {
        return preview->weights[static_cast<std::size_t>(j)] - canvas.trace.weight(b.output, j);
    };
    const Point centre = context_centre(canvas, b.output);
    int gains = plan.source.first;
    for (int j = plan.source.first; j <= plan.source.last; ++j)
        if (by(j) > by(gains)) gains = j;
    if (by(gains) >= 0.005f) {
        CurveItem curve = fan_curve(canvas, b, gains, {centre.x, centre.y + plan.circle});
        curve.a.y = plan.baseline -
                    b.weight_height(preview->weights[static_cast<std::size_t>(gains)], plan.bar_height);
        curve.color = fade(white, 0.9f);
        curve.width = 1.5f;
        curve.dash = {3, 3};
        canvas.scene.add(curve);
    }
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        if (std::abs(by(j)) < 0.005f) continue;
        const float height = b.weight_height(preview->weights[static_cast<std::size_t>(j)], plan.bar_height);
        const Box ghost{plan.source.x(j) - width / 2, plan.baseline - height, width, height};
        canvas.scene.add(
            RectItem{ghost, fade(white, 0.06f), white, 1.5f, std::min(3.0f, height / 2), {2.5f, 2.5f}});
        const std::string number =
            (by(j) < 0 ? std::string(minus_sign) : "+") + cell_number(static_cast<double>(std::abs(by(j))));
        const float wide = text_width(canvas.style, number, Face::Mono, 11);
        if (!plan.source.whole(j) || plan.source.pitch < wide + 2) continue;
        const bool beside = plan.source.pitch / 2 - width / 2 + plan.source.pitch * 0.3f >= wide + 4;
        const float top = std::min(ghost.y, bar_top(canvas, b, j));
        const Box patch = beside ? Box{ghost.right() + 3, ghost.y - 6, wide + 2, 13}
                                 : around({plan.source.x(j), top - 9}, wide + 4, 13);
        add_fill(canvas.scene, patch, fade(canvas.colors.bg0, 0.85f), 2);
        add_text(canvas.scene, patch.centre(), number, Face::Mono, 11, white, Align::Centre);
    }
}

// ---------------------------------------------------------------------------------------------- context

void draw_context(const Canvas& canvas, const Bars& b) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const Point centre = context_centre(canvas, b.output);
    const float r = plan.circle, cell = plan.decoders.back() + plan.cell_height / 2;
    const Seen state = canvas.shown(canvas.reader());
    const Point up{centre.x, centre.y - r}, down{centre.x, cell};
    if (plan.new_asks()) {
        const bool beside = plan.states.pitch / 2 >= r + 3; // else it leaves the circle further up
        const Point start =
            beside ? Point{centre.x + r, centre.y} : Point{centre.x + 0.7f * r, centre.y - 0.7f * r};
        draw_elbow(canvas, b.output, start, state, canvas.reveal.drawn(state));
    } else if (state == Seen::Later) {
        add_line(canvas.scene, up, down, c.line2, 1.25f, {3, 3});
    } else {
        const float t = canvas.reveal.drawn(state);
        const float reach = canvas.reveal.reduced ? 1 : stage(t, 0, 0.5f);
        add_line(canvas.scene, up, {up.x, std::lerp(up.y, down.y, reach)},
                 fade(c.attention, state == Seen::New ? 1 : spent), 2);
        if (state == Seen::New && t < 0.5f)
            add_pulse(canvas, {up.x, std::lerp(up.y, down.y, reach)}, c.attention);
    }
    // A circle, unless the number of the output is wide.
    const std::string number = std::to_string(b.output + 1);
    const float letters = text_width(canvas.style, "c", Face::Italic, 14) +
                          text_width(canvas.style, number, Face::Regular, 10.5f);
    const Box round = around(centre, r >= 12 ? std::max(2 * r, letters + 12) : 2 * r, 2 * r);
    const auto add_round = [&](Color fill, Color border, float width, Dash dash) {
        if (round.w > 2 * r)
            canvas.scene.add(RectItem{round, fill, border, width, r, dash});
        else
            canvas.scene.add(CircleItem{centre, r, fill, border, width, dash});
    };
    const bool later = b.mixed <= 0;
    if (!later) {
        const float fill = b.used ? 0.3f : 0.9f;
        if (b.mixed < 1 && c.dark())
            canvas.scene.add(GlowItem{round, 10, fade(c.attention, 0.35f * b.mixed)});
        if (!b.used) add_round(c.bg0, {0, 0, 0, 0}, 0, {}); // hides the fan's ends
        add_round(fade(c.attention, fill * ease_out(b.mixed)), c.attention, b.used ? 1.25f : 1.5f, {});
    } else {
        add_round(c.bg0, c.attention, 1.5f, {3.5f, 2.5f});
    }
    const Color ink =
        !later && !b.used && b.mixed > 0.5f ? (c.dark() ? rgb(0x14171C) : rgb(0xFFFFFF)) : c.attention;
    if (r >= 12) add_symbol(canvas.scene, canvas.style, {centre.x, centre.y - 0.5f}, "c", number, 14, ink);
    canvas.scene.pick(grown(round, 2), {PickKind::Context, b.output},
                      "Sum of all annotations, each times its weight");
}

} // namespace

std::string cell_tooltip(const Trace& trace, int i, int j) { return weight_words(trace, i, j); }

void draw_attention(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    add_line(canvas.scene, {plan.source.seen_left(), plan.baseline},
             {plan.source.seen_right(), plan.baseline}, canvas.colors.line2, 1);
    const Bars b = bars_of(canvas);
    if (b.output < 0) return;
    draw_window(canvas, b.output);
    draw_questions(canvas, b);
    draw_fan(canvas, b);
    draw_ceiling(canvas, b);
    draw_bars(canvas, b);
    draw_preview(canvas, b);
    draw_window_centre(canvas, b.output);
    draw_context(canvas, b);
}

} // namespace heed
