// Vectors as rows of small bars, and as bars on a line with labels.
#pragma once

#include "app/figures/inspector/column.h"

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace heed::inspector {

/// A vector as a row of small bars.
struct Strip {
    Eigen::VectorXf values{};
    Color color{};
    Color second{0, 0, 0, 0}; // colour from `split` on
    int split = -1;           // -1: one colour
    bool from_zero = false;   // gates: upward from the bottom, 0 to 1
    float maximum = 0;        // the value of a full bar; 0: the largest of the strip
};
void draw_strip(Scene& scene, const Box& box, const Strip& strip);

/// "Inside the cell": symbol at 0, caption, strip, value at the right.
struct ValueRow {
    std::string symbol; // markup
    std::string caption;
    Strip strip{};
    float value = 0; // of the unit that is looked at
};
struct ValueRows {
    float pitch = 26, caption = 40, strip = 108, strip_margin = 44;
};
/// All rows of a section, with the band that marks `unit` through them and a pick for every unit.
void value_rows(Column& column, const std::vector<ValueRow>& rows, int unit, const ValueRows& layout = {});
/// The band and the picks alone, over strips of `units` values in a box.
void unit_band(Column& column, const Box& strips, int units, int unit);

/// A line of the section "Tensors": what a click copies.
struct Tensor {
    std::string name{};                    // "encoder.forward[2]"; unique within a phase
    std::string symbol{};                  // markup
    Strip strip{};                         // a vector: its values are what is copied
    std::vector<std::string> parameters{}; // or matrices: their names on disk
    std::string caption{};                 // of matrices, at the right
};
/// `parameters` gives the shape of a parameter ("96×16"), or "".
void tensors(Column& column, const std::vector<Tensor>& rows,
             const std::function<std::string(const std::string&)>& shape);

/// Bars on a base line with labels below: one a token.
struct Chart {
    Eigen::VectorXf values;
    std::vector<std::string> labels; // empty, or one a value
    int current = -1;                // full colour; the others 55%
    Color color;
    float height = 45;
    std::function<PickId(int)> pick; // may be empty
};
void chart(Column& column, const Chart& chart);

} // namespace heed::inspector
