// A load report in plain text: what `heed check` prints and the window copies.
#pragma once

#include "core/io/report/load_report.h"

#include <string>
#include <vector>

namespace heed {

/// Headings of the table, and whether a column stands at the right.
struct ReportHeading {
    std::string title;
    bool right = false;
};
const std::vector<ReportHeading>& report_headings();
/// A line a tensor, by part: PART, TENSOR, SHAPE, TYPE, SIZE, ROLE. Nothing in it is escaped yet but for
/// names.
std::vector<std::vector<std::string>> report_rows(const io::LoadReport& report);
/// "encoder  GRU 40, both directions, embedding 32", a line a fact.
std::vector<std::string> report_facts(const io::LoadReport& report);
/// Words, own case, summary: a line each.
std::vector<std::string> report_findings(const io::LoadReport& report);

/// All of it.
std::string report_text(const io::LoadReport& report);

} // namespace heed
