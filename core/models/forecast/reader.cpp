#include "core/models/forecast/reader.h"

#include "core/base/error.h"
#include "core/models/forecast/series.h"
#include "core/models/number_words.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace heed::forecast {
namespace {

constexpr std::string_view blanks = " \t\r";

/// A row of the table: its words, and where it stands in the text.
struct Row {
    std::vector<std::string_view> words;
    std::string_view text;
    std::size_t begin = 0;
};

/// Words between commas, or between blanks where there are none.
std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    if (line.find(',') != std::string_view::npos) {
        for (const std::string_view word : split(line, ",")) words.push_back(trimmed(word));
        return words;
    }
    for (const NumberWord& word : heed::words_of(line)) words.push_back(word.text);
    return words;
}

/// Whether blanks stand beside commas: then they part no rows.
bool is_loose(std::string_view text) {
    return text.find(", ") != std::string_view::npos || text.find(" ,") != std::string_view::npos;
}

/// Lines, or parts between semicolons; in one line with commas, what stands between blanks.
std::vector<Row> rows_of(std::string_view text) {
    const bool lines = text.find_first_of("\n;") != std::string_view::npos ||
                       text.find(',') == std::string_view::npos || is_loose(text);
    const std::string_view ends = lines ? "\n;" : blanks;
    std::vector<Row> rows;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(ends, begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (!trimmed(line).empty()) rows.push_back({words_of(line), line, begin});
        begin = end + 1;
    }
    return rows;
}

/// Where each column of the model stands in a row: the drivers, then the target.
std::vector<std::size_t> places_of(const Config& config, const Row& names, const std::string& subject) {
    std::vector<std::size_t> places;
    for (int k = 0; k <= config.input.drivers; ++k) {
        const std::string name = k < config.input.drivers ? config.driver_name(k) : config.target_name();
        const auto found = std::find(names.words.begin(), names.words.end(), name);
        if (found == names.words.end() && !config.input.columns.empty())
            throw Error(subject, "the first row", "the column \"" + escaped(name, 60) + "\"",
                        in_quotes(names.text, 60));
        places.push_back(found == names.words.end() ? static_cast<std::size_t>(k)
                                                    : static_cast<std::size_t>(found - names.words.begin()));
    }
    return places;
}

/// What a table holds of the model's columns.
struct Table {
    std::vector<Row> rows;
    std::vector<std::size_t> places; // of each column in a row
    std::size_t width = 0;           // words of a row
};

/// Whether a row names the columns: none of its words is a number.
bool names_columns(const Row& row) {
    return std::none_of(row.words.begin(), row.words.end(),
                        [](std::string_view word) { return number_in<double>(word).has_value(); });
}

Table table_of(const Config& config, std::string_view text, const std::string& subject) {
    Table table{rows_of(text), {}, static_cast<std::size_t>(config.input.drivers) + 1};
    for (std::size_t k = 0; k < table.width; ++k) table.places.push_back(k);
    if (table.rows.empty()) throw Error(subject + ": the input is empty");
    const Row& first = table.rows.front();
    if (names_columns(first)) {
        table.places = places_of(config, first, subject);
        table.width = std::max(first.words.size(), table.width);
        table.rows.erase(table.rows.begin());
    }
    return table;
}

/// The number of column k in a row, brought to what the model reads.
double number_at(const Config& config, const Table& table, std::size_t row, int k,
                 const std::string& subject) {
    const Row& from = table.rows[row];
    const std::size_t place = table.places[static_cast<std::size_t>(k)];
    const std::string name = k < config.input.drivers ? config.driver_name(k) : config.target_name();
    const auto value = finite_number(from.words[place]);
    if (!value)
        throw Error(subject, "row " + std::to_string(row + 1) + ", " + escaped(name, 60), "a number",
                    in_quotes(from.words[place], 60));
    const Column column = config.column(k);
    return (*value - column.mean) / column.scale;
}

/// Whether a row has as many words as it should; the last one may lack a target that is to be foretold.
void check_width(const Config& config, const Table& table, std::size_t row, const std::string& subject) {
    const bool target_free =
        !config.whole_history() && row + 1 == table.rows.size() && table.places.back() + 1 == table.width;
    const std::size_t found = table.rows[row].words.size();
    if (found == table.width || (target_free && found + 1 == table.width)) return;
    throw Error(subject, "row " + std::to_string(row + 1),
                plural(table.width, "number", "numbers") + ", the drivers and then " + config.target_name(),
                std::to_string(found));
}

} // namespace

Reading read_input(const Config& config, std::string_view text, const std::string& subject) {
    const Table table = table_of(config, text, subject);
    const auto window = static_cast<std::size_t>(config.input.window);
    if (table.rows.size() < window)
        throw Error(subject, "rows of the series", "at least " + std::to_string(window),
                    std::to_string(table.rows.size()));
    const std::size_t first = table.rows.size() - window;
    const int K = config.input.drivers;
    Reading reading;
    reading.item.drivers.resize(config.input.window, K);
    reading.item.history.resize(config.input.history, 1);
    for (std::size_t n = 0; n < window; ++n) {
        check_width(config, table, first + n, subject);
        const auto t = static_cast<Eigen::Index>(n);
        for (int k = 0; k < K; ++k)
            reading.item.drivers(t, k) = number_at(config, table, first + n, k, subject);
        if (t < config.input.history)
            reading.item.history(t, 0) = number_at(config, table, first + n, K, subject);
        const Row& row = table.rows[first + n];
        TraceToken token;
        token.text = std::string(trimmed(row.text));
        token.begin = row.begin;
        token.end = row.begin + row.text.size();
        reading.rows.push_back(std::move(token));
    }
    return reading;
}

std::vector<std::size_t> row_ends(std::string_view text) {
    std::vector<std::size_t> ends;
    for (const Row& row : rows_of(text))
        if (!ends.empty() || !names_columns(row)) ends.push_back(row.begin + row.text.size());
    return ends;
}

Series read_series(const Config& config, std::string_view text, const std::string& subject) {
    const Table table = table_of(config, text, subject);
    const int K = config.input.drivers;
    Series series{Matrix<double>(std::ssize(table.rows), K), Matrix<double>(std::ssize(table.rows), 1)};
    for (std::size_t n = 0; n < table.rows.size(); ++n) {
        check_width(config, table, n, subject);
        const auto t = static_cast<Eigen::Index>(n);
        for (int k = 0; k < K; ++k) series.drivers(t, k) = number_at(config, table, n, k, subject);
        const bool free = !config.whole_history() && n + 1 == table.rows.size();
        series.target(t, 0) =
            free ? std::numeric_limits<double>::quiet_NaN() : number_at(config, table, n, K, subject);
    }
    return series;
}

void read_answer(const Config& config, std::string_view text, Item& item, const std::string& subject) {
    const auto value = finite_number(trimmed(text));
    if (!value) throw Error(subject, "answer", "a number", in_quotes(text, 60));
    const Column target = config.column(config.input.drivers);
    item.target = (*value - target.mean) / target.scale;
}

double in_unit(const Config& config, double forecast) {
    const Column target = config.column(config.input.drivers);
    return target.mean + target.scale * forecast;
}

std::string answer_text(const Config& config, double forecast) {
    std::string text = six_digits(in_unit(config, forecast));
    if (config.forecast.interval > 0) text += " ± " + six_digits(config.forecast.interval);
    return text;
}

} // namespace heed::forecast
