#include "app/figures/trace_map.h"

#include "app/figures/tokens.h"
#include "core/base/error.h"
#include "core/models/seq2seq/facts.h"
#include "core/text/strings.h"

#include <cmath>

namespace heed {
namespace {

std::string describe(const ModelFacts& model) {
    if (model.score.empty()) return "Attention weights, computed elsewhere.";
    std::string text = capitalized(model.score) + " attention";
    if (!model.alignment.empty() && model.alignment != "global") text += ", " + model.alignment;
    if (!seq2seq_facts(model).cell.empty()) text += ", " + ascii_upper(seq2seq_facts(model).cell);
    if (seq2seq_facts(model).hidden > 0) text += " " + std::to_string(seq2seq_facts(model).hidden);
    return text + ".";
}

constexpr int most_words = 120; // labels of one side: more are not pointed at one by one

} // namespace

LabelledMap map_of(const Trace& trace) {
    LabelledMap map;
    map.columns.reserve(trace.source.size());
    map.rows.reserve(trace.steps.size());
    for (int j = 0; j < trace.source_length(); ++j) {
        MapLabel& label = map.columns.emplace_back();
        label.text = shown_source(trace, j);
        label.number = j + 1;
        label.quiet = is_quiet_source(trace, j);
        if (trace.source_length() <= most_words)
            label.words = "Source token " + std::to_string(j + 1) + ", " + quoted_source(trace, j);
    }
    for (int i = 0; i < trace.outputs(); ++i) {
        const TraceStep& step = trace.steps[static_cast<std::size_t>(i)];
        MapLabel& label = map.rows.emplace_back();
        label.text = shown_output(trace, i);
        label.number = i + 1;
        label.quiet = step.token.is_end;
        label.bright = step.forced && trace.request.score.empty(); // not those of a run scored otherwise
        if (trace.outputs() <= most_words)
            label.words = "Output " + std::to_string(i + 1) + ", " + quoted_output(trace, i) +
                          ", probability " + probability(std::exp(static_cast<double>(step.log_prob)));
    }
    if (trace.has_weights()) map.values = trace.at(Quantity::Weights);
    return map;
}

LabelledMap labelled_map(const Trace& trace) {
    if (!trace.has_weights()) throw Error(trace.model.name, "this model has no attention weights to draw");
    LabelledMap map = map_of(trace);
    map.caption = describe(trace.model);
    return map;
}

} // namespace heed
