// Rows of a table: a name, a number, a bar.
#pragma once

#include "app/figures/inspector/column.h"

#include <Eigen/Core>
#include <string>
#include <vector>

namespace heed::inspector {

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
    float share = 0;          // of the bar, 0..1; less: there is no bar
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

/// A name, a bar over the right half less 44, a value: how two or three compare.
struct ShareRow {
    std::string name{}, tail{}; // a name that is too long is cut, what follows it never
    double share = 0;           // of the bar, 0..1
    std::string value{};
    bool attention = false;        // in its colour
    bool strong = false;           // the one that is looked at
    bool round = false;            // a length, not a share: its ends stay round however short it is
    float size = 11, shortest = 2; // of the name; of the bar
};
void share_row(Column& column, const ShareRow& row);
/// A name and a value, in a row of that pitch; the name in that size.
void value_row(Column& column, const std::string& name, const std::string& value, float pitch, float size);

/// "Likeliest words": the five best of log-probabilities, in the order of `words`.
void likeliest_words(Column& column, const std::vector<std::string>& words,
                     const Eigen::Ref<const Eigen::VectorXf>& log_probs);

} // namespace heed::inspector
