// What the pieces of an inspector (phases §11) stand in: each draws at the column's `y` and moves it down.
// Here the column itself, and its words: head, meaning, notes, titles.
#pragma once

#include "app/figures/base/equation.h"
#include "app/figures/base/marks.h"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace heed::inspector {

/// Markup: monospaced, as it stands.
inline std::string mono(const std::string& text) { return "`" + text + "`"; }

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
/// Both, close above a card.
void opening(Column& column, const std::string& title, Color dot, int ordinal, int count,
             const std::string& words);
/// A paragraph of Inter 11.
void note(Column& column, const std::string& words, Color color);
/// A section's title with a caption at its right; `rule` draws the line above a table.
void section(Column& column, const std::string& title, const std::string& caption = {}, bool rule = false);
/// The same above rows that are no table, its middle line `above` below what stands before.
void heading(Column& column, const std::string& title, const std::string& caption = {}, float above = 21);

/// What is shown before the first step, in the order in which it comes to pass.
struct WelcomePart {
    std::string name, gloss;
    Color Palette::*color;
};
/// "What you will see".
void welcome(Column& column, const std::vector<WelcomePart>& parts);

/// Of choices that take less and less room, the first whose column is no higher than that; else the last.
/// `fill(column, choice)` fills it.
template <class Choices, class Fill>
Scene first_that_fits(const Choices& choices, float width, float height, const FigureStyle& style,
                      const Fill& fill) {
    for (std::size_t n = 0;; ++n) {
        Column column(width, style);
        fill(column, choices[n]);
        column.scene.height = column.y + 14;
        if (column.scene.height <= height || n + 1 == std::size(choices)) return std::move(column.scene);
    }
}

} // namespace heed::inspector
