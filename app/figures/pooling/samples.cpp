// Eight samples as two maps: the weights of attention, and what a Dense layer has learnt, with their errors.
#include "app/figures/base/format.h"
#include "app/figures/maps/painter.h"
#include "app/figures/pooling/draw.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::pools {
namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN(); // no cell

/// One of the two maps.
struct Rows {
    const Painter& p;
    const Plan::Map& at;
    bool dense;
    LabelledMap map;
    std::string title, gloss, short_gloss; // the latter where there is no room

    /// What sample i shows: the one that is above as it is now, with what is muted.
    const PoolingRuns& runs(int i) const {
        return i == p.board.sample ? p.board.now : p.board.samples[static_cast<std::size_t>(i)];
    }
    const Trace* run(int i) const { return run_of(runs(i), at.member); }
};

std::string sample_name(int i) { return "sample " + std::to_string(i + 1); }

/// A row of the map: of attention its weights, of Dense its numbers; nothing past the end of the sample, and
/// nothing where a moment is muted.
void fill_row(Rows& rows, int i, const Learned& learned) {
    const Trace* run = rows.run(i);
    if (!run) return;
    const Eigen::VectorXf weights = weights_of(*run);
    for (int t = 0; t < std::min(run->source_length(), rows.map.column_count()); ++t) {
        if (is_muted(*run, t)) continue;
        if (!rows.dense && t < weights.size()) rows.map.values(t, i) = weights(t);
        if (rows.dense && static_cast<std::size_t>(t) < learned.values.size())
            rows.map.values(t, i) = learned.values[static_cast<std::size_t>(t)];
    }
}

std::string attention_gloss(const PoolingMember& member) {
    if (!is_attention(member)) return "every moment of a row counts the same";
    if (config_of(member).kind == pooling::Kind::Keras)
        return "energies within ±1 and a bias for each moment: every row has its own weights";
    return std::string(is_bounded(member) ? "energies within ±1" : "linear energies") +
           ": every row has its own weights";
}

std::string dense_gloss(const Learned& learned) {
    if (!learned.lengths && learned.numbers == 1)
        return "one number per moment, learned once: every row is the same";
    if (!learned.lengths) return "one number per moment, for its value, learned once: every row is the same";
    return "the length of the " + std::to_string(learned.numbers) +
           " numbers it has learned for each moment: every row is the same";
}

Rows rows_of(const Painter& p, const Plan::Map& at, bool dense) {
    Rows rows{p, at, dense, {}, {}, {}, {}};
    const int count = p.plan.samples;
    Learned learned;
    for (int i = 0; dense && i < count && learned.values.empty(); ++i)
        if (const Trace* run = rows.run(i)) learned = learned_numbers(*run);
    rows.map.columns.resize(static_cast<std::size_t>(p.plan.columns));
    rows.map.values = Eigen::MatrixXf::Constant(p.plan.columns, count, nothing);
    if (dense) rows.map.scale = round_above(learned.largest);
    for (int i = 0; i < count; ++i) {
        MapLabel row;
        row.text = sample_name(i);
        row.words = rows.run(i) ? "Click to load " + row.text : problem_of(rows.runs(i), at.member);
        rows.map.rows.push_back(row);
        fill_row(rows, i, learned);
    }
    const std::string samples = count_word(count) + (count == 1 ? " sample" : " samples");
    const PoolingMember& member = p.member(at.member);
    rows.title = dense                  ? "Dense, the same " + samples
                 : is_attention(member) ? "Attention, " + samples
                                        : "Mean pooling, " + samples;
    rows.gloss = dense ? dense_gloss(learned) : attention_gloss(member);
    rows.short_gloss = dense                  ? "every row is the same"
                       : is_attention(member) ? "every row has its own weights"
                                              : "all weights are even";
    return rows;
}

// -------------------------------------------------------------------------------------------- cells

/// The plan of the maps' room, so that its columns are those of the rows above.
MapPlan map_plan_of(const Painter& p) {
    MapPlan plan;
    plan.pitch_x = p.plan.pitch;
    plan.pitch_y = p.plan.row;
    plan.gutter = gutter_left - 24;
    plan.most_columns = p.plan.columns;
    plan.most_rows = p.plan.samples;
    return plan;
}

Box card_of(const Rows& rows) {
    const Painter& p = rows.p;
    const float edges = card_edge + gutter_left - 24;
    return {p.plan.first - p.plan.scroll - edges, rows.at.top,
            edges + p.plan.pitch * static_cast<float>(p.plan.columns) + 20,
            p.plan.row * static_cast<float>(p.plan.samples)};
}

/// Blue dots on what is marked, a cross on what is muted.
void draw_marks(const Rows& rows) {
    const Painter& p = rows.p;
    const Palette& c = p.colors();
    const float r = std::clamp(0.16f * std::min(p.plan.pitch, p.plan.row), 1.0f, 2.6f);
    for (int i = 0; i < p.plan.samples; ++i) {
        const Input input = input_of(rows.runs(i));
        const Trace* run = rows.run(i);
        for (int t = 0; t < input.count(); ++t) {
            if (!p.plan.shows(t)) continue;
            const Point at{p.plan.x(t), p.plan.row_y(rows.at, i)};
            if (input.is_marked(t)) {
                p.scene.add(CircleItem{at, r, c.forward, c.bg0, r >= 2 ? 0.75f : 0, {}});
            } else if (run && is_muted(*run, t)) {
                const float a = std::min(3.0f, 0.3f * std::min(p.plan.pitch, p.plan.row));
                add_line(p.scene, {at.x - a, at.y - a}, {at.x + a, at.y + a}, c.t3, 1);
                add_line(p.scene, {at.x - a, at.y + a}, {at.x + a, at.y - a}, c.t3, 1);
            }
        }
    }
}

void frame(const Rows& rows, int i, Color color, float width) {
    const Painter& p = rows.p;
    p.scene.add(RectItem{grown({p.plan.left, rows.at.top + static_cast<float>(i) * p.plan.row,
                                p.plan.right - p.plan.left, p.plan.row},
                               1),
                         {0, 0, 0, 0},
                         color,
                         width,
                         4,
                         {}});
}

/// Where a member cannot read a sample, why.
void draw_problem(const Rows& rows, int i) {
    const Painter& p = rows.p;
    const std::string problem = problem_of(rows.runs(i), rows.at.member);
    if (rows.run(i) || problem.empty() || p.plan.row < 13) return;
    const float room = p.plan.right - p.plan.left - 12;
    p.text({p.plan.left + 6, p.plan.row_y(rows.at, i)},
           fitted(p.style, problem, Face::Regular, label_size, room), label_size, p.colors().t3);
}

/// The pointer's cell, in words.
void pick_hovered(const Rows& rows) {
    const Painter& p = rows.p;
    const int i = p.playhead.hover_row, t = p.playhead.hover_column;
    if (i < 0 || i >= p.plan.samples || t < 0 || t >= p.plan.columns || !p.plan.shows(t)) return;
    const Input input = input_of(rows.runs(i));
    if (t >= input.count()) return;
    const float value = rows.map.at(i, t);
    const std::string number = std::isnan(value) ? ""
                               : rows.dense      ? "Dense has " + short_number(static_cast<double>(value), 4)
                                                 : "weight " + short_number(static_cast<double>(value));
    p.scene.pick(
        {p.plan.x(t) - p.plan.pitch / 2, p.plan.row_y(rows.at, i) - p.plan.row / 2, p.plan.pitch, p.plan.row},
        {PickKind::Cell, i, t, rows.dense ? 1 : 0, {}},
        "Sample " + std::to_string(i + 1) + ": " + moment_words(input, t) +
            (number.empty() ? "" : "; " + number));
}

void draw_cells(const Rows& rows) {
    const Painter& p = rows.p;
    FigureStyle style = p.style;
    style.numbers = false; // dots stand there
    const MapPlan plan = map_plan_of(p);
    const MapPainter painter{p.scene, rows.map,          style, plan, card_of(rows), p.plan.samples, -1,
                             -1,      rows.dense ? 1 : 0};
    if (p.plan.scrolls())
        p.scene.add(ClipItem{{p.plan.left, rows.at.top, p.plan.right - p.plan.left,
                              p.plan.row * static_cast<float>(p.plan.samples)}});
    add_map_cells(painter);
    draw_marks(rows);
    if (p.plan.scrolls()) p.scene.add(ClipEnd{});
    for (int i = 0; i < p.plan.samples; ++i) draw_problem(rows, i);
    if (p.playhead.hover_row >= 0 && p.playhead.hover_row < p.plan.samples)
        frame(rows, p.playhead.hover_row, fade(p.colors().t1, 0.4f), 1);
    if (p.board.sample >= 0 && p.board.sample < p.plan.samples)
        frame(rows, p.board.sample, rows.dense ? p.colors().t2 : p.colors().attention, 1.5f);
    add_map_picks(painter);
}

// -------------------------------------------------------------------------------------------- at the sides

/// Whether a row's words are said: all where lines of text fit, else every so manieth, and what is looked at.
bool says(const Painter& p, int i) {
    const int stride = static_cast<int>(std::ceil(13.5f / p.plan.row));
    const auto wanted = [&](int k) {
        return k >= 0 && k < p.plan.samples && (k == p.board.sample || k == p.playhead.hover_row);
    };
    // The pointer's row goes before the one that is shown, that before the others.
    if (i == p.playhead.hover_row) return true;
    for (int k = i - stride + 1; k < i + stride; ++k)
        if (k != i && wanted(k) && (k == p.playhead.hover_row || !wanted(i))) return false;
    return wanted(i) || i % stride == 0;
}

void draw_labels(const Rows& rows) {
    const Painter& p = rows.p;
    for (int i = 0; i < p.plan.samples; ++i) {
        if (!says(p, i)) continue;
        const bool now = i == p.board.sample || i == p.playhead.hover_row;
        p.text({p.plan.left - 12, p.plan.row_y(rows.at, i)}, sample_name(i), label_size,
               now ? p.colors().t1 : p.colors().t2, Align::Right, now ? Face::Medium : Face::Regular);
    }
}

/// What stands right of a row: how far its number is off, or the probability of the right class.
std::optional<double> measure(const PoolingRuns& runs, const Trace& run) {
    return pooling_facts(run).config.classes() ? probability_of(run, runs.answer) : error_of(runs, run);
}

/// The longest bar: of errors the largest of both maps.
float largest_measure(const Painter& p) {
    if (answers_with_classes(p.board)) return 1;
    float largest = 0.1f;
    for (const Plan::Map* map : {&p.plan.attention, &p.plan.dense})
        for (int i = 0; map->member >= 0 && i < p.plan.samples; ++i) {
            const PoolingRuns& runs =
                i == p.board.sample ? p.board.now : p.board.samples[static_cast<std::size_t>(i)];
            if (const Trace* run = run_of(runs, map->member))
                largest = std::max(largest, static_cast<float>(measure(runs, *run).value_or(0)));
        }
    return largest;
}

void draw_errors(const Rows& rows, float largest) {
    constexpr float track = 64;
    const Painter& p = rows.p;
    const Palette& c = p.colors();
    const float x = p.plan.right + 16, thick = std::clamp(p.plan.row - 3, 2.0f, 6.0f);
    const bool classes = answers_with_classes(p.board);
    p.text({x, rows.at.title}, classes ? "p of the right class" : "error", label_size, c.t3);
    for (int i = 0; i < p.plan.samples; ++i) {
        const float y = p.plan.row_y(rows.at, i);
        const Trace* run = rows.run(i);
        const auto value = run ? measure(rows.runs(i), *run) : std::nullopt;
        p.scene.add(RectItem{{x, y - thick / 2, track, thick}, c.bg2, {0, 0, 0, 0}, 0, thick / 2, {}});
        if (value) {
            const float length =
                std::max(thick / 2, std::min(1.0f, static_cast<float>(*value) / largest) * track);
            p.scene.add(RectItem{{x, y - thick / 2, length, thick},
                                 fade(c.output, 0.9f),
                                 {0, 0, 0, 0},
                                 0,
                                 std::min(thick, length) / 2,
                                 {}});
        }
        const bool now = i == p.board.sample || i == p.playhead.hover_row;
        if (says(p, i))
            p.text({x + track + 8, y},
                   value ? short_number(*value, classes ? 2 : 3)
                   : run ? answer_text(*run)
                         : "–",
                   label_size, now ? c.t1 : c.t2, Align::Left, Face::Mono);
        p.scene.pick({x, y - p.plan.row / 2, gutter_right - 20, p.plan.row},
                     {PickKind::Row, i, -1, rows.dense ? 1 : 0, {}},
                     run ? "Answer " + answer_text(*run) +
                               (rows.runs(i).answer.empty() ? "" : ", right is " + rows.runs(i).answer)
                         : problem_of(rows.runs(i), rows.at.member));
    }
}

void draw_title(const Rows& rows) {
    const Painter& p = rows.p;
    const float room = p.plan.right - p.plan.left;
    const std::string title = fitted(p.style, rows.title, Face::Semibold, 13, room);
    add_text(p.scene, {p.plan.left, rows.at.title}, title, Face::Semibold, 13, p.colors().t1);
    const float used = text_width(p.style, title, Face::Semibold, 13) + 14;
    if (room - used < 60) return;
    const bool fits = text_width(p.style, rows.gloss, Face::Regular, label_size) <= room - used;
    const std::string gloss =
        fitted(p.style, fits ? rows.gloss : rows.short_gloss, Face::Regular, label_size, room - used);
    p.text({p.plan.left + used, rows.at.title}, gloss, label_size, p.colors().t3);
}

} // namespace

void draw_maps(const Painter& p) {
    const float largest = largest_measure(p);
    for (const bool dense : {false, true}) {
        const Plan::Map& at = dense ? p.plan.dense : p.plan.attention;
        if (at.member < 0) continue;
        const Rows rows = rows_of(p, at, dense);
        if (dense && p.lit == Lit::Numbers) // the phase explains these
            p.scene.add(
                RectItem{{p.plan.left - 8, at.title - 7, 3, 14}, p.colors().t2, {0, 0, 0, 0}, 0, 1.5f, {}});
        draw_title(rows);
        draw_cells(rows);
        draw_labels(rows);
        draw_errors(rows, largest);
        pick_hovered(rows);
    }
}

// -------------------------------------------------------------------------------------------- legends

namespace {

float scale_of_dense(const Painter& p) {
    for (int i = 0; i < p.plan.samples; ++i) {
        const Trace* run = run_of(p.board.samples[static_cast<std::size_t>(i)], p.plan.dense.member);
        if (run) return round_above(learned_numbers(*run).largest);
    }
    return 1;
}

bool any_marks(const Painter& p) {
    return p.input.marks > 0 || std::any_of(p.board.samples.begin(), p.board.samples.end(),
                                            [](const PoolingRuns& s) { return input_of(s).marks > 0; });
}

} // namespace

void draw_legends(const Painter& p) {
    const Palette& c = p.colors();
    const float ramp = p.plan.ramp, y = p.plan.legend;
    float x = p.plan.left;
    if (p.plan.attention.member >= 0) {
        const Box bar{x, y - 5, ramp, 10};
        add_ramp(p.scene, {p.style}, bar, 65);
        add_ramp_marks(p.scene, {p.style}, bar);
        const std::string words =
            p.style.scale == ValueScale::LiftSmall ? "weight α, small ones lifted" : "weight α";
        p.text({bar.right() + 10, y}, words, label_size, c.t2);
        x = bar.right() + 10 + text_width(p.style, words, Face::Regular, label_size) + 32;
    }
    if (p.plan.dense.member >= 0) {
        x = add_difference_legend(p.scene, p.style, {x, y}, ramp, scale_of_dense(p));
        p.text({x + 10, y}, "Dense’s number", label_size, c.t2);
        x += 10 + text_width(p.style, "Dense’s number", Face::Regular, label_size) + 32;
    }
    if (!any_marks(p) || p.plan.samples == 0) return;
    const std::string words = p.input.words ? "word that decides" : "marked moment";
    if (x + 14 + text_width(p.style, words, Face::Regular, label_size) > p.plan.left + p.plan.legend_width())
        return; // the window's own controls stand there
    p.scene.add(CircleItem{{x + 3, y}, 2.6f, c.forward, {0, 0, 0, 0}, 0, {}});
    p.text({x + 12, y}, words, label_size, c.t2);
}

} // namespace heed::pools
