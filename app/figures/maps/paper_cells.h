// One map on a page, while it is drawn.
#pragma once

#include "app/figures/base/marks.h"
#include "app/figures/base/paper_parts.h"
#include "app/figures/maps/cells.h"
#include "app/figures/maps/map.h"

#include <vector>

namespace heed::paper {

inline constexpr float half_root = 0.7072f; // cosine of 45 degrees
inline constexpr float tallest_map = 600;   // what a page holds beside its labels

/// The rows and columns that were asked for, both ends included.
struct Part {
    int first_row = 0, last_row = 0, first_column = 0, last_column = 0;
    int rows() const { return last_row - first_row + 1; }
    int columns() const { return last_column - first_column + 1; }
};
Part part_of(const LabelledMap& map, const PaperSettings& settings);

struct Label {
    std::string text;
    Face face = Face::Regular;
    Color color;
    float width = 0;
    bool tick = false; // some of its neighbours have none: a tick shows which cell it belongs to
};
/// How many rows or columns share a label where each needs so much room: 1, 2, 5, 10, 20 …
int label_stride(float pitch, float room);
/// “40 espace”: the label of a place whose neighbours have none.
MapLabel numbered(const MapLabel& label, int place);
/// “Every 20th row is labelled.”; nothing where all are.
std::string stride_note(int rows, int columns);
/// Cut to the room; italic and muted where it only frames the sentence.
Label label_of(const FigureStyle& style, const MapLabel& label, float size, float room);

struct Cells {
    Scene& scene;
    const LabelledMap& map;
    const FigureStyle& style;
    Part part;
    Box box;
    float cell_width, cell_height;
    float font;       // of the numbers
    float label_size; // of the labels
    float x(int j) const { return box.x + (static_cast<float>(j - part.first_column) + 0.5f) * cell_width; }
    float y(int i) const { return box.y + (static_cast<float>(i - part.first_row) + 0.5f) * cell_height; }
};

/// All labels of one side; where they would stand closer than 1.2 (rows) or 1.4 (slanted) of their size,
/// those of round places, numbered.
std::vector<Label> labels_of(const Cells& cells, bool rows, float pitch, float room);
int stride_of_labels(const Cells& cells, bool rows, float pitch);
float widest(const std::vector<Label>& labels);
/// Whether every label of a column can lie flat above it, clear of its neighbours.
bool columns_lie_flat(const FigureStyle& style, const LabelledMap& map, const Part& part, float size,
                      float cell_width);
/// None may leave the page on the right.
void cut_columns(const Cells& cells, std::vector<Label>& columns, float margin);

/// Whether numbers of that size stand clear of the edges of such cells: else they are left out.
bool numbers_fit(const FigureStyle& style, float font, float cell_width, float cell_height);
/// The cells with their grid and outline, and their numbers.
void add_cells(const Cells& cells, bool numbers);
/// `gap` label sizes left of the cells.
void add_row_label(const Cells& cells, int i, const Label& label, float gap);
/// At 45 degrees; upright where `flat`, and a space always.
void add_column_label(const Cells& cells, int j, const Label& label, bool flat);

/// The title where there is one, in the middle of the page, and over the cells the name of their columns.
/// Returns where that name's line begins.
float add_title(const Cells& cells, const std::string& title, float font, float margin);

/// What the colour bar needs right of the cells: gap, bar, ticks with their numbers, title.
float color_bar_room(const FigureStyle& style, float font);
/// The colours right of the cells: from 0 to 1, or of numbers of either sign from -scale to scale.
void add_color_bar(Scene& scene, const FigureStyle& style, Box cells, float font, float scale = 0);

} // namespace heed::paper
