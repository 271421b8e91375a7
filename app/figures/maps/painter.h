// One map on its card, as a plan has laid it out, while it is drawn.
#pragma once

#include "app/figures/base/marks.h"
#include "app/figures/maps/cells.h"
#include "app/figures/maps/plan.h"

namespace heed {

struct MapPainter {
    Scene& scene;
    const LabelledMap& map;
    const FigureStyle& style;
    const MapPlan& plan;
    Box card;
    int revealed;              // rows that are to be seen
    int row = -1, column = -1; // looked at, in this map; -1: none
    int key = -1;              // k of its picks

    const Palette& colors() const { return style.colors(); }
    int rows() const { return map.row_count(); }
    int columns() const { return map.column_count(); }
    Box cells() const { return plan.map(card, columns(), rows()); }
    float row_y(const Box& cells, int i) const {
        return cells.y + (static_cast<float>(i) + 0.5f) * plan.pitch_y;
    }
    float column_x(const Box& cells, int j) const {
        return cells.x + (static_cast<float>(j) + 0.5f) * plan.pitch_x;
    }
    /// Whether a cell is looked at, and to be seen.
    bool looks_at_cell() const { return row >= 0 && column >= 0 && row < revealed; }
    float value() const { return map.at(row, column); } // of that cell
    /// "zone → area", of that cell; the blank before a piece is none.
    std::string pair_words() const {
        std::string looked_at = map.column(column).text;
        looked_at.erase(0, looked_at.find_first_not_of(' '));
        return map.row(row).text + " → " + looked_at;
    }
};

/// The values of the rows that are to be seen, with their numbers where they fit.
void add_map_cells(const MapPainter& painter);
/// Around the row and the column looked at.
void add_map_frames(const MapPainter& painter);
/// Tokens, or numbers where they would be too dense, beside the rows and over the columns.
void add_map_labels(const MapPainter& painter);
/// Cell (i, j, k) and, on the labels, Row (i, -1, k) and Column (-1, j, k), with k the painter's key.
void add_map_picks(const MapPainter& painter);

} // namespace heed
