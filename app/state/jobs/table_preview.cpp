#include "app/state/jobs/table_preview.h"

#include "app/figures/report/load_report.h"
#include "core/io/base/file.h"
#include "core/io/csv/csv.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::uint64_t largest_preview = std::uint64_t{16} << 20; // of a file that is read for it

/// The line under the facts: what a table is for.
constexpr const char* table_words = "One of its columns can be foretold from the others: it is looked over "
                                    "first, and learnt from in the window.";

} // namespace

bool is_table_name(const std::filesystem::path& file) { return file.extension() == ".csv"; }

FilePreview preview_of_table(const std::filesystem::path& file) {
    FilePreview preview;
    preview.path = file;
    preview.title = file.filename().string();
    std::error_code ignored;
    const std::uintmax_t bytes = std::filesystem::file_size(file, ignored);
    preview.subtitle = "table" + (ignored ? std::string() : ", " + file_size(bytes));
    preview.text = table_words;
    if (ignored || bytes > largest_preview) return preview;
    const io::CsvTable table = io::read_csv(io::read_regular_file(file, largest_preview), preview.title);
    preview.facts = {{"rows", grouped(table.rows())},
                     {"numbers in", plural(table.numbers().size(), "column", "columns")}};
    if (table.missing() > 0)
        preview.facts.emplace_back("missing", plural(table.missing(), "value", "values"));
    const auto text = std::count_if(table.columns.begin(), table.columns.end(),
                                    [](const io::CsvColumn& c) { return c.kind == io::CsvKind::Text; });
    if (text > 0)
        preview.facts.emplace_back("text, left out",
                                   plural(static_cast<std::size_t>(text), "column", "columns"));
    return preview;
}

} // namespace heed
