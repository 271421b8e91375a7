// Attention in CSV, TSV and what numpy.savetxt writes: source tokens above and a target token in front of
// each row, one of the two, or numbers alone; as pandas' to_csv has them, with places 0, 1, 2, … where there
// are no words. What is not clear is refused, naming line and field.
#include "core/base/error.h"
#include "core/io/attention/forms.h"
#include "core/io/attention/keys.h"
#include "core/io/attention/table.h"
#include "core/io/attention/weights/axes.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::io {

namespace {

constexpr char separators[] = {'\t', ';', ',', ' '};
constexpr char blanks = ' '; // any number of them: between numbers alone

/// The fields of a line of CSV (RFC 4180, within a line) or TSV, without the blanks around them.
Words fields_of(std::string_view line, char separator) {
    if (separator == blanks) return words_of(line);
    Words fields(1);
    bool quoted = false;
    for (std::size_t n = 0; n < line.size(); ++n) {
        if (separator != '\t' && line[n] == '"') {
            if (quoted && n + 1 < line.size() && line[n + 1] == '"')
                fields.back() += line[n++];
            else
                quoted = !quoted;
        } else if (line[n] == separator && !quoted)
            fields.emplace_back();
        else
            fields.back() += line[n];
    }
    for (std::string& field : fields) field = std::string(trimmed(field));
    return fields;
}

bool is_cell(const std::string& field, char separator) {
    return cell_of(field, separator).number.has_value();
}

/// "# made by numpy": not a row whose token is "#".
bool is_comment(std::string_view line, char separator) {
    if (!line.starts_with('#')) return false;
    const Words fields = fields_of(line, separator);
    return fields.size() < 2 || !std::all_of(fields.begin() + 1, fields.end(), [&](const std::string& field) {
               return is_cell(field, separator);
           });
}

/// Tables below one another, an empty line between them. Throws where comments part what may be heads as
/// well.
std::vector<Table> tables_in(std::string_view text, char separator, const std::string& file, bool& comments) {
    std::vector<Table> tables;
    bool inside = false;
    int number = 0, comment = 0;
    for (std::string_view line; next_line(text, line);) {
        ++number;
        if (trimmed(line).empty()) {
            inside = false;
            comment = 0;
        } else if (is_comment(line, separator)) {
            comments = true;
            if (inside) comment = number;
        } else {
            if (comment > 0)
                throw Error(file + ": line " + std::to_string(comment), "a comment between rows",
                            "one table, or an empty line between those of several sentences", "more rows");
            if (!inside) tables.emplace_back();
            inside = true;
            tables.back().push_back({number, fields_of(line, separator)});
        }
    }
    return tables;
}

/// The separator with which the first two lines are a table's; 0: they are none.
char separator_of(std::string_view text) {
    if (text.substr(0, text.find('\n')).find("{\"") != text.npos) return 0; // of JSON
    for (const char separator : separators) {
        std::vector<Words> lines;
        std::string_view rest = text, line;
        while (lines.size() < 2 && next_line(rest, line))
            if (!trimmed(line).empty() && !is_comment(line, separator))
                lines.push_back(fields_of(line, separator));
        if (lines.empty() || lines.front().size() + (lines.size() > 1 ? 1 : 0) < 2) continue;
        const Words& row = lines.back().size() > 1 ? lines.back() : lines.front();
        const auto numbers = std::count_if(
            row.begin(), row.end(), [&](const std::string& field) { return is_cell(field, separator); });
        if (row.size() > 1 && numbers > 0 && (separator != blanks || numbers == std::ssize(row)))
            return separator;
    }
    return 0;
}

/// 0, 1, 2, … or 1, 2, 3, …: places, no words.
bool are_places(const Words& words) {
    if (words.empty() || (words[0] != "0" && words[0] != "1")) return false;
    for (std::size_t n = 0; n < words.size(); ++n)
        if (words[n] != std::to_string(n + (words[0] == "1" ? 1 : 0))) return false;
    return true;
}

bool are_whole(const Words& words, char separator) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return cell_of(word, separator).whole; });
}

/// One of them is no weight.
bool exceeds_one(const Words& words, char separator) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return cell_of(word, separator).number > 1; });
}

/// What a table has beside its weights.
struct TableParts {
    bool header = false, labels = false;
    bool by_sums = false; // of the header: nothing but sums says so
};

/// Works out which they are; all of it looks at words and at how numbers are written.
class PartsOfTable {
public:
    PartsOfTable(const Table& table, char separator) : table_(table), separator_(separator) {}

    TableParts find() const {
        TableParts parts;
        const Header header = find_header();
        parts.header = header != Header::None;
        parts.by_sums = header == Header::BySums;
        parts.labels = has_labels(parts.header);
        return parts;
    }

private:
    const Words& first() const { return table_.front().fields; }
    bool no_number(const std::string& field) const { return !is_cell(field, separator_); }

    /// Whether a cell below the first row and right of the first column has a point, a comma or a sign.
    bool has_fractions() const {
        for (std::size_t n = 1; n < table_.size(); ++n)
            for (std::size_t k = 1; k < table_[n].fields.size(); ++k)
                if (const Cell cell = cell_of(table_[n].fields[k], separator_); cell.number && !cell.whole)
                    return true;
        return false;
    }

    /// Rows below the first sum to 1, and it does not, nor is it masked: a row of ids.
    bool is_odd_row() const {
        const auto is_zero = [&](const std::string& f) { return cell_of(f, separator_).number == 0.0f; };
        return !std::all_of(first().begin(), first().end(), is_zero) &&
               !rows_sum({table_.front()}, separator_, {0, 0}) && rows_sum(table_, separator_, {1, 0});
    }

    enum class Header { None, BySums, Certain };

    Header find_header() const {
        if (table_.size() < 2 || first().empty()) return Header::None;
        const Words above(first().begin() + 1, first().end());
        const bool corner = no_number(first()[0]);
        const auto is_word = [&](const std::string& field) { return no_number(field) && !field.empty(); };
        if (std::any_of(above.begin(), above.end(), is_word)) return Header::Certain;
        const Words& names = corner ? above : first();
        if (!are_whole(names, separator_)) return Header::None;
        const bool places = are_places(names) && names.size() > 2;
        if (first()[0].empty() || places) return Header::Certain;
        if (!has_fractions()) return Header::None;
        const bool ids = are_places(names) || exceeds_one(names, separator_);
        const bool weights = rows_sum(table_, separator_, {0, 0}); // as those below
        if (are_places(names) || (ids && !weights)) return Header::Certain;
        return is_odd_row() ? Header::BySums : Header::None;
    }

    bool first_column_counts(std::size_t from) const { return rows_sum(table_, separator_, {from, 0}); }
    bool rest_counts(std::size_t from) const { return rows_sum(table_, separator_, {from, 1}); }

    bool has_labels(bool header) const {
        const std::size_t from = header ? 1 : 0;
        if (header && (first()[0].empty() || table_[1].fields.size() == first().size() + 1)) return true;
        Words column;
        for (std::size_t n = from; n < table_.size(); ++n)
            column.push_back(table_[n].fields.empty() ? "" : table_[n].fields[0]);
        if (std::any_of(column.begin(), column.end(), [&](const std::string& field) {
                return no_number(field) && !field.empty() && field != "nan";
            }))
            return true;
        const bool numbers =
            are_places(column) || exceeds_one(column, separator_) || (!header && rest_counts(from));
        return column.size() > 1 && are_whole(column, separator_) && numbers && has_fractions() &&
               !first_column_counts(from);
    }

    const Table& table_;
    char separator_;
};

/// Most of its cells have a "%".
bool are_percent(const Table& table, std::size_t from, std::size_t left, char separator) {
    std::ptrdiff_t more = 0;
    for (std::size_t n = from; n < table.size(); ++n)
        for (std::size_t k = left; k < table[n].fields.size(); ++k)
            more += cell_of(table[n].fields[k], separator).percent ? 1 : -1;
    return more > 0;
}

/// A cell that is a number; "%" is all or none of them, but for a 0.
float weight_in(const std::string& field, char separator, const std::string& line, std::size_t n,
                bool percent) {
    const Cell cell = cell_of(field, separator);
    const std::string item = "field " + std::to_string(n + 1);
    if (!cell.number) throw Error(line, item, "a weight", field.empty() ? "nothing" : in_quotes(field, 40));
    if (cell.percent != percent && *cell.number != 0)
        throw Error(line, item,
                    percent ? "a weight with %, as others are" : "a weight without %, as others are",
                    in_quotes(field, 40));
    return *cell.number;
}

/// Whether the first line is one of weights is not always clear.
void say_first_line(const Table& table, const TableParts& parts, char separator, GivenSentence& sentence) {
    const std::string line = "Line " + std::to_string(table[0].number);
    if (parts.by_sums)
        sentence.assumed.push_back(line + " is read as tokens' ids, not as weights");
    else if (parts.header && !parts.labels && rows_sum(table, separator, {0, 0}))
        sentence.assumed.push_back(line + " is read as the columns' numbers, not as weights");
    else if (!parts.header && !parts.labels && table.size() > 1 && are_whole(table[0].fields, separator) &&
             !are_whole(table[1].fields, separator))
        sentence.assumed.emplace_back("Row 1 is read as weights, not as tokens' ids");
    else
        return;
    sentence.notes.push_back(sentence.assumed.back());
}

GivenSentence sentence_of(const Table& table, char separator, const std::string& file) {
    const TableParts parts = PartsOfTable(table, separator).find();
    const auto line = [&](std::size_t n) { return file + ": line " + std::to_string(table[n].number); };
    GivenSentence sentence;
    sentence.what = line(0);
    const std::size_t from = parts.header ? 1 : 0, left = parts.labels ? 1 : 0;
    const std::size_t width = table[from].fields.size();
    if (parts.header) {
        const Words& names = table[0].fields;
        const bool corner = parts.labels && names.size() == width;
        sentence.source.assign(names.begin() + (corner ? 1 : 0), names.end());
        if (sentence.source.size() + left != width)
            throw Error(line(from), "fields",
                        std::to_string(sentence.source.size() + left) + ", as in the header",
                        std::to_string(width));
    }
    if (width <= left) throw Error(line(from), "fields", "weights behind the output's token", "none");
    if (parts.header) check_wide(table, separator, line(0));
    if (parts.header && table[0].fields.size() + 1 >= width)
        check_columns(table, separator, from, left, line(0));
    sentence.percent = are_percent(table, from, left, separator);
    std::vector<std::vector<float>> rows;
    for (std::size_t n = from; n < table.size(); ++n) {
        const Words& fields = table[n].fields;
        if (fields.size() != width)
            throw Error(line(n), "fields",
                        std::to_string(width) +
                            (parts.header ? ", as in the header" : ", as in the first row"),
                        std::to_string(fields.size()));
        rows.emplace_back();
        for (std::size_t k = left; k < fields.size(); ++k)
            rows.back().push_back(weight_in(fields[k], separator, line(n), k, sentence.percent));
        if (parts.labels) sentence.target.push_back(fields[0]);
    }
    check_last_row(rows, sentence.target, line(table.size() - 1));
    say_first_line(table, parts, separator, sentence);
    if (are_places(sentence.source)) sentence.source.clear(); // they are numbered, as without any
    if (are_places(sentence.target)) sentence.target.clear();
    sentence.weights = matrix_of(rows, sentence.what);
    sentence.weights.written = !sentence.source.empty() || !sentence.target.empty();
    sentence.labelled = sentence.weights.written;
    return sentence;
}

/// A column headed "argmax" says where a row's largest weight is, by place or word: it is none of weights.
bool take_argmax_off(Table& table, char separator) {
    if (table.size() < 2 || ascii_lower(table[0].fields.back()) != "argmax") return false;
    const std::size_t width = table[1].fields.size();
    bool word = false;
    for (std::size_t n = 1; n < table.size(); ++n) {
        if (table[n].fields.size() != width || width < 3) return false;
        const Cell cell = cell_of(table[n].fields.back(), separator);
        if (cell.number && !cell.whole) return false; // weights of a token of that name
        word = word || !cell.number;
    }
    if (!word && !rows_sum(table, separator, {1, 1, 1}) && !rows_sum(table, separator, {1, 0, 1}))
        return false;
    for (TableLine& line : table) line.fields.pop_back();
    return true;
}

std::string_view without_byte_mark(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return text;
}

std::vector<GivenSentence> sentences_of(std::string_view text, char separator, const std::string& file) {
    std::vector<GivenSentence> sentences;
    bool comments = false;
    for (Table& table : tables_in(text, separator, file, comments)) {
        const bool argmax = take_argmax_off(table, separator);
        sentences.push_back(sentence_of(table, separator, file));
        if (argmax)
            sentences.back().notes.emplace_back("the column \"argmax\" is no token's: it is left out");
    }
    for (std::size_t n = 0; n < sentences.size(); ++n) {
        if (sentences.size() > 1) sentences[n].name = "sentence " + std::to_string(n + 1);
        if (comments) sentences[n].notes.emplace_back("lines that begin with # are passed over");
    }
    return sentences;
}

/// A corner that is a name of what stands below it, as pandas writes one, and no column of a table of dates.
bool is_name_of_outputs(const std::string& corner) {
    return corner.empty() || corner == "index" || corner == "token" || corner.starts_with("Unnamed") ||
           is_key(KeyMeaning::Target, corner) || is_key(KeyMeaning::Tokens, corner);
}

/// The word above the outputs' tokens, of the first table; empty: there is none.
std::string corner_of(std::string_view text, char separator) {
    bool comments = false;
    const auto tables = tables_in(text, separator, "", comments);
    if (tables.empty()) return {};
    const Table& table = tables.front();
    const TableParts parts = PartsOfTable(table, separator).find();
    const bool corner = parts.header && parts.labels && table[0].fields.size() == table[1].fields.size();
    return corner ? table[0].fields[0] : std::string();
}

/// Source tokens above an empty corner, a target token in front of a number.
bool has_both_words(std::string_view text, char separator) {
    std::string_view first, second;
    if (!next_line(text, first) || !next_line(text, second)) return false;
    const Words header = fields_of(first, separator), row = fields_of(second, separator);
    return header.size() > 1 && header[0].empty() && row.size() > 1 && !row[0].empty() &&
           !is_cell(row[0], separator) && is_cell(row[1], separator);
}

} // namespace

bool is_columns(std::string_view text) {
    text = without_byte_mark(text);
    const char separator = separator_of(text);
    if (separator == 0) return false;
    if (separator != blanks && has_both_words(text, separator)) return true;
    if (separator == blanks && text.find('.') == text.npos) return false; // of places, say
    if (const std::size_t end = text.rfind('\n'); end != text.npos)
        text = text.substr(0, end + 1); // may be cut
    try {
        if (!is_name_of_outputs(corner_of(text, separator))) return false;
        for (const GivenSentence& s : sentences_of(text, separator, ""))
            if (!rows_sum_to(s.weights, 1) && !rows_sum_to(s.weights, 100)) return false;
        return true;
    } catch (const Error&) {
        return false;
    }
}

std::vector<GivenSentence> attention_in_columns(std::string_view text, const std::string& file) {
    text = without_byte_mark(text);
    const char separator = separator_of(text);
    if (separator != 0) return sentences_of(text, separator, file);
    std::size_t numbers = 0, lines = 0;
    for (std::string_view line; next_line(text, line);) {
        if (trimmed(line).empty()) continue;
        ++lines;
        numbers += number_of(trimmed(line)).has_value();
    }
    if (lines > 0 && numbers == lines)
        throw Error(file, "one column of numbers",
                    "a line an output, with a weight for each source token between commas, tabs or blanks",
                    plural(lines, "line", "lines") + " of one number");
    return {};
}

} // namespace heed::io
