// Text to what a forecasting model reads, and an answer as text to what it should say.
//
// A series is written as a table, oldest row first, each row the drivers and then the target with commas
// between them: ".3,-1.2,.5 .4,-.9,.6". Rows stand between blanks, on lines, or between semicolons; on lines
// numbers may have blanks between them, and a first line of names says which column is which, in whatever
// order. Without one they stand as the model lists them. The last T rows are read. Where the model knows T -
// 1 values of the target, the target of the last row is what it foretells, and may be left out.
#pragma once

#include "core/models/forecast/forecast.h"
#include "core/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::forecast {

struct Reading {
    std::vector<TraceToken> rows; // T of them, with the bytes of the text that each came from
    Item item;                    // without a target
};

/// Throws heed::Error naming `subject`, the row and the column at fault: no rows or too few, a word that is
/// no number, too many or too few of them, a column that is not there.
Reading read_input(const Config& config, std::string_view text, const std::string& subject);

/// Where each row of a table's text ends, in bytes; a first line of names is none of them.
std::vector<std::size_t> row_ends(std::string_view text);

/// Fills the item's target from a number as the series has it. Throws heed::Error naming `subject`.
void read_answer(const Config& config, std::string_view text, Item& item, const std::string& subject);

/// A forecast in the unit of the series.
double in_unit(const Config& config, double forecast);

/// "-1.08 ± 0.15": six digits, and how far the share of held-out values lay, where that is known.
std::string answer_text(const Config& config, double forecast);

} // namespace heed::forecast
