// What the drawer and the full view of the navigator are made of.
#pragma once

#include "app/state/navigator/navigator.h"
#include "app/views/views.h"

#include <vector>

namespace heed::navigator {

/// A measure's column: a thin bar, a number beside it where there is room.
struct Column {
    int measure = 0;
    float x = 0, w = 0;
    bool number = false, bar = true;
};

/// Where the table stands.
struct Table {
    Box rows; // what scrolls
    float row_height = 22;
    float line = -1, line_right = 0; // of the line's number; below 0: it is not shown
    float text = 0, text_right = 0;
    std::vector<Column> columns;
    float parting_right = -1; // of the words where two models part; below 0: not shown
    float wrong = -1;         // of the mark of a wrong output
    float text_size = 11;
};

const survey::Measure& measure_of(const Column& column);
/// How much of a bar a value fills: longer is worse.
float bar_share(const survey::Measure& measure, const survey::Histogram& histogram, double value);
/// Whether any line has that measure.
bool is_known(const NavigatorState& navigator, std::string_view measure);

/// Rows in sight, the wheel, the bar beside them, clicks.
void table(Ui& ui, const Table& table);
/// The name of a column; a click sorts by it.
void heading(Ui& ui, const Column& column, float y, const std::string& name);
/// What is typed, and the count of what it leaves.
void query_field(Ui& ui, Box box);
/// In place of rows.
void nothing(Ui& ui, Box room);

/// The chosen line at the right: where the models look, where they part, and what is likely there.
void preview(Ui& ui, Box room);

} // namespace heed::navigator
