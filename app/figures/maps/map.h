// A labelled matrix: what every picture of weights is drawn from, whoever computed them.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// Of a row or a column.
struct MapLabel {
    std::string text;    // as shown
    std::string words{}; // a sentence for what is pointed at; may be empty
    int number = 0;      // its position, from 1, where labels would stand too densely; 0: it has none
    bool quiet = false;  // frames the sentence, as an end token: muted, italic on paper
    bool bright = false; // written at the user's word
    bool bold = false;   // bright, and bold
    bool other = false;  // unlike most of the maps beside this one: a dot
    bool absent = false; // this map has no such row
};

struct LabelledMap {
    std::vector<MapLabel> rows, columns;
    Eigen::MatrixXf
        values;      // (columns, rows): a row of the map lies together; NaN: no cell. Empty: labels only
    float scale = 0; // of differences, from -scale to scale; 0: weights, from 0 to 1
    std::string row_axis = "Output", column_axis = "Source";
    std::string caption; // below it on paper: "Additive attention, GRU 48."

    int row_count() const { return static_cast<int>(rows.size()); }
    int column_count() const { return static_cast<int>(columns.size()); }
    bool has_values() const { return values.size() != 0; }
    bool difference() const { return scale > 0; }
    float at(int row, int column) const { return values(column, row); }
    const MapLabel& row(int i) const { return rows[static_cast<std::size_t>(i)]; }
    const MapLabel& column(int j) const { return columns[static_cast<std::size_t>(j)]; }
};

/// What stands in a row, summed; none where nothing does.
std::optional<double> row_sum(const LabelledMap& map, int row);
/// Whether each of the rows from `first` to `last` (inclusive) that anything stands in sums to 1, to within
/// .005.
bool rows_sum_to_one(const LabelledMap& map, int first, int last);

} // namespace heed
