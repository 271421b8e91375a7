#include "app/cli/print/trace/trace_columns.h"

#include "app/cli/print/table.h"
#include "app/cli/print/terminal.h"
#include "app/cli/print/trace/trace_words.h"
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/tokens.h"
#include "core/analysis/entropy.h"

#include <algorithm>

namespace heed::cli {
namespace {

/// A token in one word of its own, for programs that read columns.
std::string column_word(std::string token) {
    for (std::size_t at = 0; (at = token.find("␣", at)) != std::string::npos;) token.replace(at, 3, "_");
    for (char& c : token)
        if (c == ' ' || c == '\t') c = '_';
    return token.empty() ? "_" : token;
}

} // namespace

std::string trace_columns(const Trace& trace) {
    const int T = trace.has_weights() ? trace.source_length() : 0, N = trace.outputs();
    std::vector<std::string> rows, columns, chances;
    int label = 4, cell = 4, chance_width = 7;
    for (int i = 0; i < N; ++i) {
        rows.push_back(column_word(printable(shown_output(trace, i))));
        chances.push_back(cell_probability(probability(trace.steps[static_cast<std::size_t>(i)])));
        chance_width = std::max(chance_width, display_width(chances.back()) + 1);
        label = std::max(label, display_width(rows.back()));
    }
    for (int j = 0; j < T; ++j) {
        columns.push_back(column_word(printable(shown_source(trace, j))));
        cell = std::max(cell, display_width(columns.back()) + 1);
    }

    const bool given = is_weights_only(trace);
    std::string out = trace.model.doubt.empty() ? "" : printable(trace.model.doubt) + ".\n";
    if (const std::string changes = changes_line(trace); !changes.empty()) out += changes + '\n';
    out += printable(trace.model.name) + "  " + (given ? "weights" : shown_map(trace)) + "  " +
           std::to_string(trace.source_length()) + " tokens  " + std::to_string(N) + " outputs" +
           (given ? "" : "  log p " + log_probability(trace.log_prob)) + '\n';
    out += std::string(static_cast<std::size_t>(label + 4), ' ');
    for (const std::string& token : columns) out += padded_left(token, cell);
    out += (given ? "" : padded_left("p", chance_width)) + '\n';
    for (int i = 0; i < N; ++i) {
        const auto row = static_cast<std::size_t>(i);
        out += padded_left(rows[row], label) + "    ";
        for (int j = 0; j < T; ++j) {
            const float weight = trace.weight(i, j);
            out += padded_left(weight < 0.005f ? "." : cell_number(weight), cell);
        }
        out += (given ? "" : padded_left(chances[row], chance_width)) + '\n';
    }
    out += "output  " + printable(written_text(trace)) + '\n';
    if (const auto note = note_of(trace); !note.empty()) out += "note  " + std::string(note) + '\n';
    if (const std::string lost = lost_weight(trace); !lost.empty()) out += "note  " + lost + '\n';
    if (const std::string rest = rest_of_rows(trace); !rest.empty())
        out += "rest  " + rest + " of all weight: it reads on after the source\n";
    for (const std::string& given : rows_given(trace)) out += "note  " + given + '\n';
    if (trace.lattice)
        for (const std::string& line : sentences(*trace.lattice, trace)) out += "beam  " + line + '\n';
    if (T > 0)
        out +=
            "entropy  " + formatted("%.2f", analysis::mean_entropy(trace.at(Quantity::Weights))) + " nats\n";
    return out;
}

} // namespace heed::cli
