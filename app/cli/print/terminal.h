// What standard output is, and text that is put on it.
#pragma once

#include "app/figures/base/scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::cli {

struct Terminal {
    bool interactive = false; // a terminal; else a pipe or a file: no escapes, no redrawing
    bool color = false;       // 24-bit: COLORTERM says so and NO_COLOR does not object
    int columns = 80;
};
/// Of standard output, by isatty, TIOCGWINSZ, COLUMNS, COLORTERM, NO_COLOR and TERM.
Terminal standard_output();
/// Whether somebody types at standard input.
bool standard_input_is_terminal();

/// Escapes; each starts from plain text. Only for terminals with colour.
std::string foreground(Color color);
std::string background(Color color);
inline constexpr std::string_view bold = "\x1b[1m", dim = "\x1b[2m", plain = "\x1b[0m";

/// Nothing in it moves the cursor or changes colours: control characters and bytes that are not UTF-8 become
/// U+FFFD.
std::string printable(std::string_view text);

/// Columns that a text takes on a terminal: 2 for East Asian wide characters, 0 for combining marks.
int display_width(std::string_view text);
/// One part a column (or two): a character with the marks that combine with it.
std::vector<std::string> characters(std::string_view text);
/// Cut to `width` columns, the last one an ellipsis where something is lost.
std::string clipped(std::string_view text, int width);
std::string padded_left(std::string_view text, int width);
std::string padded_right(std::string_view text, int width);

/// In double quotes where that is enough for a shell, else in single quotes.
std::string shell_quoted(std::string_view text);
/// Quoted only where it must be.
std::string shell_word(std::string_view text);

} // namespace heed::cli
