#include "app/cli/print/contrast.h"

#include "app/cli/print/table.h"
#include "app/cli/print/terminal.h"
#include "app/cli/print/trace/trace_words.h"
#include "app/figures/base/format.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <cmath>

namespace heed::cli {
namespace {

constexpr int nats_width = 9;

std::string in_nats(double value) { return std::abs(value) < 0.005 ? "0.00" : formatted("%+.2f", value); }

std::string number(std::optional<double> nats) {
    return padded_left(nats ? in_nats(*nats) : "-", nats_width);
}

} // namespace

std::string contrast_lines(const Trace& run, const analysis::Contrast& c) {
    const bool gone = !c.gone.empty();
    const std::string written = printable(shown(c.written)), rival = printable(shown(c.rival));
    int label = display_width("written so far");
    std::vector<std::string> words;
    for (int j = 0; j < run.source_length(); ++j) {
        words.push_back(printable(shown_source(run, j)));
        label = std::max(label, display_width(words.back()));
    }
    const auto line = [&](const std::string& name, const std::string& numbers) {
        return padded_right(name, label) + numbers + '\n';
    };
    std::string out = "why  output " + std::to_string(c.output) + "  " + written + " and not " + rival +
                      "  margin " + in_nats(c.margin) + " nats  (log p " + log_probability(c.log_p_written) +
                      " and " + log_probability(c.log_p_rival) + ")\n";
    out +=
        line("", padded_left("adds", nats_width) +
                     (gone ? padded_left("without", nats_width) + padded_left("unknown", nats_width) : ""));
    for (std::size_t j = 0; j < words.size(); ++j)
        out += line(words[j],
                    number(c.words[j]) + (gone ? number(c.gone[j].removed) + number(c.gone[j].unknown) : ""));
    out += line("written so far", number(c.so_far));
    out += line("rest", number(c.rest) + (analysis::mostly_rest(c) ? "  a third of the margin or more" : ""));
    out += line("sum", number(c.margin));
    return out;
}

} // namespace heed::cli
