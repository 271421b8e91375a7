// What stands below the heatmap: what its colours mean, what a row sums to, which part is in view.
#include "app/figures/base/color_map.h"
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/network/heat.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "core/text/strings.h"

namespace heed {

namespace {

/// Whether the column stands there: its words are in view with the first row.
bool has_fragility(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    return canvas.settings.fragility && canvas.settings.beside > 0 && plan.row_height >= 4 &&
           canvas.reveal.decoded(seq2seq::Choose, plan.first_row) != Seen::Later;
}

std::string sum_words(const Trace& trace, bool in_part) {
    if (!rows_fall_short(trace)) {
        if (in_part)
            return "Each row sums to 1 over all " + std::to_string(trace.source_length()) + " columns.";
        return "Each row sums to 1. Each column is the source token above it.";
    }
    if (trace.has(Quantity::Aligned)) return "Rows sum to less than 1: the Gaussian takes its part.";
    if (trace.has(Quantity::SlotWeights))
        return "Rows sum to 1 over all " + std::to_string(seq2seq_facts(trace).slots) +
               " slots; those past the source add nothing.";
    if (trace.has(Quantity::PastWeights)) {
        float past = 0;
        for (int i = 0; i < trace.outputs(); ++i) past += own_past_weight(trace, i);
        return "Both panels of a row sum to 1: in all, " +
               percent(past / static_cast<float>(std::max(1, trace.outputs()))) +
               " looks at the decoder’s own past.";
    }
    return "Each column is the source token above it.";
}

constexpr const char* fragility_words =
    "Fragility: the least weight found that, moved to one token, makes this output another.";

std::string legend_words(const Trace& trace, const FigureStyle& style) {
    std::string words = "weight α";
    if (const std::string which = head_in_front(trace); !which.empty()) words += " of " + which;
    if (style.map != ColorMapId::Ember) words += ", " + capitalized(std::string(color_map_name(style.map)));
    if (style.scale == ValueScale::LiftSmall) words += ", small ones lifted";
    return words;
}

} // namespace

void add_heat_legend(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const bool roomy = plan.roomy_legend, difference = heat.difference();
    const Box bar =
        roomy ? Box{heat.left, plan.legend_y - 5, 140, 10} : Box{heat.left + 14, plan.legend_y - 4, 110, 8};
    add_ramp(canvas.scene, heat.shading(), bar, 70);
    if (roomy) {
        add_ramp_marks(canvas.scene, heat.shading(), bar);
    } else {
        add_frame(canvas.scene, bar, c.line2, 1);
        add_text(canvas.scene, {bar.x - 6, plan.legend_y}, heat.shading().least(), Face::Mono, 11, c.t3,
                 Align::Right);
        add_text(canvas.scene, {bar.right() + 6, plan.legend_y}, heat.shading().most(), Face::Mono, 11, c.t3);
    }
    const float after = bar.right() + (roomy ? 12.0f : 24.0f) + (difference && !roomy ? 14.0f : 0.0f);
    if (plan.fixed) return add_influence_legend(heat, after);
    std::string words = difference ? "less … more weight than " + canvas.settings.what_if->first_own()
                                   : legend_words(canvas.trace, canvas.style);
    if (heat.compared()) { // the switch stands beside it
        const float room = switch_left(plan) - 8 - after;
        if (difference && text_width(canvas.style, words, Face::Regular, 11) > room) words = "less … more";
        words = fitted(canvas.style, words, Face::Regular, 11, room);
    }
    add_text(canvas.scene, {after, plan.legend_y}, words, Face::Regular, 11, c.t3);
    const float used = after + text_width(canvas.style, words, Face::Regular, 11) + 20;
    if (heat.compared()) return; // there stands the switch between the maps
    const float room_right = plan.width - (plan.zoomed ? 60.0f : 16.0f); // there the slider has its word
    if (has_fragility(canvas) && !rows_fall_short(canvas.trace) &&
        room_right - text_width(canvas.style, fragility_words, Face::Regular, 11) >= used)
        return add_text(canvas.scene, {room_right, plan.legend_y}, fragility_words, Face::Regular, 11, c.t3,
                        Align::Right);
    const std::string note = sum_words(canvas.trace, plan.zoomed);
    const float width = text_width(canvas.style, note, Face::Regular, 11);
    if (heat.right - width >= used)
        add_text(canvas.scene, {heat.right, plan.legend_y}, note, Face::Regular, 11, c.t3, Align::Right);
    else if (used + width <= room_right)
        add_text(canvas.scene, {used, plan.legend_y}, note, Face::Regular, 11, c.t3);
}

/// Thin bars that say which part of the columns, and of the rows, is in view.
void add_heat_scroll(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    if (plan.zoomed) return; // the picture of the whole says it
    const auto mark = [&](Box track, Box thumb) {
        add_fill(canvas.scene, track, canvas.colors.bg2, 1.5f);
        add_fill(canvas.scene, thumb, canvas.colors.line2, 1.5f);
    };
    if (plan.source.scrolls()) {
        const float room = heat.right - heat.left,
                    all = static_cast<float>(plan.source.count) * plan.source.pitch;
        const float y = plan.heat_bottom() + 3;
        mark({heat.left, y, room, 3}, {heat.left + room * plan.source.scroll / all, y, room * room / all, 3});
    }
    if (const int outputs = canvas.trace.outputs(); heat.rows < outputs) {
        const float room = plan.heat_bottom() - plan.heat_top, x = heat.right + 5;
        const float all = static_cast<float>(outputs);
        mark({x, plan.heat_top, 3, room}, {x, plan.heat_top + room * static_cast<float>(plan.first_row) / all,
                                           3, room * static_cast<float>(heat.rows) / all});
    }
}

} // namespace heed
