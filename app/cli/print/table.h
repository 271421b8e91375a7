// Aligned columns of text.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace heed::cli {

struct Column {
    std::string heading;
    bool right = false; // numbers stand at the right
};

/// Rows under a heading, each column as wide as its widest cell; two spaces between. What a cell holds is
/// made printable; on a terminal the heading is bold and a row is cut at its width.
void print_table(std::ostream& out, const std::vector<Column>& columns,
                 const std::vector<std::vector<std::string>>& rows);

/// 71234 with thin spaces on a terminal, plain in a pipe.
std::string whole(std::uint64_t number);
/// A number as printf would write it: formatted("%.1f%%", 12.5).
std::string formatted(const char* format, double value);
std::string repeated(std::string_view part, int count);

} // namespace heed::cli
