// One panel of a comparison, while it is drawn.
#pragma once

#include "app/figures/compare/parts.h"
#include "app/figures/compare/plan.h"

namespace heed::compare {

/// How a row is labelled, where rows are not simply the outputs of the panel's run.
struct RowLook {
    int number = 0;      // the output it is, from 1
    bool strong = false; // bold
    bool absent = false; // nothing was written here
};

struct Painter {
    Scene& scene;
    const ComparePanel& panel;
    const CompareOptions& options;
    const FigureStyle& style;
    const PanelPlan& plan;
    const Agreement& agreement;
    std::optional<double> ceiling;
    int index; // of the panel, in `agreement`
    int key;   // of the panel, in picks
    Box card;
    const std::vector<RowLook>* looks = nullptr; // one a row; null: each row is its output

    const Palette& colors() const { return style.colors(); }
    const Trace& trace() const { return *panel.trace; }
    int sources() const { return trace().source_length(); }
    int outputs() const { return trace().outputs(); }
    int revealed() const { return revealed_outputs(trace(), options); }
    Box map() const { return plan.map(card, sources(), outputs()); }
    float row_y(const Box& map, int i) const { return map.y + (static_cast<float>(i) + 0.5f) * plan.pitch_y; }
    float column_x(const Box& map, int j) const {
        return map.x + (static_cast<float>(j) + 0.5f) * plan.pitch_x;
    }
    int row() const { // looked at, and in this panel
        const int i = looked_at(options).row;
        return panel.trace && i < outputs() ? i : -1;
    }
    int number(int i) const { return looks ? (*looks)[static_cast<std::size_t>(i)].number : i + 1; }
    int column() const {
        const int j = looked_at(options).column;
        return panel.trace && j < sources() ? j : -1;
    }
};

/// Weights (T, rows) in the style's colours with their numbers where they fit; NaN: no cell.
void add_weight_cells(const Painter& painter, const Box& map, const MatrixXf& weights);
/// Differences (T, rows) from -scale to scale, the same way.
void add_difference_cells(const Painter& painter, const Box& map, const MatrixXf& values, float scale);
/// Tokens, or numbers where they would be too dense, beside the rows and over the columns.
void add_labels(const Painter& painter, const Box& map);
/// Around the row and the column looked at.
void add_frames(const Painter& painter, const Box& map);
/// Of the cells, and of the labels.
void add_map_picks(const Painter& painter, const Box& map);

/// Sentences about the middle of the card, the second below the first; returns the top of it all.
float add_sentences(const Painter& painter, const std::string& first, const std::string& second,
                    Color second_color, Face face);

} // namespace heed::compare
