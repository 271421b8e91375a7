#include "app/export/export.h"

#include "app/export/remarks.h"
#include "app/figures/changes.h"
#include "app/figures/trace_map.h"
#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/trace/row_sums.h"

namespace heed {
namespace {

constexpr std::size_t longest_remark = 4000;

/// Of a model that answers at once: its first map, a row a line, and what the rows and columns are called.
std::string map_csv(const AttentionMap& map, Span rows, Span columns) {
    const auto label = [](const std::vector<std::string>& labels, int n) {
        const auto k = static_cast<std::size_t>(n);
        return k < labels.size() ? csv_field(labels[k]) : std::to_string(n + 1);
    };
    if (rows.last < 0) rows.last = static_cast<int>(map.weights->cols()) - 1;
    if (columns.last < 0) columns.last = static_cast<int>(map.weights->rows()) - 1;
    std::string out(to_string(map.rows));
    for (int j = columns.first; j <= columns.last; ++j) out += ',' + label(map.column_labels, j);
    out += '\n';
    for (int i = rows.first; i <= rows.last; ++i) {
        out += label(map.row_labels, i);
        for (int j = columns.first; j <= columns.last; ++j) out += ',' + nine_digits((*map.weights)(j, i));
        out += '\n';
    }
    return out;
}

/// A Transformer has many: which of them stands in the file.
std::string which_map(const Trace& trace) {
    const std::string words = shown_map_words(trace);
    return words.empty() ? words : "# Weights of " + words + '\n';
}

} // namespace

/// They stand in lines of their own, whatever a file said.
std::string remarks(const Trace& run, const std::string& whose) {
    std::string lines;
    for (const std::string& words : {run.model.doubt, given_words(run), changes_of(run)})
        if (!words.empty())
            lines += "# " + (whose.empty() ? "" : escaped(whose, longest_remark) + ": ") +
                     escaped(words, longest_remark) + '\n';
    return lines;
}

std::string trace_csv(const Trace& trace, Span outputs, Span sources) {
    if (!trace.has_weights()) {
        if (const auto maps = trace.maps(); !maps.empty())
            return remarks(trace) + which_map(trace) + map_csv(maps.front(), outputs, sources);
        throw Error(trace.model.name,
                    "this model has no attention weights to write; a .json file holds its run");
    }
    if (outputs.last < 0) outputs.last = trace.outputs() - 1;
    if (sources.last < 0) sources.last = trace.source_length() - 1;
    std::string out = remarks(trace) + which_map(trace) + "output";
    for (int j = sources.first; j <= sources.last; ++j)
        out += ',' + csv_field(trace.source[static_cast<std::size_t>(j)].text);
    out += '\n';
    for (int i = outputs.first; i <= outputs.last; ++i) {
        out += csv_field(trace.steps[static_cast<std::size_t>(i)].token.text);
        for (int j = sources.first; j <= sources.last; ++j) out += ',' + nine_digits(trace.weight(i, j));
        out += '\n';
    }
    return out;
}

} // namespace heed
