// The labels of a panel's rows and columns, and what can be pointed at.
#include "app/figures/compare/draw.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <cmath>

namespace heed::compare {
namespace {

void add_row_label(const Painter& p, const Box& map, int i) {
    const TraceStep& step = p.trace().steps[static_cast<std::size_t>(i)];
    const Palette& c = p.colors();
    const bool now = i == p.row();
    const bool other = p.agreement.differs[static_cast<std::size_t>(p.index)][static_cast<std::size_t>(i)];
    const Point at{map.x - 8, p.row_y(map, i)};
    const RowLook look = p.looks ? (*p.looks)[static_cast<std::size_t>(i)] : RowLook{};
    if (look.absent) return;
    if (i >= p.revealed()) return add_text(p.scene, at, "·", Face::Regular, label_size, c.t3, Align::Right);
    const Face face = now || look.strong ? Face::Semibold : Face::Regular;
    const bool forced = step.forced && p.trace().request.score.empty(); // not those of a run scored otherwise
    const Color color = now || other            ? c.output
                        : forced || look.strong ? c.t1
                        : step.token.is_end     ? c.t3
                                                : c.t2;
    const std::string text =
        fitted(p.style, shown_output(p.trace(), i), face, label_size, p.plan.gutter - 9 - (other ? 7 : 0));
    add_text(p.scene, at, text, face, label_size, color, Align::Right);
    if (other)
        p.scene.add(CircleItem{{at.x - text_width(p.style, text, face, label_size) - 5, at.y},
                               1.75f,
                               c.output,
                               {0, 0, 0, 0},
                               0,
                               {}});
}

void add_row_labels(const Painter& p, const Box& map) {
    const bool all = p.plan.rows == Labels::Flat;
    for (int i = 0; i < p.outputs(); ++i) {
        const float y = p.row_y(map, i);
        const bool near = p.row() >= 0 && i != p.row() && std::abs(y - p.row_y(map, p.row())) < 12;
        if (all || i == p.row())
            add_row_label(p, map, i);
        else if (p.number(i) > 0 && p.number(i) % p.plan.row_stride == 0 && !near)
            add_text(p.scene, {map.x - 8, y}, std::to_string(p.number(i)), Face::Regular, label_size,
                     p.colors().t3, Align::Right);
    }
}

void add_slanted_label(const Painter& p, const Box& map, int j) {
    const bool now = j == p.column();
    const Face face = now ? Face::Semibold : Face::Regular;
    const Point at{p.column_x(map, j) + 1, map.y - 7};
    // Neither above the band of labels nor past the card.
    const float up = (p.plan.header - 10) / 0.8192f, right = (p.card.right() - 6 - at.x - 5) / 0.5736f;
    const std::string text =
        fitted(p.style, shown_source(p.trace(), j), face, label_size, std::max(12.0f, std::min(up, right)));
    add_text(p.scene, at, text, face, label_size, now ? p.colors().attention : p.colors().t3, Align::Left,
             slant);
}

void add_flat_label(const Painter& p, const Box& map, int j) {
    const bool now = j == p.column();
    const Face face = now ? Face::Semibold : Face::Regular;
    const std::string text = fitted(p.style, shown_source(p.trace(), j), face, label_size, 0.6f * p.card.w);
    const float half = text_width(p.style, text, face, label_size) / 2;
    const float x = std::clamp(p.column_x(map, j), p.card.x + 8 + half,
                               std::max(p.card.x + 8 + half, p.card.right() - 8 - half));
    const bool quiet = is_quiet_source(p.trace(), j);
    add_text(p.scene, {x, map.y - 11}, text, face, label_size,
             now     ? p.colors().attention
             : quiet ? p.colors().t3
                     : p.colors().t2,
             Align::Centre);
}

void add_column_numbers(const Painter& p, const Box& map) {
    float from = 1, until = 0; // taken by the label of the column looked at
    if (p.column() >= 0) {
        add_flat_label(p, map, p.column());
        const float half =
            text_width(p.style, shown_source(p.trace(), p.column()), Face::Semibold, label_size) / 2 + 12;
        from = p.column_x(map, p.column()) - half;
        until = p.column_x(map, p.column()) + half;
    }
    for (int j = p.plan.column_stride - 1; j < p.sources(); j += p.plan.column_stride)
        if (const float x = p.column_x(map, j); x < from || x > until)
            add_text(p.scene, {x, map.y - 11}, std::to_string(j + 1), Face::Regular, label_size,
                     p.colors().t3, Align::Centre);
}

void add_column_labels(const Painter& p, const Box& map) {
    if (p.plan.columns == Labels::Numbers) return add_column_numbers(p, map);
    for (int j = 0; j < p.sources(); ++j)
        p.plan.columns == Labels::Slanted ? add_slanted_label(p, map, j) : add_flat_label(p, map, j);
}

// ---------------------------------------------------------------------------------------------- picks

/// Cells of a pixel or two share a pick: the pointer cannot tell them apart.
int shared_by(float pitch) { return std::max(1, static_cast<int>(std::ceil(3 / pitch))); }

void add_cell_picks(const Painter& p, const Box& map) {
    const int down = shared_by(p.plan.pitch_y), across = shared_by(p.plan.pitch_x);
    const auto middle = [](int from, int step, int until) { return std::min(from + step / 2, until - 1); };
    for (int i = 0; i < p.outputs(); i += down)
        for (int j = 0; j < p.sources(); j += across)
            p.scene.pick(
                {map.x + static_cast<float>(j) * p.plan.pitch_x,
                 map.y + static_cast<float>(i) * p.plan.pitch_y,
                 p.plan.pitch_x * static_cast<float>(std::min(across, p.sources() - j)),
                 p.plan.pitch_y * static_cast<float>(std::min(down, p.outputs() - i))},
                {PickKind::Cell, middle(i, down, p.outputs()), middle(j, across, p.sources()), p.key, {}});
}

std::string row_tooltip(const Painter& p, int i) {
    const TraceStep& step = p.trace().steps[static_cast<std::size_t>(i)];
    std::string text = "Output " + std::to_string(i + 1) + ", " + quoted_output(p.trace(), i) +
                       ", probability " + probability(std::exp(static_cast<double>(step.log_prob)));
    if (p.agreement.differs[static_cast<std::size_t>(p.index)][static_cast<std::size_t>(i)])
        text += ". Most of the others did not write it";
    return text;
}

void add_label_picks(const Painter& p, const Box& map) {
    constexpr int most = 120; // of the tooltips of one side
    const bool rows = p.outputs() <= most, columns = p.sources() <= most;
    if (p.plan.pitch_y >= 3)
        for (int i = 0; i < p.outputs(); ++i)
            p.scene.pick({map.x - p.plan.gutter, map.y + static_cast<float>(i) * p.plan.pitch_y,
                          p.plan.gutter, p.plan.pitch_y},
                         {PickKind::Row, i, -1, p.key, {}},
                         rows && i < p.revealed() ? row_tooltip(p, i) : "");
    if (p.plan.pitch_x >= 3)
        for (int j = 0; j < p.sources(); ++j)
            p.scene.pick(
                {map.x + static_cast<float>(j) * p.plan.pitch_x, map.y - p.plan.header, p.plan.pitch_x,
                 p.plan.header},
                {PickKind::Column, -1, j, p.key, {}},
                columns ? "Source token " + std::to_string(j + 1) + ", " + quoted_source(p.trace(), j) : "");
}

} // namespace

void add_labels(const Painter& p, const Box& map) {
    add_row_labels(p, map);
    add_column_labels(p, map);
}

void add_map_picks(const Painter& p, const Box& map) {
    add_cell_picks(p, map);
    add_label_picks(p, map);
}

} // namespace heed::compare
