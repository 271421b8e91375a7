// The pieces an inspector is made of (phases §11): head, meaning, card, sections, rows, strips. Each draws at
// the column's `y` and moves it down.
#pragma once

#include "app/figures/base/equation.h"
#include "app/figures/base/marks.h"

#include <Eigen/Core>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::inspector {

/// A line of a card as it was printed: what the band of a lecture sets in large letters.
struct PrintedLine {
    std::string symbols{};        // markup, of an equation in symbols; or
    std::string left{};           // markup, up to the sign
    std::string words{};          // markup, between two signs; empty: the result follows at once
    std::string above{}, below{}; // of a fraction, in place of words
    std::string sign{}, result{}; // "=" or "≈"; empty: there is none
    Color color{};                // of the result
};

/// A column being filled from the top. Everything is placed relative to `left`; `width` is that of the
/// content.
struct Column {
    Column(float total_width, const FigureStyle& figure_style)
        : style(figure_style), width(total_width - 2 * inset) {
        scene.width = total_width;
    }
    static constexpr float inset = 20;

    const FigureStyle& style;
    Scene scene;
    float left = inset, width = 0, y = 0;
    std::vector<PrintedLine> printed{}; // of its cards, in order

    const Palette& colors() const { return style.colors(); }
    float right() const { return left + width; }
    /// Text whose middle line is at y, left edge or right edge at x from `left`.
    void text(float x, float at_y, std::string words, Face face, float size, Color color,
              Align align = Align::Left);
    float measure(const std::string& words, Face face, float size) const {
        return style.metrics->width(words, face, size);
    }
    /// Like text(), cut to fit.
    void text_within(float x, float at_y, float room, const std::string& words, Face face, float size,
                     Color color);
};

void head(Column& column, const std::string& title, Color dot, int ordinal, int count);
void meaning(Column& column, const std::string& words);
/// A paragraph of Inter 11.
void note(Column& column, const std::string& words, Color color);
/// A section's title with a caption at its right; `rule` draws the line above a table.
void section(Column& column, const std::string& title, const std::string& caption = {}, bool rule = false);

// -------------------------------------------------------------------------------------------- the card

/// The right side of an equation with this cell's numbers, and its result.
struct NumberLine {
    std::string symbol{}; // markup: what the result is called; empty: the result stands behind its sign
    std::function<std::string(int decimals)> words;
    std::function<double(int decimals)> value; // of those words as they are printed
    double result = 0;
    int decimals = 3; // of the result
    Color color{};
    std::string lead{};  // before the words, in place of "symbol ="
    bool listed = false; // a term of a sum: no sign
    bool silent = false; // the result stands in the line that follows
    Face face = Face::MonoSemibold;
    float height = 22;
};

/// The card of equations. Lines are added from the top; finish() draws its ground to the height they took.
class Card {
public:
    explicit Card(Column& column);
    Card(const Card&) = delete;
    Card& operator=(const Card&) = delete;

    /// An equation in symbols, 27 high; smaller where it would not fit.
    void symbols(std::string_view markup);
    /// The same with numbers, 22 high: `line(decimals)` gives the markup, tried with 3 and 2 decimals until
    /// it leaves room for the result, which stands at the right; if neither does, the result stands below.
    void plugged(const std::function<std::string(int)>& line, const std::string& result, Color color,
                 Face face = Face::MonoSemibold, float height = 22);
    void plugged(const std::string& line, const std::string& result, Color color) {
        plugged([&](int) { return line; }, result, color);
    }
    /// An equation in numbers: its operands get digits until it holds. In several lines where one has no
    /// room.
    void numbers(const NumberLine& line);
    void gap(float height) { column_.y += height; }
    float left() const { return column_.left + padding; }
    void finish(float padding_below = 6);

    static constexpr float padding = 16;

private:
    Column& column_;
    std::size_t ground_; // index of the rectangle in the scene
    float top_;
};

// -------------------------------------------------------------------------------------------- strips

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

// -------------------------------------------------------------------------------------------- tables

/// Columns of a table, from the column's left edge; a negative place: not there.
struct TableLayout {
    float index = 20;                  // right edge
    float token = 32, token_room = 60; // left edge
    float number = 132;                // right edge
    float bar = 152, bar_margin = 56;  // left edge; what is left at the right for the value
    float second = 0;                  // of that the width of a second value
    float pitch = 21;
};
struct TableRow {
    int index = 0; // as printed; 0: none
    std::string token{};
    bool muted_token = false; // the end token
    std::string number{};     // second column
    float share = 0;          // of the bar, 0..1
    Color color{};            // of the bar
    std::string value{};
    bool muted_value = false;
    bool selected = false;
    PickId pick{};
    std::string tooltip{};
    std::string second{}; // right of the value, where the layout has a column for it
    bool strong_second = false;
};
void table_row(Column& column, const TableRow& row, const TableLayout& layout = {});
/// Of rows that begin with one of these words: the bars begin where the longest ends, within reason.
TableLayout table_of_words(const Column& column, const std::vector<std::string>& words);
/// "7 others … 6%": below a table, muted.
void others_row(Column& column, float x, const std::string& words, const std::string& middle,
                const std::string& value, bool rule);

/// A bar from a common zero to either side: index, bar, value.
struct SignedRow {
    int index = 0;
    float value = 0, largest = 1;
    Color color{};
    std::string printed{};
    bool selected = false;
    PickId pick{};
};
void signed_row(Column& column, const SignedRow& row);

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

// -------------------------------------------------------------------------------------------- tensors

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

} // namespace heed::inspector
