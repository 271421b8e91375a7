#include "core/io/attention/table.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::io {

Cell cell_of(std::string_view field, char separator) {
    Cell cell;
    cell.whole = !field.empty() && field.find_first_not_of("0123456789") == field.npos;
    cell.percent = field.ends_with('%');
    if (cell.percent) field = trimmed(field.substr(0, field.size() - 1));
    const bool comma = separator == ';' && field.find(',') != field.npos;
    cell.number = comma ? number_of(replaced(std::string(field), ",", ".")) : number_of(field);
    return cell;
}

bool rows_sum(const Table& table, char separator, TablePart part) {
    for (const float total : {1.0f, 100.0f}) {
        bool all = part.row < table.size();
        for (std::size_t n = part.row; n < table.size(); ++n) {
            const Words& fields = table[n].fields;
            float sum = 0;
            for (std::size_t k = part.column; k + part.left_out < fields.size(); ++k)
                sum += cell_of(fields[k], separator).number.value_or(1e9f);
            all = all && std::abs(sum - total) <= (total > 1 ? 1.5f : 0.02f);
        }
        if (all) return true;
    }
    return false;
}

namespace {

bool is_of_sums(const std::string& name) {
    constexpr std::string_view names[] = {"mean", "average", "avg", "sum", "total", "all"};
    return std::find(std::begin(names), std::end(names), ascii_lower(name)) != std::end(names);
}

/// Ones and zeros alone, of which a token may have several.
bool are_hard_links(const Table& table, char separator, TablePart part) {
    for (std::size_t n = part.row; n < table.size(); ++n)
        for (std::size_t k = part.column; k < table[n].fields.size(); ++k)
            if (const auto number = cell_of(table[n].fields[k], separator).number;
                number != 0.0f && number != 1.0f)
                return false;
    return true;
}

} // namespace

void check_columns(const Table& table, char separator, std::size_t from, std::size_t left,
                   const std::string& line) {
    constexpr std::size_t most = 3;
    const std::size_t width = table[from].fields.size();
    if (from == 0 || table.size() < from + 2 || rows_sum(table, separator, {from, left})) return;
    const Words& names = table[0].fields;
    if (are_hard_links(table, separator, {from, left}) && !is_of_sums(names.back())) return;
    const std::size_t shift = width - names.size(); // no corner
    const auto refuse = [&](std::size_t field, std::size_t count) {
        throw Error(line, "field " + std::to_string(field + 1 - shift),
                    "source tokens: rows sum to 1 only without " +
                        (count == 1
                             ? std::string("this column, which is to be left out")
                             : "these " + std::to_string(count) + " columns, which are to be left out") +
                        " (of several heads, a table each or JSON)",
                    in_quotes(names[field - shift], 40));
    };
    for (std::size_t count = 1; count <= most && left + count + 1 < width; ++count) {
        if (left >= shift && rows_sum(table, separator, {from, left + count})) refuse(left, count);
        if (rows_sum(table, separator, {from, left, count})) refuse(width - count, count);
    }
}

void check_last_row(const std::vector<std::vector<float>>& rows, const Words& outputs,
                    const std::string& line) {
    constexpr float rounding = 0.002f;
    if (outputs.size() < 3 || !is_of_sums(outputs.back())) return;
    bool mean = true, sum = true;
    for (std::size_t k = 0; k < rows.front().size(); ++k) {
        float all = 0;
        for (std::size_t n = 0; n + 1 < rows.size(); ++n) all += rows[n][k];
        const auto count = static_cast<float>(rows.size() - 1);
        mean = mean && std::abs(all / count - rows.back()[k]) <= rounding;
        sum = sum && std::abs(all - rows.back()[k]) <= rounding * count;
    }
    if (mean || sum)
        throw Error(line, "field 1", "an output's token: this row is to be left out",
                    in_quotes(outputs.back(), 40) + ", the " + (mean ? "mean" : "sum") +
                        " of the rows above");
}

void check_wide(const Table& table, char separator, const std::string& line) {
    constexpr std::string_view names[] = {"weight", "weights", "value", "attention", "score", "prob", "attn"};
    const Words& header = table.front().fields;
    if (table.size() < 2 || header.size() < 3 || header.size() > 6) return;
    const std::string last = ascii_lower(header.back());
    if (std::find(std::begin(names), std::end(names), last) == std::end(names)) return;
    if (rows_sum(table, separator, {1, 1})) return; // a source token of that name
    std::size_t words = 0;                          // columns in front of the last that are no weights
    for (std::size_t k = 0; k + 1 < header.size() && k < table[1].fields.size(); ++k) {
        const Cell cell = cell_of(table[1].fields[k], separator);
        words += !cell.number || cell.whole;
    }
    if (words + 1 == header.size())
        throw Error(line, "columns", "a row an output: its token, then a weight for each source token",
                    "a line a weight, under " + in_quotes(header.back(), 40));
}

} // namespace heed::io
