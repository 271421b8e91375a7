#include "app/figures/compare/compare.h"
#include "app/figures/compare/own_past.h"
#include "app/figures/compare/parts.h"
#include "app/figures/maps/paper.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/trace_map.h"

#include "core/analysis/divergence.h"
#include "core/analysis/entropy.h"
#include "core/analysis/sharpness.h"
#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/words.h"

#include <algorithm>

namespace heed {

ComparePanel compare_panel(const std::string& score, const std::string& alignment) {
    ComparePanel panel;
    panel.key = panel.title = score;
    if (const ScoreInfo* info = find_score(score)) {
        panel.title = info->name;
        panel.formula = info->formula;
    }
    if (const attention::AlignmentInfo* info = attention::find_alignment(alignment);
        info && is_local(info->kind)) {
        panel.formula = panel.title + std::string(info->formula);
        panel.key = panel.title = alignment;
    }
    return panel;
}

ComparePanel compare_panel(std::shared_ptr<const Trace> trace) {
    ComparePanel panel = compare_panel(trace->model.score, trace->model.alignment);
    if (is_transformer(trace->model)) {
        panel.key = "transformer";
        panel.title = "Transformer";
        panel.formula = transformer::shown_words(transformer_facts(*trace));
    }
    panel.trace = std::move(trace);
    return panel;
}

namespace {

bool comparable(const ComparePanel& a, const ComparePanel& b) {
    return a.trace && b.trace && a.trace->has_weights() && b.trace->has_weights() &&
           a.trace->source_length() == b.trace->source_length();
}

CompareNumbers::Row numbers_of(const ComparePanel& panel) {
    CompareNumbers::Row row;
    if (!panel.trace) return row;
    const analysis::Judgement& judged = panel.judged;
    if (judged.own) row.error = judged.own->error_rate();
    row.forced_log_prob = judged.forced_log_prob;
    if (judged.alignment) {
        row.forced_error = judged.alignment->shift0.error_rate();
        row.forced_error_next = judged.alignment->shift1.error_rate();
        row.forced_error_soft = judged.alignment->soft.error_rate();
    }
    if (!is_weights_only(*panel.trace) && !rows_are_places(*panel.trace))
        row.log_prob = panel.trace->log_prob;
    if (!panel.trace->has_weights()) return row;
    const MatrixXf& weights = panel.trace->at(Quantity::Weights);
    row.entropy = analysis::mean_entropy(weights);
    row.sharpness = analysis::sharpness(weights);
    row.ceiling = analysis::saturation_ceiling(*panel.trace);
    row.short_rows = compare::has_short_rows(*panel.trace);
    if (panel.meaning && panel.meaning->gradient) row.tau = panel.meaning->gradient->mean;
    return row;
}

/// The output on which the pairs that wrote the same token there differ most, on average; -1: no such pair.
int most_different(std::span<const ComparePanel> panels) {
    std::vector<double> sum;
    std::vector<int> pairs;
    for (std::size_t a = 0; a < panels.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            if (!comparable(panels[a], panels[b])) continue;
            const Trace &left = *panels[a].trace, &right = *panels[b].trace;
            const auto shared = static_cast<std::size_t>(std::min(left.outputs(), right.outputs()));
            sum.resize(std::max(sum.size(), shared));
            pairs.resize(sum.size());
            for (std::size_t i = 0; i < shared; ++i) {
                const auto column = static_cast<Eigen::Index>(i);
                if (left.steps[i].token.text != right.steps[i].token.text) continue;
                const auto row = analysis::divergence(left.at(Quantity::Weights).col(column),
                                                      right.at(Quantity::Weights).col(column));
                if (!row) continue;
                sum[i] += *row;
                pairs[i] += 1;
            }
        }
    int best = -1;
    double most = 5e-4; // less prints as no difference
    for (std::size_t i = 0; i < sum.size(); ++i)
        if (pairs[i] > 0 && sum[i] / pairs[i] > most) {
            most = sum[i] / pairs[i];
            best = static_cast<int>(i);
        }
    return best;
}

} // namespace

CompareNumbers compare_numbers(std::span<const ComparePanel> panels) {
    CompareNumbers numbers;
    const std::size_t n = panels.size();
    numbers.divergence.resize(n * n);
    for (const ComparePanel& panel : panels) numbers.rows.push_back(numbers_of(panel));
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b <= a; ++b)
            if (panels[a].trace && panels[b].trace)
                numbers.divergence[a * n + b] = numbers.divergence[b * n + a] =
                    analysis::divergence(*panels[a].trace, *panels[b].trace);
    numbers.most_different = most_different(panels);
    return numbers;
}

Scene paper_compare(std::span<const ComparePanel> panels, const PaperSettings& settings,
                    const FigureStyle& style) {
    std::vector<TitledMap> maps;
    std::string caption, rest;
    bool places = true;
    for (const ComparePanel& panel : panels) {
        if (!panel.trace || !panel.trace->has_weights()) continue;
        const std::string& model = panel.trace->model.title;
        const std::string words = model.empty() ? "Attention weights" : model + ": attention weights";
        if (maps.empty()) caption = words;
        if (caption != words) caption = "Attention weights"; // of several models
        places = places && rows_are_places(*panel.trace);
        if (panel.trace->has(Quantity::PastWeights))
            rest += " " + panel.title + ": " + compare::past_share_words(*panel.trace) + ".";
        maps.push_back({panel.title, panel.formula, map_of(*panel.trace)});
    }
    if (maps.empty())
        throw Error("comparison", "nothing to draw", "a model that looks at a source while it writes",
                    "none (heed heads draws what the heads of a Transformer look at)");
    return paper_maps(
        maps,
        caption +
            (places ? ", what looks down, what it looks at across." : ", outputs down, source across.") +
            rest,
        settings, style);
}

} // namespace heed
