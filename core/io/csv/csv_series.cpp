// Tables without holes, and what is said of a table.
#include "core/base/error.h"
#include "core/io/csv/csv.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace heed::io {
namespace {

constexpr std::array<std::string_view, 3> ways{"value before", "interpolate", "leave out"};

std::string quoted(const std::string& name) { return "“" + escaped(name, 40) + "”"; }

void fill_with_before(std::vector<double>& values) {
    for (std::size_t r = 1; r < values.size(); ++r)
        if (std::isnan(values[r])) values[r] = values[r - 1];
}

/// A straight line over each hole; at an end the nearest value.
void interpolate(std::vector<double>& values) {
    const std::size_t rows = values.size();
    for (std::size_t r = 0; r < rows; ++r) {
        if (!std::isnan(values[r])) continue;
        std::size_t end = r;
        while (end < rows && std::isnan(values[end])) ++end;
        const bool before = r > 0, after = end < rows;
        if (!before && !after) return;
        const double from = before ? values[r - 1] : values[end], to = after ? values[end] : from;
        for (std::size_t k = r; k < end; ++k)
            values[k] =
                from + (to - from) * static_cast<double>(k - r + 1) / static_cast<double>(end - r + 1);
        r = end;
    }
}

/// Every second between one row and the next is negative: the newest stands first.
bool newest_first(const CsvTable& table) {
    const CsvColumn* dates = table.dates();
    if (!dates || dates->missing > 0 || table.rows() < 2) return false;
    return std::is_sorted(dates->values.rbegin(), dates->values.rend()) &&
           dates->values.front() > dates->values.back();
}

std::vector<std::string> labels_of(const CsvTable& table) {
    std::vector<std::string> labels;
    std::size_t place = table.columns.size();
    if (const CsvColumn* dates = table.dates())
        place = static_cast<std::size_t>(dates - table.columns.data());
    for (std::size_t r = 0; r < table.rows(); ++r)
        labels.push_back(place < table.columns.size() ? table.cells(r)[place]
                                                      : std::to_string(table.file_rows[r]));
    return labels;
}

template <class V>
void keep_only(std::vector<V>& all, const std::vector<std::size_t>& rows) {
    std::vector<V> kept;
    kept.reserve(rows.size());
    for (const std::size_t r : rows) kept.push_back(std::move(all[r]));
    all = std::move(kept);
}

/// "daily", "hourly" …, or nothing that has a name.
std::string step_word(double seconds) {
    constexpr std::pair<double, std::string_view> steps[] = {
        {1, "every second"}, {60, "every minute"}, {3600, "hourly"}, {86400, "daily"}, {604800, "weekly"}};
    for (const auto& [length, word] : steps)
        if (seconds == length) return std::string(word);
    const double days = seconds / 86400;
    if (days >= 28 && days <= 31) return "monthly";
    if (days >= 90 && days <= 92) return "quarterly";
    if (days >= 365 && days <= 366) return "yearly";
    return seconds >= 86400 ? "every " + nine_digits(days) + " days" : "every " + nine_digits(seconds) + " s";
}

/// "daily, no day missing": how the dates go on.
std::string how_dates_go_on(const CsvColumn& dates) {
    std::map<double, std::size_t> steps;
    std::vector<double> values;
    for (const double value : dates.values)
        if (!std::isnan(value)) values.push_back(value);
    if (values.size() > 1 && values.front() > values.back()) std::reverse(values.begin(), values.end());
    for (std::size_t r = 1; r < values.size(); ++r) ++steps[values[r] - values[r - 1]];
    if (steps.empty()) return "";
    if (steps.begin()->first < 0) return "not in order";
    const auto usual = std::max_element(steps.begin(), steps.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    const std::string word = step_word(usual->first);
    if (word == "monthly" || word == "quarterly" || word == "yearly") return word;
    std::size_t gaps = 0;
    for (const auto& [step, count] : steps) gaps += step > usual->first ? count : 0;
    const std::string unit = word == "daily" ? "day" : word == "hourly" ? "hour" : "row";
    return word + ", " + (gaps == 0 ? "no " + unit + " missing" : plural(gaps, "gap", "gaps"));
}

std::string names_of(const std::vector<const CsvColumn*>& columns) {
    std::vector<std::string> names;
    for (const CsvColumn* column : columns) names.push_back(escaped(column->name, 40));
    if (names.size() > 6) {
        const std::size_t more = names.size() - 5;
        names.resize(5);
        names.push_back(std::to_string(more) + " more");
    }
    return listed(names);
}

CsvFinding missing_finding(const CsvTable& table) {
    std::size_t holed = 0;
    for (const CsvColumn* column : table.numbers()) holed += column->missing > 0 ? 1 : 0;
    if (holed == 0) return {CsvFinding::Kind::Good, "No value missing", ""};
    return {CsvFinding::Kind::Warning,
            plural(table.missing(), "value", "values") + " missing in " + plural(holed, "column", "columns"),
            ""};
}

} // namespace

std::string_view to_string(CsvMissing how) { return ways[static_cast<std::size_t>(how)]; }

CsvSeries series_of(const CsvTable& table, CsvMissing how, std::size_t fewest) {
    CsvSeries series;
    series.labels = labels_of(table);
    for (const CsvColumn* column : table.numbers()) {
        series.names.push_back(column->name);
        series.values.push_back(column->values);
    }
    series.turned = newest_first(table);
    if (series.turned) {
        std::reverse(series.labels.begin(), series.labels.end());
        for (auto& values : series.values) std::reverse(values.begin(), values.end());
    }
    const auto holes = [&] {
        std::size_t count = 0;
        for (const auto& values : series.values)
            count += static_cast<std::size_t>(
                std::count_if(values.begin(), values.end(), [](double v) { return std::isnan(v); }));
        return count;
    };
    const std::size_t before = holes();
    for (auto& values : series.values) {
        if (how == CsvMissing::Before) fill_with_before(values);
        if (how == CsvMissing::Interpolate) interpolate(values);
    }
    series.filled = before - holes();
    std::vector<std::size_t> whole;
    for (std::size_t r = 0; r < table.rows(); ++r)
        if (std::none_of(series.values.begin(), series.values.end(),
                         [&](const auto& values) { return std::isnan(values[r]); }))
            whole.push_back(r);
    series.left_out = table.rows() - whole.size();
    keep_only(series.labels, whole);
    for (auto& values : series.values) keep_only(values, whole);
    if (series.rows() < fewest)
        throw Error(table.name + ": only " + plural(series.rows(), "row", "rows") +
                    (series.left_out > 0 ? " without a hole" : "") + ": at least " + std::to_string(fewest) +
                    " are needed");
    return series;
}

std::string series_text(const CsvSeries& series, const std::vector<std::string>& columns, std::size_t rows,
                        const std::string& name) {
    std::vector<const std::vector<double>*> values;
    std::string text;
    for (const std::string& column : columns) {
        const auto found = std::find(series.names.begin(), series.names.end(), column);
        if (found == series.names.end())
            throw Error(name, "a column of numbers", quoted(column), listed(series.names));
        values.push_back(&series.values[static_cast<std::size_t>(found - series.names.begin())]);
        text += (text.empty() ? "" : ",") + column;
    }
    const std::size_t first = rows == 0 || rows > series.rows() ? 0 : series.rows() - rows;
    for (std::size_t r = first; r < series.rows(); ++r)
        for (std::size_t k = 0; k < values.size(); ++k)
            text += (k == 0 ? ';' : ',') + nine_digits((*values[k])[r]);
    return text;
}

std::vector<CsvFinding> csv_findings(const CsvTable& table) {
    using Kind = CsvFinding::Kind;
    std::vector<CsvFinding> found;
    const std::string columns = plural(table.columns.size(), "column", "columns");
    if (table.header)
        found.push_back({Kind::Good, "Header in the first row", columns});
    else
        found.push_back({Kind::Warning, "No header: columns are counted", columns});
    if (const CsvColumn* dates = table.dates())
        found.push_back({Kind::Good, "Dates in " + quoted(dates->name), how_dates_go_on(*dates)});
    found.push_back({Kind::Good, "Numbers in " + plural(table.numbers().size(), "column", "columns"),
                     names_of(table.numbers())});
    found.push_back(missing_finding(table));
    for (const CsvColumn* column : table.numbers())
        if (column->no_numbers > 0)
            found.push_back({Kind::Warning,
                             plural(column->no_numbers, "value", "values") + " in " + quoted(column->name) +
                                 (column->no_numbers == 1 ? " is no number" : " are no numbers"),
                             "missing"});
    for (const CsvColumn& column : table.columns) {
        if (column.kind == CsvKind::Text)
            found.push_back({Kind::LeftOut, quoted(column.name) + " is text", "left out"});
        if (column.kind == CsvKind::Empty)
            found.push_back({Kind::LeftOut, quoted(column.name) + " has no values", "left out"});
        if (column.kind == CsvKind::Date && &column != table.dates())
            found.push_back({Kind::LeftOut, quoted(column.name) + " holds more dates", "left out"});
    }
    constexpr std::size_t told = 3;
    for (std::size_t n = 0; n < std::min(told, table.ragged.size()); ++n)
        found.push_back({Kind::LeftOut,
                         "Row " + std::to_string(table.ragged[n].row) + " has " +
                             plural(table.ragged[n].values, "value", "values") + ", the " +
                             (table.header ? "header" : "first row") + " has " +
                             std::to_string(table.columns.size()),
                         "left out"});
    if (table.ragged_rows > told)
        found.push_back(
            {Kind::LeftOut, plural(table.ragged_rows - told, "more such row", "more such rows"), "left out"});
    return found;
}

} // namespace heed::io
