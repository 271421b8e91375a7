// Tables of a person's own: comma-separated values (RFC 4180), also with semicolons or tabs between them.
//
// What a file holds is found out by looking: whether the first row names the columns, which columns are
// numbers, dates or text, what is missing. A row with more or fewer values than the header is left out, and
// so is a column of text; whatever is left out or missing is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

enum class CsvKind {
    Number,
    Date,
    Text,
    Empty // no value in any row
};

struct CsvColumn {
    std::string name; // no two are the same; a comma, a semicolon or a line end in it is a blank
    CsvKind kind = CsvKind::Empty;
    std::vector<double> values; // a row each: numbers, or seconds since 1970; NaN where there is none
    std::size_t missing = 0;    // of these
    std::size_t no_numbers = 0; // of the missing ones: words among numbers
};

/// A row that does not fit, as the file counts them: the header is row 1.
struct CsvRagged {
    std::size_t row = 0, values = 0;
    bool operator==(const CsvRagged&) const = default;
};

struct CsvTable {
    std::string name; // of the file, for sentences
    std::string text; // the whole file
    char separator = ',';
    bool header = false; // else columns are called "column 1" …
    std::vector<CsvColumn> columns;
    std::vector<std::size_t> begins;    // of the rows that were kept, in `text`
    std::vector<CsvRagged> ragged;      // the first hundred rows that were left out
    std::size_t ragged_rows = 0;        // all of them
    std::vector<std::size_t> file_rows; // of the rows that were kept: which row of the file each is

    std::size_t rows() const { return begins.size(); }
    /// The values of a row that was kept, as they stand in the file.
    std::vector<std::string> cells(std::size_t row) const;
    /// The column that says when, or null; and those of numbers.
    const CsvColumn* dates() const;
    std::vector<const CsvColumn*> numbers() const;
    std::size_t missing() const; // values, in columns of numbers
};

/// How far reading has come.
struct CsvProgress {
    std::size_t bytes = 0, of_bytes = 0, rows = 0;
};

/// Throws heed::Error naming `name`: nothing in it, no text, a quotation mark that is never closed, fewer
/// than two columns of numbers. `heard` is told now and then how far it is; where it answers false, reading
/// ends with an Error that says so.
CsvTable read_csv(std::string text, const std::string& name,
                  const std::function<bool(const CsvProgress&)>& heard = {});

/// Seconds since 1970 of a date, with a time of day or without: 2012-03-18, 2012-03-18 06:00, 18.03.2012,
/// 18/03/2012, 3/18/2012 where the middle number is no month; NaN where it is none.
double csv_seconds(std::string_view text);

/// What is done about missing values.
enum class CsvMissing {
    Before,      // the value before stands in; rows before the first value are left out
    Interpolate, // a straight line between the values around it; at an end the nearest value
    LeaveOut     // rows with a hole are left out
};
std::string_view to_string(CsvMissing how); // "value before", "interpolate", "leave out"

/// Numbers without a hole, oldest first.
struct CsvSeries {
    std::vector<std::string> names;          // of the columns of numbers
    std::vector<std::vector<double>> values; // a column each
    std::vector<std::string> labels;         // of the rows: the date, or the row's number in the file
    std::size_t filled = 0, left_out = 0;    // values that were filled in, rows that were left out
    bool turned = false;                     // the file had the newest first
    std::size_t rows() const { return labels.size(); }
};
/// Throws heed::Error where fewer than `fewest` rows are left: "FILE: only 40 rows: at least 60 are needed".
CsvSeries series_of(const CsvTable& table, CsvMissing how, std::size_t fewest);

/// A header and the last `rows` rows of those columns, as a forecasting model reads them (all of them: 0).
/// Throws heed::Error where there is no such column of numbers.
std::string series_text(const CsvSeries& series, const std::vector<std::string>& columns, std::size_t rows,
                        const std::string& name);

/// What was found, a line each, for a panel or a terminal.
struct CsvFinding {
    enum class Kind { Good, Warning, LeftOut } kind = Kind::Good;
    std::string words;  // "Dates in “date”"
    std::string beside; // "daily, no day missing"
    bool operator==(const CsvFinding&) const = default;
};
std::vector<CsvFinding> csv_findings(const CsvTable& table);

} // namespace heed::io
