// The cells of a table of weights, and what in it is no weight: numbers of layers, sums, means.
#pragma once

#include "core/io/attention/parts.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// A field as a number: "10%" is 10; between semicolons the point may be a comma.
struct Cell {
    std::optional<float> number;
    bool percent = false;
    bool whole = false; // digits alone
};

Cell cell_of(std::string_view field, char separator);

struct TableLine {
    int number = 0; // in the file, from 1
    Words fields;
};
using Table = std::vector<TableLine>;

/// From which row and column on, and how many columns at the end do not count.
struct TablePart {
    std::size_t row = 0, column = 0, left_out = 0;
};

/// Of every row of that part the numbers sum to 1, or to 100.
bool rows_sum(const Table& table, char separator, TablePart part);

// Each throws naming `line`. `from` and `left`: where the weights begin.
/// A column without which every row sums to 1 is none of weights: numbers of layers, or a sum.
void check_columns(const Table& table, char separator, std::size_t from, std::size_t left,
                   const std::string& line);
/// "mean" in front of what is the mean, or the sum, of the rows above.
void check_last_row(const std::vector<std::vector<float>>& rows, const Words& outputs,
                    const std::string& line);
/// A line a weight, as a table that was melted has them.
void check_wide(const Table& table, char separator, const std::string& line);

} // namespace heed::io
