// The table of a load report: every tensor of the files a model came from, by its part in the model
// (13b-report).
#pragma once

#include "app/figures/base/figure.h"
#include "core/io/report/load_report.h"

namespace heed {

/// Where the columns of a table of that width stand. A narrow one does without type, then without histograms.
struct ReportColumns {
    float tensor = 0, role = 0, shape = 0, type = 0, size = 0,
          values = 0; // x; size: its right edge; 0: left out
    float right = 0;  // of the last column
};
ReportColumns report_columns(float width);

/// The headings, 24 high.
Scene load_report_head(float width, const FigureStyle& style);
/// All groups and rows, as high as they are. Picks: TableRow with k = the row, counted over all groups.
Scene load_report_rows(const io::LoadReport& report, float width, int hovered, const FigureStyle& style);

/// What tells which of several readings is right, of a model that was read in part.
std::string which_is_right(const io::LoadReport& report);

/// "222 kB", "96 B".
std::string file_size(std::uint64_t bytes);
/// "48 × 128"; "1" where there is a single number.
std::string shown_shape(const std::vector<std::int64_t>& shape);
Color role_color(io::PartRole part, const Palette& colors);

} // namespace heed
