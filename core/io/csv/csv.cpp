#include "core/io/csv/csv.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <unordered_map>

namespace heed::io {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_ragged = 100, told_every = 256; // rows
constexpr std::array<std::string_view, 9> words_for_nothing{"",     "na", "n/a", "nan", "null",
                                                            "none", "-",  "?",   "#n/a"};

bool is_missing(std::string_view cell) {
    if (cell.size() > 4) return false;
    const std::string lower = ascii_lower(std::string(cell));
    return std::find(words_for_nothing.begin(), words_for_nothing.end(), lower) != words_for_nothing.end();
}

/// A number; where semicolons stand between values, a comma may stand for the point.
double number_of(std::string_view cell, char separator) {
    if (cell.starts_with('+')) cell.remove_prefix(1);
    auto value = number_in<double>(cell);
    if (!value && separator == ';' && std::count(cell.begin(), cell.end(), ',') == 1)
        value = number_in<double>(replaced(std::string(cell), ",", "."));
    return value && std::isfinite(*value) ? *value : none;
}

/// Goes through a file value by value.
class CsvCursor {
public:
    CsvCursor(std::string_view text, char separator, std::size_t at, const std::string& name)
        : text_(text), separator_(separator), at_(at), name_(name) {}

    std::size_t at() const { return at_; }
    bool at_end() const { return at_ >= text_.size(); }
    /// The values of the next row; `unquoted` are those that stand in the text as they are.
    void row(std::vector<std::string_view>& cells) {
        cells.clear();
        kept_.clear();
        const std::size_t begin = at_;
        do cells.push_back(cell(begin));
        while (take(separator_));
        if (take('\r')) {
            take('\n');
            return;
        }
        take('\n');
    }

private:
    bool take(char c) {
        if (at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::string_view cell(std::size_t row_begin) {
        while (!at_end() && text_[at_] == ' ') ++at_;
        if (!at_end() && text_[at_] == '"') return quoted(row_begin);
        const char ends[] = {separator_, '\n', '\r', '\0'};
        const std::size_t end = std::min(text_.find_first_of(std::string_view(ends, 3), at_), text_.size());
        const std::string_view found = text_.substr(at_, end - at_);
        at_ = end;
        return trimmed(found);
    }
    std::string_view quoted(std::size_t row_begin) {
        std::string value;
        for (++at_;;) {
            const std::size_t mark = text_.find('"', at_);
            if (mark == std::string_view::npos)
                throw Error(name_,
                            "row " + std::to_string(1 + std::count(text_.begin(),
                                                                   text_.begin() +
                                                                       static_cast<std::ptrdiff_t>(row_begin),
                                                                   '\n')),
                            "a quotation mark that ends the value", "the end of the file");
            value += text_.substr(at_, mark - at_);
            at_ = mark + 1;
            if (!take('"')) break;
            value += '"';
        }
        // What stands between the mark and the separator belongs to no value.
        while (!at_end() && text_[at_] != separator_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
        kept_.push_back(std::make_unique<std::string>(trimmed(value)));
        return *kept_.back();
    }

    std::string_view text_;
    char separator_;
    std::size_t at_;
    const std::string& name_;
    std::vector<std::unique_ptr<std::string>> kept_; // values that were quoted
};

/// The separator that the first row has most often.
char separator_of(std::string_view text) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    std::array<std::pair<char, int>, 3> counts{{{',', 0}, {';', 0}, {'\t', 0}}};
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        for (auto& [separator, count] : counts) count += !quoted && c == separator ? 1 : 0;
    }
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

/// What the values of a column were, before it is known what the column is.
struct Counted {
    std::vector<double> numbers, seconds;
    std::size_t texts = 0, as_numbers = 0, as_dates = 0;
    std::vector<bool> empty;
};

void count(Counted& column, std::string_view cell, char separator) {
    double number = none, seconds = none;
    const bool missing = is_missing(cell);
    if (!missing) {
        number = number_of(cell, separator);
        if (std::isnan(number)) seconds = csv_seconds(cell);
        column.as_numbers += std::isnan(number) ? 0 : 1;
        column.as_dates += std::isnan(seconds) ? 0 : 1;
        column.texts += std::isnan(number) && std::isnan(seconds) ? 1 : 0;
    }
    column.numbers.push_back(number);
    if (column.as_dates > 0) {
        column.seconds.resize(column.numbers.size() - 1, none); // those before were none
        column.seconds.push_back(seconds);
    }
}

/// A column is of numbers, or of dates, where no more than a tenth of its values are anything else.
CsvColumn judged(std::string name, Counted counted) {
    const std::size_t rows = counted.numbers.size();
    const std::size_t values = counted.as_numbers + counted.as_dates + counted.texts;
    CsvColumn column{std::move(name), CsvKind::Empty, {}, rows - values, 0};
    if (values == 0) return column;
    const std::size_t other_than_numbers = values - counted.as_numbers;
    const std::size_t other_than_dates = values - counted.as_dates;
    if (other_than_numbers * 10 <= values) {
        column.kind = CsvKind::Number;
        column.values = std::move(counted.numbers);
        column.no_numbers = other_than_numbers;
        column.missing += other_than_numbers;
    } else if (other_than_dates * 10 <= values) {
        column.kind = CsvKind::Date;
        counted.seconds.resize(rows, none);
        column.values = std::move(counted.seconds);
        column.missing += other_than_dates;
    } else {
        column.kind = CsvKind::Text;
    }
    return column;
}

/// The first row names the columns where nothing in it is a number or a date.
bool is_header(const std::vector<std::string_view>& cells, char separator) {
    bool words = false;
    for (const std::string_view cell : cells) {
        if (!std::isnan(number_of(cell, separator)) || !std::isnan(csv_seconds(cell))) return false;
        words = words || !is_missing(cell);
    }
    return words;
}

std::vector<std::string> names_of(const std::vector<std::string_view>& cells, bool header) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    std::unordered_map<std::string, int> next; // number of a name that was there before
    for (std::size_t k = 0; k < cells.size(); ++k) {
        std::string name = header ? std::string(cells[k]) : "";
        for (char& c : name)
            if (c == ',' || c == ';' || c == '\n' || c == '\r' || c == '\t') c = ' ';
        name = std::string(trimmed(name));
        if (name.empty()) name = "column " + std::to_string(k + 1);
        std::string unique = name;
        for (int& n = next.try_emplace(name, 2).first->second; !taken.insert(unique).second; ++n)
            unique = name + " " + std::to_string(n);
        names.push_back(std::move(unique));
    }
    return names;
}

void check_numbers(const CsvTable& table) {
    const std::size_t found = table.numbers().size();
    if (found >= 2) return;
    const std::string of = " of " + plural(table.columns.size(), "column", "columns");
    throw Error(table.name, "columns of numbers", "at least 2, one to foretell and one to help",
                (found == 0 ? "none" : "1") + of);
}

} // namespace

CsvTable read_csv(std::string text, const std::string& name,
                  const std::function<bool(const CsvProgress&)>& heard) {
    CsvTable table;
    table.name = name;
    table.text = std::move(text);
    if (table.text.find('\0') != std::string::npos) throw Error(name, "not a table", "text", "binary data");
    const std::size_t start = table.text.starts_with("\xef\xbb\xbf") ? 3 : 0;
    if (trimmed(std::string_view(table.text).substr(start)).empty())
        throw Error(name, "not a table", "rows of values", "nothing");
    table.separator = separator_of(std::string_view(table.text).substr(start));

    CsvCursor cursor(table.text, table.separator, start, name);
    std::vector<std::string_view> cells;
    std::vector<Counted> counted;
    std::vector<std::string> names;
    for (std::size_t row = 1; !cursor.at_end(); ++row) {
        const std::size_t begin = cursor.at();
        cursor.row(cells);
        if (heard && row % told_every == 0 && !heard({cursor.at(), table.text.size(), table.rows()}))
            throw Error(name, "reading was stopped");
        if (cells.size() == 1 && cells.front().empty()) continue; // an empty line
        if (counted.empty()) {
            table.header = is_header(cells, table.separator);
            names = names_of(cells, table.header);
            counted.resize(cells.size());
            if (table.header) continue;
        }
        if (cells.size() != counted.size()) {
            if (table.ragged_rows++ < most_ragged) table.ragged.push_back({row, cells.size()});
            continue;
        }
        for (std::size_t k = 0; k < cells.size(); ++k) count(counted[k], cells[k], table.separator);
        table.begins.push_back(begin);
        table.file_rows.push_back(row);
    }
    if (heard) heard({table.text.size(), table.text.size(), table.rows()});
    for (std::size_t k = 0; k < counted.size(); ++k)
        table.columns.push_back(judged(std::move(names[k]), std::move(counted[k])));
    check_numbers(table);
    return table;
}

std::vector<std::string> CsvTable::cells(std::size_t row) const {
    CsvCursor cursor(text, separator, begins[row], name);
    std::vector<std::string_view> found;
    cursor.row(found);
    return {found.begin(), found.end()};
}

const CsvColumn* CsvTable::dates() const {
    for (const CsvColumn& column : columns)
        if (column.kind == CsvKind::Date) return &column;
    return nullptr;
}

std::vector<const CsvColumn*> CsvTable::numbers() const {
    std::vector<const CsvColumn*> found;
    for (const CsvColumn& column : columns)
        if (column.kind == CsvKind::Number) found.push_back(&column);
    return found;
}

std::size_t CsvTable::missing() const {
    std::size_t sum = 0;
    for (const CsvColumn* column : numbers()) sum += column->missing;
    return sum;
}

} // namespace heed::io
