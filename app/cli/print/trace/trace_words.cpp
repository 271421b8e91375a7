#include "app/cli/print/trace/trace_words.h"

#include "app/cli/print/table.h"
#include "app/cli/print/terminal.h"
#include "app/figures/base/format.h"
#include "app/figures/changes.h"
#include "app/figures/tokens.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/words.h"
#include "core/tasks/task.h"

#include <algorithm>
#include <cmath>

namespace heed::cli {
namespace {

/// Whether the map is that head's.
bool is_of(const AttentionMap& map, const HeadPlace& place) {
    if (!info(map.site.quantity).of_heads()) return false;
    if (map.site.layer != place.layer || map.site.head != place.head) return false;
    const HeadKind kind = map.columns == Axis::Past  ? HeadKind::Decoder
                          : map.rows == Axis::Output ? HeadKind::Cross
                                                     : HeadKind::Encoder;
    return kind == place.kind;
}

/// "; here they sum to .75 to 1", of a map (K, Q) with a column a row; empty: each sums to 1.
std::string sums_here(const MatrixXf& weights) {
    if (weights.size() == 0) return {};
    const Eigen::RowVectorXf sums = weights.colwise().sum();
    if ((sums.array() - 1).abs().maxCoeff() < 5e-3f) return {};
    const std::string least = formatted("%.2f", sums.minCoeff()), most = formatted("%.2f", sums.maxCoeff());
    return "; here they sum to " + (least == most ? least : least + " to " + most);
}

} // namespace

std::string log_probability(double value) {
    const std::string text = formatted(value > -0.1 ? "%.3f" : "%.2f", value);
    return text == "-0.000" ? "0.000" : text;
}

double probability(const TraceStep& step) { return std::exp(static_cast<double>(step.log_prob)); }

std::string changes_line(const Trace& trace) {
    const std::string changes = changes_of(trace);
    if (changes.empty()) return {};
    const Edits& edits = trace.request.edits;
    const bool numbered = !edits.heads.empty() || !edits.rows.empty() || !edits.forced.empty();
    return printable(changes) + (numbered ? ", counted from 1." : ".");
}

std::string shown_map(const Trace& trace) {
    return is_transformer(trace.model) ? transformer::shown_words(trace) : trace.model.score;
}

std::string lost_weight(const Trace& trace) {
    if (!trace.has(Quantity::SlotWeights)) return {};
    const Eigen::RowVectorXf lost = trace.at(Quantity::SlotWeights).colwise().sum();
    Eigen::Index most = 0;
    if (lost.size() == 0 || lost.maxCoeff(&most) < 0.005f) return {};
    return "slots past the source took " + percent(lost.mean()) + " of all weight, most of output " +
           std::to_string(most + 1) + " (" + percent(lost(most)) + "): rows fall short of 1 by as much";
}

std::string rest_of_rows(const Trace& trace) {
    const bool alone = is_transformer(trace.model) && trace.has_weights() &&
                       transformer_facts(trace).config.kind == transformer::Kind::Decoder;
    if (!alone || trace.outputs() == 0) return {};
    const MatrixXf& weights = trace.at(Quantity::Weights);
    return "own past " + percent(std::max(0.0f, 1 - weights.sum() / static_cast<float>(weights.cols())));
}

std::vector<std::string> rows_given(const Trace& trace) {
    std::vector<std::string> lines;
    for (int i = 0; i < trace.outputs(); ++i)
        if (trace.steps[static_cast<std::size_t>(i)].weights_given)
            lines.push_back("the weights of output " + std::to_string(i + 1) + " were given; they sum to " +
                            formatted("%.2f", trace.at(Quantity::Weights).col(i).sum()));
    const std::vector<AttentionMap> maps = trace.maps();
    for (const auto& [place, edit] : trace.request.edits.heads) {
        if (edit.kind != HeadEdit::Kind::Input) continue;
        std::string line = "head " + head_name(place) + " has the rows it has on " + quoted(edit.input);
        for (const AttentionMap& map : maps)
            if (is_of(map, place)) line += sums_here(*map.weights);
        lines.push_back(printable(line));
    }
    return lines;
}

std::vector<std::string> sentences(const Lattice& lattice, const Trace& trace) {
    std::vector<std::string> lines;
    for (const Hypothesis& h : lattice.hypotheses) {
        Trace written; // the joining of tokens to words is the run's
        written.model = trace.model;
        for (const int node : h.nodes) {
            TraceStep step;
            step.token.text = lattice.nodes[static_cast<std::size_t>(node)].text;
            step.token.is_end = h.finished && node == h.nodes.back();
            written.steps.push_back(std::move(step));
        }
        lines.push_back(padded_left(std::to_string(lines.size() + 1), 2) + "  " +
                        padded_left(formatted("%.3f", h.score), 8) + "  log p " +
                        padded_left(log_probability(h.log_prob), 8) + "  " +
                        printable(written_text(written)) + (h.finished ? "" : " …"));
    }
    if (std::string why = ruled_words(trace, "here"); !why.empty()) lines.push_back(std::move(why));
    return lines;
}

std::string_view note_of(const Trace& trace) {
    const tasks::Task* task = tasks::find(trace.model.task);
    return task ? task->reading_note(trace.source_text) : std::string_view();
}

} // namespace heed::cli
