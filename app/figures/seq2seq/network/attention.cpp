// Scores and weights as bars, the fan, and the context they add up to.
#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {

namespace {

/// What the bars and the fan show of one output.
struct Bars {
    int output = -1;
    float scored = 0;                             // how far the scores have been drawn, 0 to 1
    float softened = 0;                           // how far they have become weights
    float mixed = 0;                              // how far the context has been filled
    bool used = false;                            // the context has been read: amber is spent
    float lowest = 0, highest = 0, strongest = 1; // scores; the weight of a full bar
    Window window;                                // what a local alignment lets in
    bool shrunk = false;                          // a Gaussian takes a part of each weight
    bool edited = false;                          // by the user; the model's own are known

    /// Whether position j gets a bar: inside the window, or wherever the user's hand has put weight.
    bool counts(int j) const { return edited || window.holds(j); }
    float score_height(float e, float room) const {
        const float span = highest - lowest;
        return 6 + (span > 1e-6f ? (e - lowest) / span : 1.0f) * (room - 6);
    }
    float weight_height(float a, float room) const { return std::max(1.5f, a / strongest * room); }
};

/// Another row that is looked at beside that output's own.
const RowPreview* preview_on(const Canvas& canvas, int output) {
    const RowPreview* preview = canvas.settings.preview;
    const bool fits =
        preview && preview->output == output && std::ssize(preview->weights) == canvas.trace.source_length();
    return fits ? preview : nullptr;
}

/// ".5"; what is more than 1 as it is.
std::string up_to_weight(float ceiling) {
    const std::string text = up_to(static_cast<double>(ceiling));
    return text.starts_with("0.") ? text.substr(1) : text;
}

Bars bars_of(const Canvas& canvas) {
    Bars b;
    if (!canvas.reveal.decoding()) return b;
    b.output = canvas.reveal.looked_at;
    const Reveal& r = canvas.reveal;
    b.scored = r.drawn(canvas.shown(seq2seq::Score));
    b.softened = ease_in_out(r.drawn(canvas.shown(seq2seq::Softmax)));
    b.mixed = r.drawn(canvas.shown(seq2seq::Context));
    b.used = !canvas.looking_back() && canvas.shown(canvas.reader()) != Seen::Later;
    const auto energies = canvas.trace.at(Quantity::Energies).col(b.output);
    b.lowest = b.highest = 0;
    bool any = false;
    for (Eigen::Index j = 0; j < energies.size(); ++j) {
        if (!std::isfinite(energies(j))) continue;
        b.lowest = any ? std::min(b.lowest, energies(j)) : energies(j);
        b.highest = any ? std::max(b.highest, energies(j)) : energies(j);
        any = true;
    }
    b.window = window_of(canvas.trace, b.output);
    b.shrunk = b.window.placed && canvas.trace.has(Quantity::Aligned);
    const Quantity highest = b.shrunk ? Quantity::Aligned : Quantity::Weights;
    b.strongest = canvas.trace.at(highest).col(b.output).maxCoeff();
    b.edited = canvas.trace.has(Quantity::OwnWeights) &&
               (is_edited(canvas.trace, b.output) || canvas.trace.request.edits.temperature != 1);
    if (b.edited)
        b.strongest = std::max({b.strongest, canvas.trace.at(Quantity::OwnWeights).col(b.output).maxCoeff(),
                                canvas.trace.at(Quantity::Weights).col(b.output).maxCoeff()});
    if (canvas.plan.slots > 0)
        b.strongest = std::max(b.strongest, canvas.trace.at(Quantity::SlotWeights).col(b.output).maxCoeff());
    if (const RowPreview* preview = preview_on(canvas, b.output))
        b.strongest =
            std::max(b.strongest, *std::max_element(preview->weights.begin(), preview->weights.end()));
    b.strongest = ceiling_above(b.strongest);
    return b;
}

/// Scores rise one after the other, from the left.
float score_progress(const Canvas& canvas, const Bars& b, int j) {
    if (b.scored >= 1) return 1;
    const int count = std::max(1, canvas.plan.source.count);
    const float from = canvas.reveal.reduced ? 0 : 0.5f * static_cast<float>(j) / static_cast<float>(count);
    return stage(b.scored, from, from + 0.5f);
}

float bar_top(const Canvas& canvas, const Bars& b, int j) {
    const float room = canvas.plan.bar_height;
    const float e = canvas.trace.at(Quantity::Energies)(j, b.output), a = canvas.trace.weight(b.output, j);
    const float rise = ease_out(stage(score_progress(canvas, b, j), 0.5f, 1));
    const float score = std::isfinite(e) ? b.score_height(e, room) * rise : 0;
    const float weight = b.counts(j) ? b.weight_height(a, room) : 0;
    return canvas.plan.baseline - std::lerp(score, weight, b.softened);
}

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
        curve.width = 0.75f + 12 * std::min(1.0f, a);
        curve.color = fade(canvas.colors.attention, (0.16f + 0.74f * std::min(1.0f, 2 * a)) * strength);
        canvas.scene.add(curve);
        if (flowing && !canvas.reveal.reduced && a >= 0.02f) draw_particles(canvas, curve, a);
    }
}

// ---------------------------------------------------------------------------------------------- bars

std::string bar_number(const Canvas& canvas, const Bars& b, int j) {
    const float e = canvas.trace.at(Quantity::Energies)(j, b.output);
    if (b.softened <= 0) return std::isfinite(e) ? fixed(e, 1) : "";
    if (!b.counts(j)) return "0";
    return cell_number(canvas.trace.weight(b.output, j) * b.softened);
}

/// What the softmax gave before the Gaussian took its part: hollow, behind the bar that is left.
void draw_unshrunk(const Canvas& canvas, const Bars& b, int j, float width, float strength) {
    const float height =
        b.weight_height(canvas.trace.at(Quantity::Aligned)(j, b.output), canvas.plan.bar_height) * b.softened;
    if (height < 2) return;
    add_frame(canvas.scene,
              {canvas.plan.source.x(j) - width / 2, canvas.plan.baseline - height, width, height},
              fade(canvas.colors.attention, 0.8f * strength), 1, std::min({3.0f, height / 2, width / 2}));
}

/// The model's own bar, what the user set, and the number over both.
void draw_edit(const Canvas& canvas, const Bars& b, int j, Box bar) {
    const float own =
        canvas.trace.at(Quantity::OwnWeights)(j, b.output) / b.strongest * canvas.plan.bar_height;
    const RowEdit* edit = canvas.trace.request.edits.row(b.output);
    const bool held = is_held(canvas.trace, b.output, j);
    draw_own_bar(canvas, j, bar.w, own, b.used ? 0.8f : 1.0f);
    if (held || (edit && edit->kind != RowEdit::Kind::Held)) draw_band(canvas, bar, held);
    const float top = std::min(bar.y, canvas.plan.baseline - own);
    draw_edited_number(canvas, b.output, j, top,
                       cell_number(static_cast<double>(canvas.trace.weight(b.output, j))));
    if (held) draw_bar_lock(canvas, b.output, j, top);
}

/// How strong the fill of a bar is: what lies outside the window, and what an edit only moved along, is
/// paler.
float bar_strength(const Canvas& canvas, const Bars& b, int j) {
    const float strength = b.used ? spent : 1;
    if (!b.counts(j)) return 0.4f * strength;
    return b.edited && is_edited(canvas.trace, b.output) && !is_held(canvas.trace, b.output, j)
               ? std::lerp(strength, spent * strength, b.softened)
               : strength;
}

void draw_bar(const Canvas& canvas, const Bars& b, int j, float width) {
    const float top = bar_top(canvas, b, j);
    const Box bar{canvas.plan.source.x(j) - width / 2, top, width, canvas.plan.baseline - top};
    const Color amber = canvas.colors.attention;
    if (bar.h > 0.5f) {
        const float radius = std::min({3.0f, bar.h / 2, bar.w / 2});
        const Color fill = fade(amber, std::lerp(0.28f, 1.0f, b.softened) * bar_strength(canvas, b, j));
        if (b.softened > 0 && b.softened < 1 && canvas.colors.dark() && !canvas.reveal.reduced &&
            canvas.trace.weight(b.output, j) > 0.1f)
            canvas.scene.add(GlowItem{bar, 10, fade(amber, 0.35f)});
        const Color edge = fade(amber, (1 - b.softened) * (b.counts(j) ? 1.0f : 0.4f));
        canvas.scene.add(RectItem{bar, fill, edge, b.softened < 1 ? 1.0f : 0.0f, radius});
    }
    if (b.edited && b.softened >= 1) draw_edit(canvas, b, j, bar);
}

void draw_number(const Canvas& canvas, const Bars& b, int j) {
    const NetworkPlan& plan = canvas.plan;
    const bool readable = plan.numbers_below && canvas.style.numbers && score_progress(canvas, b, j) > 0.5f;
    if (!readable || !plan.source.whole(j) || (b.edited && b.softened >= 1)) return;
    const Point at{plan.source.x(j), plan.baseline + 11};
    const bool strong = canvas.trace.weight(b.output, j) >= 0.05f && b.softened > 0;
    add_text(canvas.scene, at, bar_number(canvas, b, j), Face::Mono, plan.number_size,
             strong ? canvas.colors.t1 : canvas.colors.t3, Align::Centre);
    if (canvas.settings.editable && b.softened >= 1)
        canvas.scene.pick(around(at, plan.source.pitch, 14),
                          {PickKind::Button, b.output, j, -1, "type-weight"},
                          "Type a weight for " + quoted_source(canvas.trace, j) + "\tW");
}

/// What a full bar is worth, once the bars are weights.
void draw_ceiling(const Canvas& canvas, const Bars& b) {
    if (b.softened <= 0) return;
    const NetworkPlan& plan = canvas.plan;
    const float y = plan.baseline - plan.bar_height, left = plan.source.seen_left();
    const Color ink = fade(canvas.colors.t3, b.softened);
    add_line(canvas.scene, {left, y}, {plan.source.seen_right(), y}, fade(ink, 0.55f), 1, {1, 4});
    add_text(canvas.scene, {left - 5, y}, up_to_weight(b.strongest), Face::Mono, plan.full ? 11.0f : 9.0f,
             ink, Align::Right);
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

/// What the user's hand did to a narrow bar: the height of the model's own, and a cap on what is held.
void draw_narrow_edit(const Canvas& canvas, const Bars& b, int j, Box bar) {
    const float own =
        canvas.trace.at(Quantity::OwnWeights)(j, b.output) / b.strongest * canvas.plan.bar_height;
    if (std::abs(own - bar.h) >= 1.5f)
        add_line(canvas.scene, {bar.x, canvas.plan.baseline - own}, {bar.right(), canvas.plan.baseline - own},
                 fade(canvas.colors.attention, b.used ? 0.6f : 0.75f), 1);
    if (is_held(canvas.trace, b.output, j)) draw_band(canvas, bar, false);
}

/// Of columns that are too narrow for numbers and locks: where several share a px, the tallest stands for
/// them, or one that is held.
void draw_narrow_bars(const Canvas& canvas, const Bars& b) {
    const NetworkPlan& plan = canvas.plan;
    const float width = std::max(1.0f, plan.source.pitch * 0.7f);
    for (int j = plan.source.first; j <= plan.source.last;) {
        const float x = plan.source.x(j);
        int shown = j, next = j + 1;
        for (; next <= plan.source.last && plan.source.x(next) < x + 1; ++next) {
            const bool taller = bar_top(canvas, b, next) < bar_top(canvas, b, shown);
            const bool held = is_held(canvas.trace, b.output, next);
            if (held || (taller && !is_held(canvas.trace, b.output, shown))) shown = next;
        }
        const float top = bar_top(canvas, b, shown);
        const Box bar{x - width / 2, top, width, plan.baseline - top};
        if (bar.h > 0.5f)
            add_fill(canvas.scene, bar,
                     fade(canvas.colors.attention,
                          std::lerp(0.55f, 1.0f, b.softened) * bar_strength(canvas, b, shown)));
        if (b.edited && b.softened >= 1) draw_narrow_edit(canvas, b, shown, bar);
        if (b.softened > 0)
            canvas.scene.pick({x - plan.source.pitch / 2, plan.baseline - plan.bar_height,
                               std::max(1.0f, plan.source.pitch * static_cast<float>(next - j)),
                               plan.bar_height + 4},
                              {PickKind::Bar, b.output, shown}, cell_tooltip(canvas.trace, b.output, shown));
        j = next;
    }
}

void draw_bars(const Canvas& canvas, const Bars& b) {
    const NetworkPlan& plan = canvas.plan;
    if (plan.bands) return draw_narrow_bars(canvas, b);
    const float strength = b.used ? spent : 1,
                width = std::max(3.0f, plan.source.pitch * (plan.full ? 0.37f : 0.5f));
    const bool grip = canvas.settings.editable && b.softened >= 1;
    for (int j = plan.source.first; b.softened > 0 && j <= plan.source.last; ++j) // beneath numbers and locks
        canvas.scene.pick({plan.source.x(j) - plan.source.pitch / 2, plan.baseline - plan.bar_height,
                           plan.source.pitch, plan.bar_height + (plan.numbers_below ? 18.0f : 4.0f)},
                          {PickKind::Bar, b.output, j},
                          cell_tooltip(canvas.trace, b.output, j) + (grip ? ". Drag to change it\tD" : ""));
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        draw_bar(canvas, b, j, width);
        if (b.shrunk && b.softened > 0 && b.counts(j) && !b.edited)
            draw_unshrunk(canvas, b, j, width, strength);
        draw_number(canvas, b, j);
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

float ceiling_above(float weight) {
    for (const float ceiling : {0.1f, 0.2f, 0.5f, 1.0f})
        if (weight <= ceiling + 1e-6f) return ceiling;
    return weight;
}

float bar_ceiling(const Trace& trace, int i, const RowPreview* preview) {
    float most = trace.at(Quantity::Weights).col(i).maxCoeff();
    if (trace.has(Quantity::OwnWeights))
        most = std::max(most, trace.at(Quantity::OwnWeights).col(i).maxCoeff());
    if (preview && preview->output == i)
        most = std::max(most, *std::max_element(preview->weights.begin(), preview->weights.end()));
    return ceiling_above(most);
}

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
