// Scores and weights as bars: with edits, windows and numbers, and narrow ones that share a pixel.
#include "app/figures/seq2seq/network/bars.h"

#include "app/figures/tokens.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// ".5"; what is more than 1 as it is.
std::string up_to_weight(float ceiling) {
    const std::string text = up_to(static_cast<double>(ceiling));
    return text.starts_with("0.") ? text.substr(1) : text;
}

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

/// Of the model's own bar.
float own_height(const Canvas& canvas, const Bars& b, int j) {
    return std::min(1.0f, canvas.trace.at(Quantity::OwnWeights)(j, b.output) / b.strongest) *
           canvas.plan.bar_height;
}

/// A bar that would be higher than there is room: a cut near its top.
void draw_cut_bar(const Canvas& canvas, const Bars& b, int j, Box bar) {
    constexpr float below = 5, high = 2; // px: of the top
    if (b.softened >= 1 && canvas.trace.weight(b.output, j) > 1.001f * b.strongest)
        add_fill(canvas.scene, {bar.x - 1, bar.y + below, bar.w + 2, high}, canvas.colors.bg0);
}

/// The model's own bar, what the user set, and the number over both.
void draw_edit(const Canvas& canvas, const Bars& b, int j, Box bar) {
    const float own = own_height(canvas, b, j);
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
        draw_cut_bar(canvas, b, j, bar);
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

/// What the user's hand did to a narrow bar: the height of the model's own, and a cap on what is held.
void draw_narrow_edit(const Canvas& canvas, const Bars& b, int j, Box bar) {
    const float own = own_height(canvas, b, j);
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
        draw_cut_bar(canvas, b, shown, bar);
        if (b.edited && b.softened >= 1) draw_narrow_edit(canvas, b, shown, bar);
        if (b.softened > 0)
            canvas.scene.pick({x - plan.source.pitch / 2, plan.baseline - plan.bar_height,
                               std::max(1.0f, plan.source.pitch * static_cast<float>(next - j)),
                               plan.bar_height + 4},
                              {PickKind::Bar, b.output, shown}, cell_tooltip(canvas.trace, b.output, shown));
        j = next;
    }
}

/// The model's own weights are another row than that on the bars.
bool is_edited_row(const Trace& trace, int i) {
    return trace.has(Quantity::OwnWeights) && (is_edited(trace, i) || trace.request.edits.temperature != 1);
}

} // namespace

const RowPreview* preview_on(const Canvas& canvas, int output) {
    const RowPreview* preview = canvas.settings.preview;
    const bool fits =
        preview && preview->output == output && std::ssize(preview->weights) == canvas.trace.source_length();
    return fits ? preview : nullptr;
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
    b.edited = is_edited_row(canvas.trace, b.output);
    const LaidOut& lent = canvas.settings.laid_out;
    const bool kept = lends_layout(lent, canvas.trace) && b.output < lent.run->outputs();
    b.strongest = bar_ceiling(kept ? *lent.run : canvas.trace, b.output,
                              kept ? nullptr : preview_on(canvas, b.output), canvas.plan.slots > 0);
    return b;
}

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
void draw_ceiling(const Canvas& canvas, const Bars& b) {
    if (b.softened <= 0) return;
    const NetworkPlan& plan = canvas.plan;
    const float y = plan.baseline - plan.bar_height, left = plan.source.seen_left();
    const Color ink = fade(canvas.colors.t3, b.softened);
    add_line(canvas.scene, {left, y}, {plan.source.seen_right(), y}, fade(ink, 0.55f), 1, {1, 4});
    canvas.scene.add(ClipEnd{}); // left of what is cut to the columns in view
    add_text(canvas.scene, {left - 5, y}, up_to_weight(b.strongest), Face::Mono,
             plan.full || plan.lecture ? 11.0f : 9.0f, ink, Align::Right);
    canvas.scene.add(clip_of_columns(plan));
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
float ceiling_above(float weight) {
    for (const float ceiling : {0.1f, 0.2f, 0.5f, 1.0f})
        if (weight <= ceiling + 1e-6f) return ceiling;
    return weight;
}

float bar_ceiling(const Trace& trace, int i, const RowPreview* preview, bool slots) {
    const auto largest = [&](Quantity of) { return trace.at(of).col(i).maxCoeff(); };
    const bool shrunk = window_of(trace, i).placed && trace.has(Quantity::Aligned);
    float most = largest(shrunk ? Quantity::Aligned : Quantity::Weights);
    if (is_edited_row(trace, i))
        most = std::max({most, largest(Quantity::OwnWeights), largest(Quantity::Weights)});
    if (slots && trace.has(Quantity::PastWeights)) {
        for (const float a : trace.at(Quantity::PastWeights).col(i).head(i)) most = std::max(most, a);
    } else if (slots) {
        most = std::max(most, largest(Quantity::SlotWeights));
    }
    if (preview && preview->output == i)
        most = std::max(most, *std::max_element(preview->weights.begin(), preview->weights.end()));
    return ceiling_above(most);
}

} // namespace heed
