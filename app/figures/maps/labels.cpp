// The labels of a map's rows and columns, and what can be pointed at.
#include "app/figures/maps/painter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heed {
namespace {

void add_row_label(const MapPainter& p, const Box& cells, int i) {
    const MapLabel& label = p.map.row(i);
    const Palette& c = p.colors();
    const bool now = i == p.row;
    const Point at{cells.x - 8, p.row_y(cells, i)};
    if (label.absent) return;
    if (i >= p.revealed) return add_text(p.scene, at, "·", Face::Regular, p.plan.type, c.t3, Align::Right);
    const Face face = now || label.bold ? Face::Semibold : Face::Regular;
    const Color color = now || label.other           ? c.output
                        : label.bright || label.bold ? c.t1
                        : label.quiet                ? c.t3
                                                     : c.t2;
    const std::string text =
        fitted(p.style, label.text, face, p.plan.type, p.plan.gutter - 9 - (label.other ? 7 : 0));
    add_text(p.scene, at, text, face, p.plan.type, color, Align::Right);
    if (label.other)
        p.scene.add(
            CircleItem{{at.x - text_width(p.style, text, face, p.plan.type) - 5, at.y}, 1.75f, c.output});
}

void add_row_labels(const MapPainter& p, const Box& cells) {
    const bool all = p.plan.rows == MapLabels::Flat;
    for (int i = 0; i < p.rows(); ++i) {
        const float y = p.row_y(cells, i);
        const bool near = p.row >= 0 && i != p.row && std::abs(y - p.row_y(cells, p.row)) < 12;
        if (all || i == p.row)
            add_row_label(p, cells, i);
        else if (p.map.row(i).number > 0 && p.map.row(i).number % p.plan.row_stride == 0 && !near)
            add_text(p.scene, {cells.x - 8, y}, std::to_string(p.map.row(i).number), Face::Regular,
                     p.plan.type, p.colors().t3, Align::Right);
    }
}

void add_slanted_label(const MapPainter& p, const Box& cells, int j) {
    const bool now = j == p.column;
    const Face face = now ? Face::Semibold : Face::Regular;
    const float angle = p.plan.slant * std::numbers::pi_v<float> / 180, along = std::cos(angle);
    const Point at{p.column_x(cells, j) + (along > 0.01f ? 1.0f : 0.0f), cells.y - 7};
    // Neither above the band of labels nor past the card.
    const float up = (p.plan.header - 10) / std::sin(angle),
                right = (p.card.right() - 6 - at.x - 0.5f * p.plan.type) / std::max(0.01f, along);
    const std::string text =
        fitted(p.style, p.map.column(j).text, face, p.plan.type, std::max(12.0f, std::min(up, right)));
    add_text(p.scene, at, text, face, p.plan.type, now ? p.colors().attention : p.colors().t3, Align::Left,
             p.plan.slant);
}

void add_flat_label(const MapPainter& p, const Box& cells, int j) {
    const bool now = j == p.column;
    const Face face = now ? Face::Semibold : Face::Regular;
    const std::string text = fitted(p.style, p.map.column(j).text, face, p.plan.type, 0.6f * p.card.w);
    const float half = text_width(p.style, text, face, p.plan.type) / 2;
    const float x = std::clamp(p.column_x(cells, j), p.card.x + 8 + half,
                               std::max(p.card.x + 8 + half, p.card.right() - 8 - half));
    const bool quiet = p.map.column(j).quiet;
    add_text(p.scene, {x, cells.y - 11}, text, face, p.plan.type,
             now     ? p.colors().attention
             : quiet ? p.colors().t3
                     : p.colors().t2,
             Align::Centre);
}

void add_column_numbers(const MapPainter& p, const Box& cells) {
    float from = 1, until = 0; // taken by the label of the column looked at
    if (p.column >= 0) {
        add_flat_label(p, cells, p.column);
        const float half =
            text_width(p.style, p.map.column(p.column).text, Face::Semibold, p.plan.type) / 2 + 12;
        from = p.column_x(cells, p.column) - half;
        until = p.column_x(cells, p.column) + half;
    }
    for (int j = p.plan.column_stride - 1; j < p.columns(); j += p.plan.column_stride)
        if (const float x = p.column_x(cells, j); x < from || x > until)
            add_text(p.scene, {x, cells.y - 11}, std::to_string(j + 1), Face::Regular, p.plan.type,
                     p.colors().t3, Align::Centre);
}

void add_column_labels(const MapPainter& p, const Box& cells) {
    if (p.plan.columns == MapLabels::Numbers) return add_column_numbers(p, cells);
    for (int j = 0; j < p.columns(); ++j)
        p.plan.columns == MapLabels::Slanted ? add_slanted_label(p, cells, j) : add_flat_label(p, cells, j);
}

// ---------------------------------------------------------------------------------------------- picks

/// Cells of a pixel or two share a pick: the pointer cannot tell them apart.
int shared_by(float pitch) { return std::max(1, static_cast<int>(std::ceil(3 / pitch))); }

void add_cell_picks(const MapPainter& p, const Box& cells) {
    const int down = shared_by(p.plan.pitch_y), across = shared_by(p.plan.pitch_x);
    const auto middle = [](int from, int step, int until) { return std::min(from + step / 2, until - 1); };
    for (int i = 0; i < p.rows(); i += down)
        for (int j = 0; j < p.columns(); j += across)
            p.scene.pick({cells.x + static_cast<float>(j) * p.plan.pitch_x,
                          cells.y + static_cast<float>(i) * p.plan.pitch_y,
                          p.plan.pitch_x * static_cast<float>(std::min(across, p.columns() - j)),
                          p.plan.pitch_y * static_cast<float>(std::min(down, p.rows() - i))},
                         {PickKind::Cell, middle(i, down, p.rows()), middle(j, across, p.columns()), p.key});
}

void add_label_picks(const MapPainter& p, const Box& cells) {
    if (p.plan.pitch_y >= 3)
        for (int i = 0; i < p.rows(); ++i)
            p.scene.pick({cells.x - p.plan.gutter, cells.y + static_cast<float>(i) * p.plan.pitch_y,
                          p.plan.gutter, p.plan.pitch_y},
                         {PickKind::Row, i, -1, p.key}, i < p.revealed ? p.map.row(i).words : "");
    if (p.plan.pitch_x >= 3)
        for (int j = 0; j < p.columns(); ++j)
            p.scene.pick({cells.x + static_cast<float>(j) * p.plan.pitch_x, cells.y - p.plan.header,
                          p.plan.pitch_x, p.plan.header},
                         {PickKind::Column, -1, j, p.key}, p.map.column(j).words);
}

} // namespace

void add_map_labels(const MapPainter& p) {
    const Box cells = p.cells();
    add_row_labels(p, cells);
    add_column_labels(p, cells);
}

void add_map_picks(const MapPainter& p) {
    const Box cells = p.cells();
    add_cell_picks(p, cells);
    add_label_picks(p, cells);
}

} // namespace heed
