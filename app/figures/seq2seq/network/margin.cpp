// What stands beside the heatmap: the outputs' labels, row sums, probabilities.
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/network/heat.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {

namespace {

/// Every label where they fit, else every 10th number (less often where even that is too dense).
int label_stride(const NetworkPlan& plan) {
    if (plan.row_height >= plan.small_label - 0.5f) return 1;
    int stride = 10;
    while (static_cast<float>(stride) * plan.row_height < 26) stride *= 2;
    return stride;
}

void add_row_label(const Heat& heat, int i, float x, float room) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const float y = plan.row_y(i) + plan.row_height / 2,
                size = plan.row_height >= 15 ? plan.row_label : plan.small_label;
    const Seen chosen = canvas.reveal.decoded(seq2seq::Choose, i);
    if (chosen == Seen::Later) {
        const bool now = canvas.reveal.decoding() && i == canvas.reveal.output;
        add_text(canvas.scene, {x, y}, now ? "?" : "·", Face::Mono, size, now ? c.t2 : c.t3, Align::Right);
        return;
    }
    const float t = canvas.reveal.drawn(chosen);
    const float drop = chosen == Seen::New && !canvas.reveal.reduced ? (1 - ease_out(t)) * -10 : 0;
    const std::optional<TokenText> token = heat.label(i);
    if (!token) return add_line(canvas.scene, {x - 8, y}, {x, y}, c.line2, 1.5f);
    const bool forced =
        heat.map() != WhatIfMap::Model && canvas.trace.steps[static_cast<std::size_t>(i)].forced;
    if (heat.changed(i) || forced) {
        const float width = text_width(
            canvas.style, fitted(canvas.style, token->text, token->face, size, room), token->face, size);
        const float high = std::min(20.0f, plan.row_height - 1);
        canvas.scene.add(RectItem{{x - width - 5, y - high / 2, width + 10, high},
                                  fade(c.bg3, t),
                                  forced ? c.t1 : Color{0, 0, 0, 0},
                                  forced ? 1.25f : 0.0f,
                                  4});
    }
    add_token(canvas, *token, {x, y + drop}, size, fade(forced ? c.t1 : c.output, std::max(0.1f, t)),
              Align::Right, room);
}

/// Of the rows beside the heatmap's own name.
float widest_row_label(const Canvas& canvas) {
    float widest = 0;
    const int last =
        std::min(canvas.plan.last_row, canvas.plan.first_row + static_cast<int>(40 / canvas.plan.row_height));
    for (int i = canvas.plan.first_row; i <= last; ++i) {
        const TokenText token = output_text(canvas.trace, i);
        widest = std::max(widest, text_width(canvas.style, token.text, token.face, 13));
    }
    return widest;
}

/// The newest, or the one that is pointed at.
int row_looked_at(const Canvas& canvas) {
    if (canvas.playhead.hover_row >= 0) return canvas.playhead.hover_row;
    return canvas.reveal.decoding() ? canvas.reveal.looked_at : -1;
}

int column_looked_at(const Canvas& canvas) {
    return canvas.playhead.hover_column >= 0 ? canvas.playhead.hover_column : canvas.playhead.column;
}

/// Of a part of the map: a number beside every row, with its word; where rows are low, beside some of them.
void add_numbered_rows(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const int looked_at = row_looked_at(canvas), stride = label_stride(plan);
    const auto number = [&](int i, float x) {
        const bool now = i == looked_at;
        add_text(canvas.scene, {x, plan.row_y(i) + plan.row_height / 2}, std::to_string(i + 1), Face::Mono,
                 11, now ? c.t1 : c.t3, Align::Right);
    };
    const float x = heat.left - 9;
    add_text(canvas.scene, {16, plan.numbers_y}, "Output", Face::Medium, 13, c.output);
    if (stride == 1) {
        for (int i = plan.first_row; i <= plan.last_row; ++i)
            if (plan.row_whole(i)) number(i, 44), add_row_label(heat, i, x, x - 52);
        return;
    }
    const bool shown = looked_at >= plan.first_row && looked_at <= plan.last_row;
    const float y = plan.row_y(looked_at);
    for (int i = plan.first_row - plan.first_row % stride + stride - 1; i <= plan.last_row; i += stride)
        if (!shown || std::abs(plan.row_y(i) - y) >= 12) number(i, x);
    if (!shown) return;
    number(looked_at, x);
    const float room = x - text_width(canvas.style, std::to_string(looked_at + 1), Face::Mono, 11) - 8;
    if (canvas.reveal.decoded(seq2seq::Choose, looked_at) == Seen::Later) return;
    const TokenText token = output_text(canvas.trace, looked_at);
    add_token(canvas, token, {room, y + plan.row_height / 2}, 11, c.output, Align::Right, room - 8);
}

/// Of a part of the map: every fifth column's number, or fewer, and that of the column looked at.
void add_column_numbers(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    const int spacing = number_spacing(plan.source.pitch), looked_at = column_looked_at(canvas);
    const bool shown = looked_at >= plan.source.first && looked_at <= plan.source.last &&
                       plan.source.x(looked_at) > heat.left && plan.source.x(looked_at) < heat.right;
    const auto number = [&](int j, Color color) {
        add_text(canvas.scene, {plan.source.x(j), plan.numbers_y}, std::to_string(j + 1), Face::Mono, 11,
                 color, Align::Centre);
    };
    for (int j = plan.source.first - plan.source.first % spacing + spacing - 1; j <= plan.source.last;
         j += spacing) {
        const float x = plan.source.x(j);
        if (x < heat.left + 6 || x > heat.right - 6) continue;
        if (!shown || std::abs(x - plan.source.x(looked_at)) >= 30) number(j, canvas.colors.t3);
    }
    if (shown) number(looked_at, canvas.colors.t1);
}

} // namespace

void add_heat_labels(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    if (plan.zoomed && plan.numbers_y > 0) add_column_numbers(heat);
    if (plan.zoomed && !plan.lecture) return add_numbered_rows(heat);
    const float x = heat.left - 14;
    const int stride = label_stride(plan);
    const float free = x - (stride == 1 ? widest_row_label(canvas) : 0) - 17; // to the right of x = 16
    const float height = plan.heat_bottom() - plan.heat_top;
    const bool influence = plan.fixed; // there are no weights
    const std::string name = influence ? "Influence" : "Output",
                      gloss = influence ? "not weights" : "one row per token";
    const bool named = height >= 20 && free >= text_width(canvas.style, name, Face::Medium, 13);
    const auto fits = [&](const std::string& small) { // with air before the labels
        return named && free >= text_width(canvas.style, small, Face::Regular, 11) + 8;
    };
    const bool glossed = height >= 34 && !plan.lecture && fits(gloss);
    const float name_y = plan.heat_top + std::max(std::min(plan.row_height, 28.0f) / 2, 8.0f);
    if (named)
        add_text(canvas.scene, {plan.name_x, name_y}, name, Face::Medium, plan.name_size,
                 influence ? canvas.colors.decoder : canvas.colors.output);
    if (glossed) add_text(canvas.scene, {16, name_y + 15.5f}, gloss, Face::Regular, 11, canvas.colors.t3);
    const std::string half = influence ? "not" : "one row",
                      other_half =
                          influence ? "weights" : "per token"; // beside wide columns' labels: in two lines
    if (!glossed && !plan.lecture && height >= 50 && fits(other_half)) {
        add_text(canvas.scene, {16, name_y + 15.5f}, half, Face::Regular, 11, canvas.colors.t3);
        add_text(canvas.scene, {16, name_y + 29.5f}, other_half, Face::Regular, 11, canvas.colors.t3);
    }
    if (stride == 1) {
        for (int i = plan.first_row; i <= plan.last_row; ++i)
            if (!plan.zoomed || plan.row_whole(i)) add_row_label(heat, i, x, x - 16);
        return;
    }
    const int now = canvas.reveal.decoding() ? canvas.reveal.output : -1;
    const auto y = [&](int i) {
        return std::clamp(plan.row_y(i) + plan.row_height / 2, plan.heat_top + 4, plan.heat_bottom() - 4);
    };
    const bool shows_now = now >= plan.first_row && now <= plan.last_row;
    if (shows_now && (!named || y(now) >= name_y + (glossed ? 27.0f : 12.0f) || free > 110))
        add_text(canvas.scene, {x, y(now)}, "now", Face::Mono, 11, canvas.colors.attention, Align::Right);
    for (int i = plan.first_row; i <= plan.last_row; ++i) {
        if (named && y(i) < name_y + (glossed ? 27.0f : 12.0f)) continue;
        if ((i + 1) % stride != 0 || (shows_now && std::abs(y(i) - y(now)) < 12)) continue;
        add_text(canvas.scene, {x, y(i)}, std::to_string(i + 1), Face::Mono, 11, canvas.colors.t3,
                 Align::Right);
    }
}

// ------------------------------------------------------------------------------------------- right and below

namespace {

constexpr float least_sum_height = 12; // of a row that has room for its sum

void add_row_sums(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    if (plan.row_height < least_sum_height || plan.width - heat.right < 40 || plan.slots > 0 ||
        !rows_fall_short(canvas.trace))
        return;
    if (heat_filled(canvas, plan.first_row) < 1) return;
    const float x = heat.right + 12;
    if (plan.width - heat.right >= 140)
        add_text(canvas.scene, {x, plan.header_y()}, "row sum", Face::Regular, 11, canvas.colors.t3);
    for (int i = plan.first_row; i <= plan.last_row && heat_filled(canvas, i) >= 1; ++i) {
        if (!plan.row_whole(i)) continue;
        const float sum = canvas.trace.at(Quantity::Weights).col(i).sum();
        add_text(canvas.scene, {x, plan.row_y(i) + plan.row_height / 2}, fixed(sum, 2), Face::Mono, 11,
                 sum < 0.995f ? canvas.colors.t1 : canvas.colors.t3);
    }
}

/// Which part of an output's probability was copied from the source; 0 where the model does not copy.
float copied_part(const Trace& trace, int i) {
    if (!trace.has(Quantity::Generate)) return 0;
    const int id = trace.steps[static_cast<std::size_t>(i)].token.id;
    const MatrixXf& own = trace.at(Quantity::VocabularyLogProbs);
    const float generated =
        id < own.rows() ? trace.at(Quantity::Generate)(0, i) * std::exp(own(id, i)) : 0.0f;
    const float all = trace.at(Quantity::CopyProbs)(id, i);
    return all > 0 ? std::clamp(1 - generated / all, 0.0f, 1.0f) : 0;
}

constexpr float longest_probability = 47; // px of ".999999"

/// Where what stands right of the probabilities begins, less a gap.
float end_of_probabilities(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    float end = plan.width - 4;
    if (canvas.settings.fragility && canvas.settings.beside > 0)
        end = plan.slots_right() + fragility_from_map - 6;
    if (plan.strip.w > 0) {
        const std::string last = std::to_string(canvas.trace.outputs());
        end = std::min(end, plan.strip.x - 13 - text_width(canvas.style, last, Face::Mono, 11));
    }
    return end;
}

void add_probabilities(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    if (!shows_probabilities(canvas) || plan.row_height < 4) return;
    if (canvas.reveal.decoded(seq2seq::Choose, plan.first_row) == Seen::Later) return;
    const bool sums = plan.row_height >= least_sum_height && plan.slots == 0 && rows_fall_short(canvas.trace);
    const float x = plan.slots_right() + (sums ? 66.0f : 14.0f), end = end_of_probabilities(canvas);
    const bool compared = heat.compared() && plan.row_height >= 12;
    const float bars = std::min(sums ? 22.0f : compared ? 26.0f : 60.0f, end - x - 8 - longest_probability);
    const float room = bars < 12 ? 0 : bars, number = room > 0 ? x + room + 8 : x; // numbers before bars
    add_text(canvas.scene, {x, plan.header_y()}, compared && !sums ? "P, before → now" : "P(chosen)",
             Face::Regular, 11, canvas.colors.t3);
    const float height = std::min(6.0f, plan.row_height - 2);
    for (int i = plan.first_row; i <= plan.last_row; ++i) {
        const Seen chosen = canvas.reveal.decoded(seq2seq::Choose, i);
        if (chosen == Seen::Later) break;
        if (!plan.row_whole(i)) continue;
        const float p = std::exp(canvas.trace.steps[static_cast<std::size_t>(i)].log_prob),
                    t = canvas.reveal.drawn(chosen);
        const float y = plan.row_y(i) + plan.row_height / 2;
        if (room > 0)
            add_fill(canvas.scene,
                     {x, y - height / 2, std::max(1.0f, room * std::min(1.0f, p) * ease_out(t)), height},
                     fade(canvas.colors.output, 0.87f), height / 2);
        const float copied = copied_part(canvas.trace, i), whole = room * std::min(1.0f, p) * ease_out(t);
        if (copied * whole >= 1) // amber: as attention has it
            add_fill(canvas.scene, {x + whole * (1 - copied), y - height / 2, whole * copied, height},
                     canvas.colors.attention, height / 2);
        const std::optional<float> before = heat.probability_before(i);
        if (before && room > 0)
            add_line(canvas.scene, {x + room * *before, y - height}, {x + room * *before, y + height},
                     fade(canvas.colors.t1, t), 1.25f);
        if (plan.row_height < 10.5f) continue;
        const bool both =
            compared && before && !sums &&
            cell_probability(static_cast<double>(*before)) != cell_probability(static_cast<double>(p));
        canvas.scene.pick({x - 6, plan.row_y(i), room + 54, plan.row_height}, {PickKind::Row, i},
                          "P of " + quoted_output(canvas.trace, i) + ": " + exact(static_cast<double>(p)) +
                              (canvas.trace.has(Quantity::Generate)
                                   ? ", " + percent(copied) + " of it copied from the source"
                                   : ""));
        const std::string now =
            !compared && !sums ? chance(static_cast<double>(p)) : cell_probability(static_cast<double>(p));
        const std::string changed =
            both ? cell_probability(static_cast<double>(*before)) + " → " + now : std::string();
        const bool fits =
            both && number + text_width(canvas.style, changed, Face::Mono, 11) <= end; // else the bar says it
        add_text(canvas.scene, {number, y}, fits ? changed : now, Face::Mono, 11,
                 fade(both || heat.changed(i) ? canvas.colors.t1 : canvas.colors.t2, t));
    }
}

} // namespace

bool rows_fall_short(const Trace& trace) {
    return trace.has_weights() && (trace.at(Quantity::Weights).colwise().sum().array() < 0.995f).any();
}

bool shows_probabilities(const Canvas& canvas) {
    return canvas.plan.width - canvas.settings.beside - canvas.plan.slots_right() >= 140;
}

void add_heat_margin(const Heat& heat) {
    add_row_sums(heat);
    add_probabilities(heat);
}

} // namespace heed
