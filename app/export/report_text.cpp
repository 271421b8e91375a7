#include "app/export/report_text.h"

#include "app/figures/report/load_report.h"
#include "core/text/escape.h"

#include <algorithm>

namespace heed {
namespace {

/// Code points: every one of them is a column wide here.
std::size_t columns(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string space(width > columns(text) ? width - columns(text) : 0, ' ');
    return right ? space + text : text + space;
}

void add_words(std::vector<std::string>& lines, const char* side, const io::ReportVocabulary& words) {
    std::string line = std::string(side) + ": ";
    if (!words.problem.empty())
        line += words.problem;
    else if (words.numbers)
        line += "numbers in place of words, " + std::to_string(words.expected);
    else if (words.tokens > 0)
        line += std::to_string(words.tokens) + " tokens" +
                (words.inside         ? ", inside the file"
                 : words.file.empty() ? ""
                                      : ", " + escaped(words.file));
    else if (words.expected > 0)
        line += "missing, " + std::to_string(words.expected) + " tokens expected";
    else
        return;
    lines.push_back(std::move(line));
}

} // namespace

const std::vector<ReportHeading>& report_headings() {
    static const std::vector<ReportHeading> headings = {{"PART", false}, {"TENSOR", false}, {"SHAPE", false},
                                                        {"TYPE", false}, {"SIZE", true},    {"ROLE", false}};
    return headings;
}

std::vector<std::vector<std::string>> report_rows(const io::LoadReport& report) {
    std::vector<std::vector<std::string>> rows;
    for (const io::ReportGroup& group : report.groups)
        for (const io::ReportRow& row : group.rows)
            rows.push_back({group.title, escaped(row.names),
                            row.shape.empty() ? "" : io::shape_text(row.shape), row.type,
                            row.bytes > 0 ? file_size(row.bytes) : "", row.role});
    return rows;
}

std::vector<std::string> report_facts(const io::LoadReport& report) {
    std::size_t width = 6;
    for (const auto& fact : report.facts) width = std::max(width, columns(fact.first));
    std::vector<std::string> lines;
    const auto add = [&](const std::string& name, const std::string& value) {
        lines.push_back(padded(name, width + 2, false) + value);
    };
    if (!report.family.empty()) add("family", report.family);
    for (const auto& [name, value] : report.facts)
        if (name != "family") add(name, value);
    return lines;
}

std::vector<std::string> report_findings(const io::LoadReport& report) {
    std::vector<std::string> lines;
    add_words(lines, report.source.shared ? "words" : "source words", report.source);
    if (!report.source.shared) add_words(lines, "target words", report.target);
    if (!report.own_case)
        lines.emplace_back("This model carries no example, so nothing was compared.");
    else
        for (const io::ReportCase::Line& line : report.own_case->lines)
            lines.push_back("its own case: " + line.what + ": " + line.found +
                            (line.good ? "" : ": this does not agree"));
    if (!report.summary.empty()) lines.push_back(report.summary);
    return lines;
}

std::string report_text(const io::LoadReport& report) {
    std::string text =
        escaped(report.file) + ": " + report.container + ", " + file_size(report.bytes) + "\n\n";
    if (const std::string doubt = report.doubt(); !doubt.empty()) text += doubt + ".\n\n";
    std::vector<std::vector<std::string>> rows = report_rows(report);
    std::vector<std::string> titles;
    for (const ReportHeading& heading : report_headings()) titles.push_back(heading.title);
    rows.insert(rows.begin(), titles);
    std::vector<std::size_t> widths(titles.size(), 0);
    for (const auto& row : rows)
        for (std::size_t n = 0; n < row.size(); ++n) widths[n] = std::max(widths[n], columns(row[n]));
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t n = 0; n < row.size(); ++n)
            line +=
                n + 1 == row.size() ? row[n] : padded(row[n], widths[n], report_headings()[n].right) + "  ";
        text += line + '\n';
    }
    text += '\n';
    for (const std::string& line : report_facts(report)) text += line + '\n';
    text += '\n';
    for (const std::string& line : report_findings(report)) text += line + '\n';
    for (const std::string& note : report.to_know()) text += note + '\n';
    return text;
}

} // namespace heed
