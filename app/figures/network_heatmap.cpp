// The weights of every output, one row each, beneath the tokens they look at.
#include "app/figures/color_map.h"
#include "app/figures/format.h"
#include "app/figures/network_draw.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {

namespace {

struct Rows {
    float left, right; // of the cells
    float gap, radius;
    int rows, columns;
    bool lines_only; // cells too small for an outline each
};

Rows rows_of(const NetworkPlan& plan) {
    Rows r;
    r.left = plan.source.seen_left();
    r.right = plan.source.seen_right();
    const float smaller = std::min(plan.source.pitch, plan.row_height);
    r.gap = smaller >= 14 ? 2.0f : smaller >= 5 ? 1.0f : smaller >= 3.5f ? 0.5f : 0.0f;
    r.radius = smaller >= 14 ? 2.0f : 0.0f;
    r.rows = plan.last_row - plan.first_row + 1;
    r.columns = plan.source.last - plan.source.first + 1;
    r.lines_only = !plan.full || plan.row_height < 10;
    return r;
}

/// How much of row i is filled, from the left: 0 to 1.
float filled(const Canvas& canvas, int i) {
    return canvas.reveal.drawn(canvas.reveal.decoded(PhaseKind::Softmax, i));
}

/// Values of the cells in view; not yet revealed ones are NaN.
void add_cells(const Canvas& canvas, const Rows& rows) {
    const NetworkPlan& plan = canvas.plan;
    auto values = std::make_shared<std::vector<float>>(static_cast<std::size_t>(rows.rows * rows.columns),
                                                       std::numeric_limits<float>::quiet_NaN());
    const MatrixXf& weights = canvas.trace.at(Quantity::Weights);
    bool any = false;
    for (int i = 0; i < rows.rows; ++i) {
        const float part = filled(canvas, plan.first_row + i);
        if (part <= 0) break;
        const int until = static_cast<int>(std::ceil(part * static_cast<float>(plan.source.count)));
        for (int j = 0; j < rows.columns && plan.source.first + j < until; ++j) {
            (*values)[static_cast<std::size_t>(i * rows.columns + j)] =
                weights(plan.source.first + j, plan.first_row + i);
            any = true;
        }
    }
    if (!any) return;
    MatrixItem matrix;
    matrix.box = {plan.source.x(plan.source.first) - plan.source.pitch / 2, plan.heat_top,
                  static_cast<float>(rows.columns) * plan.source.pitch,
                  static_cast<float>(rows.rows) * plan.row_height};
    matrix.rows = rows.rows;
    matrix.columns = rows.columns;
    matrix.values = std::move(values);
    matrix.map = canvas.style.map;
    matrix.scale = canvas.style.scale;
    matrix.dark = canvas.colors.dark();
    matrix.gap = rows.gap;
    matrix.radius = rows.radius;
    canvas.scene.add(matrix);
}

/// Outlines of what is not computed yet.
void add_empty_cells(const Canvas& canvas, const Rows& rows) {
    const NetworkPlan& plan = canvas.plan;
    int first = plan.first_row;
    while (first <= plan.last_row && filled(canvas, first) >= 1) ++first;
    if (first > plan.last_row) return;
    const float top = plan.row_y(first), bottom = plan.heat_bottom();
    if (rows.lines_only) {
        const Color faint = fade(canvas.colors.line, 0.55f);
        if (plan.row_height >= 4)
            for (int i = first; i <= plan.last_row + 1; ++i)
                add_line(canvas.scene, {rows.left, plan.row_y(i)}, {rows.right, plan.row_y(i)}, faint, 1);
        else
            add_line(canvas.scene, {rows.left, bottom}, {rows.right, bottom}, faint, 1);
        for (int j = plan.source.first; j <= plan.source.last + 1; ++j) {
            const float x = plan.source.x(j) - plan.source.pitch / 2;
            if (x >= rows.left - 0.5f && x <= rows.right + 0.5f)
                add_line(canvas.scene, {x, top}, {x, bottom}, faint, 1);
        }
        return;
    }
    for (int i = first; i <= plan.last_row; ++i) {
        const int from =
            static_cast<int>(std::ceil(filled(canvas, i) * static_cast<float>(plan.source.count)));
        for (int j = std::max(from, plan.source.first); j <= plan.source.last; ++j)
            canvas.scene.add(RectItem{{plan.source.x(j) - plan.source.pitch / 2 + 1, plan.row_y(i) + 1,
                                       plan.source.pitch - 2, plan.row_height - 2},
                                      {0, 0, 0, 0},
                                      fade(canvas.colors.line, 0.65f),
                                      1,
                                      2,
                                      {}});
    }
}

void add_numbers(const Canvas& canvas, int i) {
    const NetworkPlan& plan = canvas.plan;
    if (!plan.full || plan.row_height < 13 || !canvas.style.numbers || i < plan.first_row ||
        i > plan.last_row)
        return;
    const float part = filled(canvas, i);
    const Window window = window_of(canvas.trace, i);
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        if (!window.holds(j)) continue;
        if (static_cast<float>(j + 1) > part * static_cast<float>(plan.source.count) + 0.5f ||
            !plan.source.whole(j))
            continue;
        const float a = canvas.trace.weight(i, j);
        const Color cell =
            map_color(canvas.style.map, canvas.colors.dark(), apply_scale(canvas.style.scale, a));
        const bool faint =
            a < 0.05f && canvas.style.scale == ValueScale::Linear && canvas.style.map == ColorMapId::Ember;
        add_text(canvas.scene, {plan.source.x(j), plan.row_y(i) + plan.row_height / 2}, cell_number(a),
                 Face::Mono, 11, faint ? canvas.colors.t3 : ink_on(cell), Align::Centre);
    }
}

void add_frames(const Canvas& canvas, const Rows& rows) {
    const NetworkPlan& plan = canvas.plan;
    const auto frame = [&](int i, Color color, float width) {
        if (i < plan.first_row || i > plan.last_row) return;
        const Box row{rows.left - 2.5f, plan.row_y(i) - 1.5f, plan.slots_right() - rows.left + 5,
                      plan.row_height + 3};
        canvas.scene.add(RectItem{row, {0, 0, 0, 0}, color, width, std::min(5.0f, row.h / 2), {}});
    };
    const Reveal& r = canvas.reveal;
    if (!r.decoding()) return;
    for (const int other : {canvas.playhead.hover_row, canvas.playhead.row})
        if (other >= 0 && other != r.output && filled(canvas, other) > 0) {
            frame(other, fade(canvas.colors.t1, 0.7f), 1);
            add_numbers(canvas, other);
        }
    frame(r.output,
          canvas.trace.steps[static_cast<std::size_t>(r.output)].weights_given ? canvas.colors.t1
                                                                               : canvas.colors.attention,
          1.5f);
    add_numbers(canvas, r.output);
}

// ---------------------------------------------------------------------------------------------- labels

/// Every label where they fit, else every 10th number (less often where even that is too dense).
int label_stride(const NetworkPlan& plan) {
    if (plan.row_height >= 12.5f) return 1;
    int stride = 10;
    while (static_cast<float>(stride) * plan.row_height < 26) stride *= 2;
    return stride;
}

void add_row_label(const Canvas& canvas, int i, float x, float room) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const float y = plan.row_y(i) + plan.row_height / 2, size = plan.row_height >= 15 ? 13.0f : 11.0f;
    const Seen chosen = canvas.reveal.decoded(PhaseKind::Choose, i);
    if (chosen == Seen::Later) {
        const bool now = canvas.reveal.decoding() && i == canvas.reveal.output;
        add_text(canvas.scene, {x, y}, now ? "?" : "·", Face::Mono, size, now ? c.t2 : c.t3, Align::Right);
        return;
    }
    const float t = canvas.reveal.drawn(chosen);
    const float drop = chosen == Seen::New && !canvas.reveal.reduced ? (1 - ease_out(t)) * -10 : 0;
    const bool forced = canvas.trace.steps[static_cast<std::size_t>(i)].forced;
    add_token(canvas, output_text(canvas.trace, i), {x, y + drop}, size,
              fade(forced ? c.t1 : c.output, std::max(0.1f, t)), Align::Right, room);
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

void add_row_labels(const Canvas& canvas, const Rows& rows) {
    const NetworkPlan& plan = canvas.plan;
    const float x = rows.left - 14;
    const int stride = label_stride(plan);
    const float free = x - (stride == 1 ? widest_row_label(canvas) : 0) - 17; // to the right of x = 16
    const float height = plan.heat_bottom() - plan.heat_top;
    const std::string name = "Output", gloss = "one row per token";
    const bool named = height >= 20 && free >= text_width(canvas.style, name, Face::Medium, 13);
    const auto fits = [&](const std::string& small) { // with air before the labels
        return named && free >= text_width(canvas.style, small, Face::Regular, 11) + 8;
    };
    const bool glossed = height >= 34 && fits(gloss);
    const float name_y = plan.heat_top + std::max(std::min(plan.row_height, 28.0f) / 2, 8.0f);
    if (named) add_text(canvas.scene, {16, name_y}, name, Face::Medium, 13, canvas.colors.output);
    if (glossed) add_text(canvas.scene, {16, name_y + 15.5f}, gloss, Face::Regular, 11, canvas.colors.t3);
    const std::string half = "one row", other_half = "per token"; // beside wide columns' labels: in two lines
    if (!glossed && height >= 50 && fits(other_half)) {
        add_text(canvas.scene, {16, name_y + 15.5f}, half, Face::Regular, 11, canvas.colors.t3);
        add_text(canvas.scene, {16, name_y + 29.5f}, other_half, Face::Regular, 11, canvas.colors.t3);
    }
    if (stride == 1) {
        for (int i = plan.first_row; i <= plan.last_row; ++i) add_row_label(canvas, i, x, x - 16);
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

// ---------------------------------------------------------------------------------------------- right and
// below

constexpr float least_sum_height = 12; // of a row that has room for its sum

/// Whether some rows do not sum to 1: the Gaussian of local-p, the decoder's own past, or the user.
bool rows_fall_short(const Trace& trace) {
    return (trace.at(Quantity::Weights).colwise().sum().array() < 0.995f).any();
}

void add_row_sums(const Canvas& canvas, const Rows& rows) {
    const NetworkPlan& plan = canvas.plan;
    if (plan.row_height < least_sum_height || plan.width - rows.right < 40 || plan.slots > 0 ||
        !rows_fall_short(canvas.trace))
        return;
    if (filled(canvas, plan.first_row) < 1) return;
    const float x = rows.right + 12;
    if (plan.width - rows.right >= 140)
        add_text(canvas.scene, {x, plan.source_y}, "row sum", Face::Regular, 11, canvas.colors.t3);
    for (int i = plan.first_row; i <= plan.last_row && filled(canvas, i) >= 1; ++i) {
        const float sum = canvas.trace.at(Quantity::Weights).col(i).sum();
        add_text(canvas.scene, {x, plan.row_y(i) + plan.row_height / 2}, fixed(sum, 2), Face::Mono, 11,
                 sum < 0.995f ? canvas.colors.t1 : canvas.colors.t3);
    }
}

std::string sum_words(const Trace& trace) {
    if (!rows_fall_short(trace)) return "Each row sums to 1. Each column is the source token above it.";
    if (trace.has(Quantity::Aligned)) return "Rows sum to less than 1: the Gaussian takes its part.";
    if (trace.has(Quantity::SlotWeights))
        return "Rows sum to 1 over all " + std::to_string(trace.model.slots) + " slots; those past the source add nothing.";
    if (trace.has(Quantity::PastWeights)) return "Rows sum to less than 1: the rest looks at the decoder’s own past.";
    return "Each column is the source token above it.";
}

void add_probabilities(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    if (plan.width - plan.slots_right() < 140 || plan.row_height < 4) return;
    if (canvas.reveal.decoded(PhaseKind::Choose, plan.first_row) == Seen::Later) return;
    const bool sums = plan.row_height >= least_sum_height && plan.slots == 0 && rows_fall_short(canvas.trace);
    const float x = plan.slots_right() + (sums ? 66.0f : 14.0f), room = sums ? 36 : 64;
    add_text(canvas.scene, {x, plan.source_y}, "P(chosen)", Face::Regular, 11, canvas.colors.t3);
    const float height = std::min(6.0f, plan.row_height - 2);
    for (int i = plan.first_row; i <= plan.last_row; ++i) {
        const Seen chosen = canvas.reveal.decoded(PhaseKind::Choose, i);
        if (chosen == Seen::Later) break;
        const float p = std::exp(canvas.trace.steps[static_cast<std::size_t>(i)].log_prob),
                    t = canvas.reveal.drawn(chosen);
        const float y = plan.row_y(i) + plan.row_height / 2;
        canvas.scene.add(
            RectItem{{x, y - height / 2, std::max(1.0f, room * std::min(1.0f, p) * ease_out(t)), height},
                     fade(canvas.colors.output, 0.87f),
                     {0, 0, 0, 0},
                     0,
                     height / 2,
                     {}});
        if (plan.row_height >= 12)
            add_text(canvas.scene, {x + room + 8, y}, fixed(p, 2), Face::Mono, 11, fade(canvas.colors.t2, t));
    }
}

std::string legend_words(const FigureStyle& style) {
    std::string words = "weight α";
    if (style.map != ColorMapId::Ember) {
        std::string name(color_map_name(style.map));
        name.front() = static_cast<char>(name.front() - 'a' + 'A');
        words += ", " + name;
    }
    if (style.scale == ValueScale::LiftSmall) words += ", small ones lifted";
    return words;
}

void add_legend(const Canvas& canvas, const Rows& rows) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const bool roomy = plan.roomy_legend;
    const Box bar =
        roomy ? Box{rows.left, plan.legend_y - 5, 140, 10} : Box{rows.left + 14, plan.legend_y - 4, 110, 8};
    auto ramp = std::make_shared<std::vector<float>>(70);
    for (std::size_t k = 0; k < ramp->size(); ++k)
        (*ramp)[k] = static_cast<float>(k) / static_cast<float>(ramp->size() - 1);
    MatrixItem matrix;
    matrix.box = bar;
    matrix.rows = 1;
    matrix.columns = static_cast<int>(ramp->size());
    matrix.values = std::move(ramp);
    matrix.map = canvas.style.map;
    matrix.scale = canvas.style.scale;
    matrix.dark = c.dark();
    canvas.scene.add(matrix);
    canvas.scene.add(RectItem{bar, {0, 0, 0, 0}, c.line2, 1, 0, {}});
    const auto tick = [&](Point at, const char* text, Align align) {
        add_text(canvas.scene, at, text, Face::Mono, 11, c.t3, align);
    };
    if (roomy) {
        tick({bar.x, bar.bottom() + 10}, "0", Align::Left);
        tick({bar.centre().x, bar.bottom() + 10}, "0.5", Align::Centre);
        tick({bar.right(), bar.bottom() + 10}, "1", Align::Right);
    } else {
        tick({bar.x - 6, plan.legend_y}, "0", Align::Right);
        tick({bar.right() + 6, plan.legend_y}, "1", Align::Left);
    }
    const std::string words = legend_words(canvas.style);
    const float after = bar.right() + (roomy ? 12.0f : 24.0f);
    add_text(canvas.scene, {after, plan.legend_y}, words, Face::Regular, 11, c.t3);
    const float used = after + text_width(canvas.style, words, Face::Regular, 11) + 20;
    const std::string note = sum_words(canvas.trace);
    const float width = text_width(canvas.style, note, Face::Regular, 11);
    if (rows.right - width >= used)
        add_text(canvas.scene, {rows.right, plan.legend_y}, note, Face::Regular, 11, c.t3, Align::Right);
    else if (used + width <= plan.width - 16)
        add_text(canvas.scene, {used, plan.legend_y}, note, Face::Regular, 11, c.t3);
}

/// Thin bars that say which part of the columns, and of the rows, is in view.
void add_scroll_marks(const Canvas& canvas, const Rows& rows) {
    const NetworkPlan& plan = canvas.plan;
    const auto mark = [&](Box track, Box thumb) {
        canvas.scene.add(RectItem{track, canvas.colors.bg2, {0, 0, 0, 0}, 0, 1.5f, {}});
        canvas.scene.add(RectItem{thumb, canvas.colors.line2, {0, 0, 0, 0}, 0, 1.5f, {}});
    };
    if (plan.source.scrolls()) {
        const float room = rows.right - rows.left,
                    all = static_cast<float>(plan.source.count) * plan.source.pitch;
        const float y = plan.heat_bottom() + 3;
        mark({rows.left, y, room, 3}, {rows.left + room * plan.source.scroll / all, y, room * room / all, 3});
    }
    if (const int outputs = canvas.trace.outputs(); rows.rows < outputs) {
        const float room = plan.heat_bottom() - plan.heat_top, x = rows.right + 5;
        const float all = static_cast<float>(outputs);
        mark({x, plan.heat_top, 3, room}, {x, plan.heat_top + room * static_cast<float>(plan.first_row) / all,
                                           3, room * static_cast<float>(rows.rows) / all});
    }
}

void add_picks(const Canvas& canvas, const Rows& rows) {
    const NetworkPlan& plan = canvas.plan;
    for (int i = plan.first_row; i <= plan.last_row; ++i) {
        const float y = plan.row_y(i);
        const bool chosen = canvas.reveal.decoded(PhaseKind::Choose, i) != Seen::Later;
        canvas.scene.pick({0, y, rows.left, plan.row_height}, {PickKind::Row, i, -1, -1, {}},
                          chosen ? "Output " + std::to_string(i + 1) + ": " + quoted_output(canvas.trace, i)
                                 : std::string());
        if (filled(canvas, i) <= 0) continue;
        for (int j = plan.source.first; j <= plan.source.last; ++j) {
            const float from = std::max(rows.left, plan.source.x(j) - plan.source.pitch / 2);
            const float until = std::min(rows.right, plan.source.x(j) + plan.source.pitch / 2);
            // Thousands of cells: words only for the one that is pointed at.
            const bool pointed = canvas.playhead.hover_row == i && canvas.playhead.hover_column == j;
            canvas.scene.pick({from, y, until - from, plan.row_height}, {PickKind::Cell, i, j, -1, {}},
                              pointed ? cell_tooltip(canvas.trace, i, j) : std::string());
        }
    }
}

} // namespace

void draw_heatmap(const Canvas& canvas) {
    const Rows rows = rows_of(canvas.plan);
    canvas.scene.add(ClipItem{{rows.left - 4, canvas.plan.heat_top - 4, canvas.plan.slots_right() - rows.left + 8,
                               canvas.plan.heat_bottom() - canvas.plan.heat_top + 8}});
    add_cells(canvas, rows);
    add_empty_cells(canvas, rows);
    draw_window_ticks(canvas);
    add_frames(canvas, rows);
    canvas.scene.add(ClipEnd{});
    add_row_labels(canvas, rows);
    add_scroll_marks(canvas, rows);
    if (!canvas.first_run()) {
        add_row_sums(canvas, rows);
        add_probabilities(canvas);
        add_legend(canvas, rows);
    }
    add_picks(canvas, rows);
}

} // namespace heed
