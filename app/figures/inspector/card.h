// The card of equations: symbols above, the same with numbers below.
#pragma once

#include "app/figures/inspector/column.h"

#include <functional>
#include <string>
#include <string_view>

namespace heed::inspector {

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
    /// Words in small below what stands there, as wide as the equations.
    void note(const std::string& words) { note_in(column_, words); }
    static void note_in(Column& column, const std::string& words); // of the card that is being filled there
    void gap(float height) { column_.y += height; }
    float left() const { return column_.left + padding; }
    void finish(float padding_below = 6);

    static constexpr float padding = 16;

private:
    Column& column_;
    std::size_t ground_; // index of the rectangle in the scene
    float top_;
};

} // namespace heed::inspector
