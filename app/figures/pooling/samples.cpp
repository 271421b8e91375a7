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

/// One of the two maps. Its rows are the user's own input, where that is shown, and the samples.
struct Rows {
    const Painter& p;
    const Plan::Map& at;
    bool dense;
    LabelledMap map;
    std::string title;
    std::vector<std::string> glosses{}; // the first that there is room for
    float most = 0;                     // of Dense's lengths, which are drawn as shares of it

    /// One row for all of Dense.
    bool joined() const { return dense && p.plan.one_dense; }
    /// What a row shows: what is above as it is now, with what is muted. Of joined ones the longest sample.
    const PoolingRuns& runs(int r) const {
        const int i = joined() ? longest() : p.plan.sample_of(r);
        return joined()                       ? p.board.samples[static_cast<std::size_t>(i)]
               : i < 0 || i == p.board.sample ? p.board.now
                                              : p.board.samples[static_cast<std::size_t>(i)];
    }
    const Trace* run(int r) const { return run_of(runs(r), at.member); }
    /// The row that is above the maps, and the one under the pointer; -1: none.
    int shown() const { return joined() ? -1 : p.board.sample < 0 ? p.plan.own - 1 : p.board.sample; }
    int hovered() const {
        const int i = p.playhead.hover_row;
        return i < 0 || i >= p.plan.samples || joined() ? -1 : i + p.plan.own;
    }
    float y(int r) const { return p.plan.row_y(at, r); }
    Box row_box(int r) const {
        const float end = joined() ? p.plan.samples_end : p.plan.row_end(r);
        return {p.plan.left, at.top + static_cast<float>(r) * p.plan.row, std::max(1.0f, end - p.plan.left),
                p.plan.row};
    }
    std::string name(int r) const {
        const int i = p.plan.sample_of(r);
        return joined() ? "every sample" : i < 0 ? "your input" : "sample " + std::to_string(i + 1);
    }

private:
    int longest() const {
        const auto& samples = p.board.samples;
        const auto shorter = [&](const PoolingRuns& a, const PoolingRuns& b) {
            const auto length = [&](const PoolingRuns& runs) {
                return run_of(runs, at.member) ? length_of(runs) : 0;
            };
            return length(a) < length(b);
        };
        return static_cast<int>(std::max_element(samples.begin(), samples.end(), shorter) - samples.begin());
    }
};

/// A row of the map: of attention its weights, of Dense its numbers; nothing past the end of the sample, and
/// nothing where a moment is muted.
void fill_row(Rows& rows, int r, const Learned& learned) {
    const Trace* run = rows.run(r);
    if (!run) return;
    const Eigen::VectorXf weights = weights_of(*run);
    const float share = rows.most > 0 ? 1 / rows.most : 1;
    for (int t = 0; t < std::min(run->source_length(), rows.map.column_count()); ++t) {
        if (is_muted(*run, t)) continue;
        if (!rows.dense && t < weights.size()) rows.map.values(t, r) = weights(t);
        if (rows.dense && static_cast<std::size_t>(t) < learned.values.size())
            rows.map.values(t, r) = share * learned.values[static_cast<std::size_t>(t)];
    }
}

std::string error_name(const Painter& p) {
    return answers_with_classes(p.board) ? "p of the right class" : "error";
}

Rows rows_of(const Painter& p, const Plan::Map& at, bool dense) {
    Rows rows{p, at, dense, {}, {}};
    const Learned learned = dense ? learned_of(p) : Learned{};
    rows.map.columns.resize(static_cast<std::size_t>(p.plan.columns));
    rows.map.values = Eigen::MatrixXf::Constant(p.plan.columns, at.rows, nothing);
    if (learned.lengths)
        rows.most = round_above(learned.largest);
    else if (dense)
        rows.map.scale = round_above(learned.largest);
    for (int r = 0; r < at.rows; ++r) {
        MapLabel row;
        row.text = rows.name(r);
        rows.map.rows.push_back(row);
        fill_row(rows, r, learned);
    }
    const int count = p.plan.samples;
    const std::string samples = count_word(count) + (count == 1 ? " sample" : " samples");
    const PoolingMember& member = p.member(at.member);
    rows.title = dense                  ? "Dense, the same " + samples
                 : is_attention(member) ? "Attention, " + samples
                                        : "Mean pooling, " + samples;
    rows.glosses = dense ? dense_glosses(p, learned)
                         : std::vector{attention_gloss(member),
                                       std::string(is_attention(member) ? "every row has its own weights"
                                                                        : "all weights are even")};
    return rows;
}

// -------------------------------------------------------------------------------------------- cells

/// The plan of the maps' room, so that its columns are those of the rows above.
MapPlan map_plan_of(const Rows& rows) {
    const Painter& p = rows.p;
    MapPlan plan;
    plan.pitch_x = p.plan.pitch;
    plan.pitch_y = p.plan.row;
    plan.gutter = gutter_left - 24;
    plan.most_columns = p.plan.columns;
    plan.most_rows = rows.at.rows;
    return plan;
}

Box card_of(const Rows& rows) {
    const Painter& p = rows.p;
    const float edges = card_edge + gutter_left - 24;
    return {p.plan.first - p.plan.scroll - edges, rows.at.top,
            edges + p.plan.pitch * static_cast<float>(p.plan.columns) + 20,
            p.plan.row * static_cast<float>(rows.at.rows)};
}

/// Blue dots on what is marked, a cross on what is muted, blue where it is both.
void draw_marks(const Rows& rows) {
    const Painter& p = rows.p;
    const Palette& c = p.colors();
    const float cell = std::min(p.plan.pitch, p.plan.row);
    const float r = std::clamp(0.16f * cell, 1.0f, 2.6f * p.plan.growth);
    const float a = std::clamp(0.3f * cell, 1.5f, 3.5f * p.plan.growth);
    for (int i = 0; i < rows.at.rows && !rows.joined(); ++i) {
        const Input input = input_of(rows.runs(i));
        const Trace* run = rows.run(i);
        for (int t = 0; t < input.count(); ++t) {
            if (!p.plan.shows(t)) continue;
            const Point at{p.plan.x(t), rows.y(i)};
            if (run && is_muted(*run, t)) {
                const Color ink = input.is_marked(t) ? c.forward : c.t3;
                const float width = input.is_marked(t) ? 1.5f : 1;
                add_line(p.scene, {at.x - a, at.y - a}, {at.x + a, at.y + a}, ink, width);
                add_line(p.scene, {at.x - a, at.y + a}, {at.x + a, at.y - a}, ink, width);
            } else if (input.is_marked(t)) {
                p.scene.add(CircleItem{at, r, c.forward, c.bg0, r >= 2 ? 0.75f : 0, {}});
            }
        }
    }
}

void frame(const Rows& rows, int r, Color color, float width) {
    rows.p.scene.add(RectItem{grown(rows.row_box(r), 1), {0, 0, 0, 0}, color, width, 4, {}});
}

/// Where a member cannot read a sample, why.
void draw_problem(const Rows& rows, int r) {
    const Painter& p = rows.p;
    const std::string problem = problem_of(rows.runs(r), rows.at.member);
    if (rows.run(r) || problem.empty() || p.plan.row < 11) return;
    const float room = rows.row_box(r).w - 12;
    p.text({p.plan.left + 6, rows.y(r)}, fitted(p.style, problem, Face::Regular, label_size, room),
           label_size, p.colors().t3);
}

/// A cell in words.
std::string cell_words(const Rows& rows, const Input& input, int r, int t, const Learned& learned) {
    const float value = rows.map.at(r, t);
    const std::string name = rows.p.plan.sample_of(r) < 0 ? "Your input" : "Sample " + rows.name(r).substr(7);
    std::string words = name + ": " + moment_words(input, t);
    if (std::isnan(value)) return words;
    if (!rows.dense) return words + "; weight " + weight_number(value);
    const std::string number = short_number(static_cast<double>(learned.values[static_cast<std::size_t>(t)]),
                                            learned.lengths ? 2 : 4);
    return words + (learned.lengths ? "; its numbers have the length " : "; Dense has ") + number;
}

/// Cells of a sample load it; those of the user's own input are moments.
void pick_cells(const Rows& rows) {
    const Painter& p = rows.p;
    const Learned learned = rows.dense ? learned_of(p) : Learned{};
    const int k = rows.dense ? 1 : 0;
    for (int r = 0; r < rows.at.rows && !rows.joined(); ++r) {
        const Input input = input_of(rows.runs(r));
        const int i = p.plan.sample_of(r);
        const float top = rows.row_box(r).y;
        for (int t = 0; t < p.plan.columns; ++t) {
            if (!p.plan.shows(t)) continue;
            const Box box{p.plan.x(t) - p.plan.pitch / 2, top, p.plan.pitch, p.plan.row};
            const bool read = t < input.count();
            const std::string words = read && (i < 0 || r == rows.hovered())
                                          ? cell_words(rows, input, r, t, learned)
                                          : std::string();
            if (i < 0 && read)
                p.scene.pick(box, {PickKind::Column, t, t, -1, {}}, words);
            else if (i >= 0 && box.centre().x < p.plan.samples_end)
                p.scene.pick(box, {PickKind::Cell, i, t, k, {}}, words);
        }
        if (i < 0) continue;
        const std::string words =
            rows.run(r) ? "Click to load " + rows.name(r) : problem_of(rows.runs(r), rows.at.member);
        p.scene.pick({p.plan.left - gutter_left + 24, top, gutter_left - 24, p.plan.row},
                     {PickKind::Row, i, -1, k, {}}, words);
    }
}

/// Where moments go on, their rows fade.
void fade_ends(const Rows& rows) {
    const Plan& plan = rows.p.plan;
    const float strips = 6;
    for (float n = 0; n < strips && plan.scroll < plan.most_scroll; ++n)
        add_fill(rows.p.scene,
                 {plan.right - 4 * (n + 1), rows.at.top, 4, plan.row * static_cast<float>(rows.at.rows)},
                 fade(rows.p.colors().bg0, 0.9f * (1 - n / strips)));
}

void draw_cells(const Rows& rows) {
    const Painter& p = rows.p;
    FigureStyle style = p.style;
    style.numbers = false; // dots stand there
    if (rows.most > 0) {   // lengths have no sign: from nothing to the longest
        style.map = ColorMapId::Grey;
        style.scale = ValueScale::Linear;
    }
    const MapPlan plan = map_plan_of(rows);
    const MapPainter painter{p.scene, rows.map, style, plan, card_of(rows), rows.at.rows};
    if (p.plan.scrolls())
        p.scene.add(ClipItem{{p.plan.left, rows.at.top, p.plan.right - p.plan.left,
                              p.plan.row * static_cast<float>(rows.at.rows)}});
    add_map_cells(painter);
    draw_marks(rows);
    if (p.plan.scrolls()) {
        fade_ends(rows);
        p.scene.add(ClipEnd{});
    }
    for (int r = 0; r < rows.at.rows; ++r) draw_problem(rows, r);
    if (rows.hovered() >= 0) frame(rows, rows.hovered(), fade(p.colors().t1, 0.4f), 1);
    if (rows.shown() >= 0 && rows.shown() < rows.at.rows)
        frame(rows, rows.shown(), rows.dense ? p.colors().t2 : p.colors().attention, 1.5f);
    pick_cells(rows);
}

// -------------------------------------------------------------------------------------------- at the sides

/// Whether a row's words are said: all where lines of text fit, else every so manieth, and what is looked at.
bool says(const Rows& rows, int r) {
    const int stride = static_cast<int>(std::ceil(11 / rows.p.plan.row));
    const auto wanted = [&](int k) { return k >= 0 && (k == rows.shown() || k == rows.hovered()); };
    // The pointer's row goes before the one that is shown, that before the others.
    if (r == rows.hovered()) return true;
    for (int k = r - stride + 1; k < r + stride; ++k)
        if (k != r && wanted(k) && (k == rows.hovered() || !wanted(r))) return false;
    return wanted(r) || r % stride == 0;
}

bool looked_at(const Rows& rows, int r) { return r == rows.shown() || r == rows.hovered(); }

void draw_labels(const Rows& rows) {
    const Painter& p = rows.p;
    for (int r = 0; r < rows.at.rows; ++r) {
        if (!says(rows, r)) continue;
        const bool now = looked_at(rows, r);
        p.text({p.plan.left - 12, rows.y(r)}, rows.name(r), label_size, now ? p.colors().t1 : p.colors().t2,
               Align::Right, now ? Face::Medium : Face::Regular);
    }
}

/// What stands right of a row: how far its number is off, or the probability of the right class.
std::optional<double> measure(const PoolingRuns& runs, const Trace& run) {
    return pooling_facts(run).config.classes() ? probability_of(run, runs.answer) : error_of(runs, run);
}

/// Of a row; of joined ones the mean of all samples.
std::optional<double> row_measure(const Rows& rows, int r) {
    if (!rows.joined()) return rows.run(r) ? measure(rows.runs(r), *rows.run(r)) : std::nullopt;
    double sum = 0;
    int count = 0;
    for (const PoolingRuns& runs : rows.p.board.samples)
        if (const Trace* run = run_of(runs, rows.at.member))
            if (const auto value = measure(runs, *run)) sum += *value, ++count;
    return count > 0 ? std::optional(sum / count) : std::nullopt;
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

void draw_error(const Rows& rows, int r, float largest) {
    constexpr float track = 64;
    const Painter& p = rows.p;
    const Palette& c = p.colors();
    const float x = rows.joined() ? p.plan.errors : p.plan.row_error(r), y = rows.y(r);
    const float thick = std::clamp(p.plan.row - 3, 2.0f, 6.0f);
    const Trace* run = rows.run(r);
    const auto value = row_measure(rows, r);
    add_fill(p.scene, {x, y - thick / 2, track, thick}, c.bg2, thick / 2);
    if (value) {
        const float length =
            std::max(thick / 2, std::min(1.0f, static_cast<float>(*value) / largest) * track);
        add_fill(p.scene, {x, y - thick / 2, length, thick}, fade(c.output, 0.9f),
                 std::min(thick, length) / 2);
    }
    if (says(rows, r))
        p.text({x + track + 8, y},
               value ? short_number(*value, answers_with_classes(p.board) ? 2 : 3)
               : run ? answer_text(*run)
                     : "–",
               label_size, looked_at(rows, r) ? c.t1 : c.t2, Align::Left, Face::Mono);
    const int i = p.plan.sample_of(r);
    const std::string words =
        run ? "Answer " + answer_text(*run) +
                  (rows.runs(r).answer.empty() ? "" : ", right is " + rows.runs(r).answer)
            : problem_of(rows.runs(r), rows.at.member);
    const Box box{x, y - p.plan.row / 2, gutter_right - 20, p.plan.row};
    if (rows.joined() || i < 0)
        p.scene.pick(box, {PickKind::TableRow, -1, -1, rows.at.member, {}},
                     rows.joined() ? "The mean of all samples" : words);
    else
        p.scene.pick(box, {PickKind::Row, i, -1, rows.dense ? 1 : 0, {}}, words);
}

/// The title, what is to be seen, and over the column at the right what it is: beside these where the samples
/// are too short for both.
void draw_title(const Rows& rows) {
    const Painter& p = rows.p;
    const std::string what = !rows.joined()                  ? error_name(p)
                             : answers_with_classes(p.board) ? "mean p of right"
                                                             : "mean error";
    const float wide = text_width(p.style, rows.title, Face::Semibold, 13) + 14;
    const bool above = p.plan.errors - 10 >= p.plan.left + wide;
    const float end = above ? p.plan.errors - 10 : p.settings.width - 16;
    const std::string title =
        fitted(p.style, rows.title, Face::Semibold, 13, std::max(40.0f, end - p.plan.left));
    add_text(p.scene, {p.plan.left, rows.at.title}, title, Face::Semibold, 13, p.colors().t1);
    if (above) p.text({p.plan.errors, rows.at.title}, what, label_size, p.colors().t3);
    const std::string bars = above ? "" : "; the bars: " + what;
    for (const std::string& gloss : rows.glosses)
        if (text_width(p.style, gloss + bars, Face::Regular, label_size) <= end - p.plan.left - wide)
            return p.text({p.plan.left + wide, rows.at.title}, gloss + bars, label_size, p.colors().t3);
    if (!above) return;
    const float right = p.plan.errors + text_width(p.style, what, Face::Regular, label_size) + 24;
    for (const std::string& gloss : rows.glosses) // of short samples, right of that
        if (right + text_width(p.style, gloss, Face::Regular, label_size) <= p.settings.width - 16)
            return p.text({right, rows.at.title}, gloss, label_size, p.colors().t3);
}

} // namespace

Learned learned_of(const Painter& p) {
    for (const PoolingRuns& sample : p.board.samples)
        if (const Trace* run = run_of(sample, p.plan.dense.member)) return learned_numbers(*run);
    return {};
}

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
        for (int r = 0; r < at.rows; ++r) draw_error(rows, r, largest);
    }
}

} // namespace heed::pools
