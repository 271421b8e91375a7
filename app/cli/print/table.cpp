#include "app/cli/print/table.h"

#include "app/cli/print/terminal.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

namespace heed::cli {

namespace {

std::string line(const std::vector<Column>& columns, const std::vector<int>& widths,
                 const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t n = 0; n < columns.size(); ++n) {
        const bool last = n + 1 == columns.size();
        if (columns[n].right)
            text += padded_left(cells[n], widths[n]);
        else
            text += last ? cells[n] : padded_right(cells[n], widths[n]);
        if (!last) text += "  ";
    }
    return text;
}

} // namespace

void print_table(std::ostream& out, const std::vector<Column>& columns,
                 const std::vector<std::vector<std::string>>& rows) {
    const Terminal terminal = standard_output();
    std::vector<std::string> headings;
    std::vector<int> widths;
    for (std::size_t n = 0; n < columns.size(); ++n) {
        headings.push_back(columns[n].heading);
        widths.push_back(display_width(columns[n].heading));
        for (const auto& row : rows) widths[n] = std::max(widths[n], display_width(printable(row[n])));
    }
    const bool strong = terminal.interactive && terminal.color;
    out << (strong ? bold : "") << line(columns, widths, headings) << (strong ? plain : "") << '\n';
    for (const auto& row : rows) {
        std::vector<std::string> cells;
        for (const std::string& cell : row) cells.push_back(printable(cell));
        const std::string text = line(columns, widths, cells);
        out << (terminal.interactive ? clipped(text, terminal.columns) : text) << '\n';
    }
}

std::string whole(std::uint64_t number) {
    return standard_output().interactive ? grouped(number, "\u2009") : std::to_string(number);
}

std::string formatted(const char* format, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string repeated(std::string_view part, int count) {
    std::string out;
    for (int n = 0; n < count; ++n) out += part;
    return out;
}

} // namespace heed::cli
