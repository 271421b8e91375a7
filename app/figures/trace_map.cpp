#include "app/figures/trace_map.h"

#include "app/figures/maps/cells.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/tokens.h"
#include "core/base/error.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/words.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

std::string describe(const Trace& trace) {
    const ModelFacts& model = trace.model;
    if (model.score.empty()) return "Attention weights, computed elsewhere.";
    const int heads = seq2seq_facts(model).heads, front = seq2seq_facts(model).front;
    std::string text = heads > 1 && front < 0 ? "Mean of the " + std::to_string(heads) + " heads of " +
                                                    model.score + " attention"
                                              : capitalized(model.score) + " attention";
    if (heads > 1 && front >= 0)
        text += ", head " + std::to_string(front + 1) + " of " + std::to_string(heads);
    if (is_transformer(model)) text += ", " + shown_map_words(trace);
    if (!model.alignment.empty() && model.alignment != "global") text += ", " + model.alignment;
    if (!seq2seq_facts(model).cell.empty()) text += ", " + ascii_upper(seq2seq_facts(model).cell);
    if (seq2seq_facts(model).hidden > 0) text += " " + std::to_string(seq2seq_facts(model).hidden);
    return text + ".";
}

/// Which were chosen to stand for the run, with what was done to them; empty: none was.
std::string named_heads(const Trace& trace) {
    const bool named = is_transformer(trace.model) && !transformer_facts(trace).shown.empty();
    return named ? transformer::shown_words(trace) : std::string();
}

/// Of a map that is not over outputs and a source.
std::string describe(const Trace& trace, const AttentionMap& of) {
    const std::string score = of.rows_sum_to_one ? trace.model.score : "";
    const std::string head = named_heads(trace);
    return std::string(of.site.quantity.info().meaning) + (score.empty() ? "" : ": " + score) +
           (head.empty() ? "." : ", " + head + ".");
}

/// Places without a name are numbered.
std::vector<MapLabel> labels_of(const std::vector<std::string>& names, Eigen::Index count) {
    std::vector<MapLabel> labels(static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < labels.size(); ++k) {
        labels[k].number = static_cast<int>(k) + 1;
        labels[k].text = k < names.size() ? shown(names[k]) : std::to_string(k + 1);
    }
    return labels;
}

/// Tokens that a model reads and asks by: frames are quiet, as they are in a source.
void quieten(const Trace& trace, std::vector<MapLabel>& labels, const std::vector<std::string>& names) {
    for (std::size_t k = 0; k < std::min(labels.size(), names.size()); ++k)
        for (int j = 0; j < trace.source_length(); ++j)
            if (is_quiet_source(trace, j) && trace.source[static_cast<std::size_t>(j)].text == names[k]) {
                labels[k].text = shown_source(trace, j);
                labels[k].quiet = true;
            }
}

/// Weights in their colours; numbers of either sign as far as the largest reaches.
LabelledMap labelled_map(const Trace& trace, const AttentionMap& of) {
    LabelledMap map;
    map.values = *of.weights;
    map.rows = labels_of(of.row_labels, map.values.cols());
    map.columns = labels_of(of.column_labels, map.values.rows());
    if (of.rows == Axis::Step) {
        quieten(trace, map.rows, of.row_labels);
        quieten(trace, map.columns, of.column_labels);
    }
    map.row_axis = capitalized(std::string(to_string(of.rows)));
    map.column_axis = capitalized(std::string(to_string(of.columns)));
    const float largest = map.values.size() > 0 ? map.values.cwiseAbs().maxCoeff() : 0;
    if (!of.rows_sum_to_one) map.scale = round_above(largest);
    map.caption = describe(trace, of);
    return map;
}

constexpr int most_words = 120; // labels of one side: more are not pointed at one by one

} // namespace

LabelledMap map_of(const Trace& trace) {
    LabelledMap map = labels_of(trace);
    if (trace.has_weights()) map.values = trace.at(Quantity::Weights);
    return map;
}

LabelledMap labels_of(const Trace& trace) {
    LabelledMap map;
    map.columns.reserve(trace.source.size());
    map.rows.reserve(trace.steps.size());
    for (int j = 0; j < trace.source_length(); ++j) {
        MapLabel& label = map.columns.emplace_back();
        label.text = unmarked(shown_source(trace, j));
        label.number = j + 1;
        label.quiet = is_quiet_source(trace, j);
        if (trace.source_length() <= most_words)
            label.words = "Source token " + std::to_string(j + 1) + ", " + quoted_source(trace, j);
    }
    if (rows_are_places(trace)) {
        map.rows = map.columns;
        map.rows.resize(static_cast<std::size_t>(trace.outputs()));
        map.row_axis = map.column_axis;
        return map;
    }
    for (int i = 0; i < trace.outputs(); ++i) {
        const TraceStep& step = trace.steps[static_cast<std::size_t>(i)];
        MapLabel& label = map.rows.emplace_back();
        label.text = unmarked(shown_output(trace, i)); // both sides alike
        label.number = i + 1;
        label.quiet = step.token.is_end;
        label.bright = step.forced && trace.request.score.empty(); // not those of a run scored otherwise
        if (trace.outputs() > most_words) continue;
        label.words = "Output " + std::to_string(i + 1) + ", " + quoted_output(trace, i);
        if (!is_weights_only(trace)) // no model, no probability
            label.words += ", probability " + probability(std::exp(static_cast<double>(step.log_prob)));
    }
    return map;
}

bool rows_are_places(const Trace& trace) {
    return is_transformer(trace.model) && !transformer_facts(trace).config.decodes();
}

std::string shown_map_words(const Trace& trace) {
    if (!is_transformer(trace.model)) return {};
    if (!trace.has_weights()) return named_heads(trace);
    const bool alone = transformer_facts(trace).config.kind == transformer::Kind::Decoder;
    return transformer::shown_words(trace) +
           (alone ? "; what a row lacks to 1 is on the output before it" : "");
}

bool has_labelled_map(const Trace& trace) { return trace.has_weights() || !trace.maps().empty(); }

LabelledMap labelled_map(const Trace& trace) {
    if (!trace.has_weights()) {
        const std::vector<AttentionMap> maps = trace.maps();
        if (maps.empty()) throw Error(trace.model.name, "this model has no attention weights to draw");
        return labelled_map(trace, maps.front());
    }
    LabelledMap map = map_of(trace);
    map.caption = describe(trace);
    return map;
}

} // namespace heed
