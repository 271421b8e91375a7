#include "app/figures/compare.h"

#include "core/analysis/divergence.h"
#include "core/analysis/entropy.h"
#include "core/analysis/sharpness.h"

#include <algorithm>
#include <cmath>

namespace heed {

namespace {

struct Shown {
    std::string_view score, title, formula;
};
/// s the query, h an annotation, y the token written last, c the context before, f features of the last
/// weights, C what has been covered.
constexpr Shown shown_scores[] = {
    {"none", "none", "fixed context"},
    {"additive", "additive", "v^T|tanh(W|s + U|h)"},
    {"concat", "concat", "v^T|tanh(W|[s; h])"},
    {"dot", "dot", "s^T|h"},
    {"scaled", "scaled dot", "s^T|h / √|d"},
    {"general", "general", "s^T|W|h"},
    {"cosine", "cosine", "cos(s, h)"},
    {"cosine-beta", "cosine β", "β cos(s, h)"},
    {"location", "location", "W|s  (no h)"},
    {"location-aware", "location-aware", "v^T|tanh(W|s + U|h + V|f)"},
    {"coverage", "coverage", "v^T|tanh(W|s + U|h + V|C)"},
    {"token", "token", "v^T|tanh(A|[h; y])  (no s)"},
    {"token-plain", "token, plain", "tanh(a · [h; y])"},
    {"token-context", "token, context", "v^T|tanh(A|[h; y; c])"},
    {"token-language", "token, language", "v^T|tanh(A|[h; y; l])"},
    {"own-past", "own past", "s^T|W|[h; s]"},
};

std::string_view window_of(const std::string& alignment) {
    return alignment == "local-m" ? " · window at i" : alignment == "local-p" ? " · window at p" : "";
}

} // namespace

ComparePanel compare_panel(const std::string& score, const std::string& alignment) {
    ComparePanel panel;
    panel.key = panel.title = panel.formula = score;
    for (const Shown& row : shown_scores)
        if (row.score == score) {
            panel.title = row.title;
            panel.formula = row.formula;
        }
    if (const std::string_view window = window_of(alignment); !window.empty()) {
        panel.formula = panel.title + std::string(window);
        panel.key = panel.title = alignment;
    } else if (panel.formula == panel.title) {
        panel.formula.clear(); // nothing more to say of it
    }
    return panel;
}

ComparePanel compare_panel(std::shared_ptr<const Trace> trace) {
    ComparePanel panel = compare_panel(trace->model.score, trace->model.alignment);
    panel.trace = std::move(trace);
    return panel;
}

CompareGrid compare_grid(int panels) {
    if (panels <= 3) return {panels, panels > 0 ? 1 : 0};
    const int columns = panels == 4 ? 2 : 3;
    return {columns, (panels + columns - 1) / columns};
}

MatrixXf compared_weights(const Trace& trace, double temperature) {
    MatrixXf weights = trace.at(Quantity::Weights);
    if (temperature == 1) return weights;
    for (Eigen::Index i = 0; i < weights.cols(); ++i) {
        const float sum = weights.col(i).sum(), largest = weights.col(i).maxCoeff();
        if (!(largest > 0)) continue;
        weights.col(i) = (weights.col(i) / largest).array().pow(static_cast<float>(1 / temperature));
        weights.col(i) *= sum / weights.col(i).sum();
    }
    return weights;
}

namespace {

bool comparable(const ComparePanel& a, const ComparePanel& b) {
    return a.trace && b.trace && a.trace->has_weights() && b.trace->has_weights() &&
           a.trace->source_length() == b.trace->source_length();
}

CompareNumbers::Row numbers_of(const ComparePanel& panel) {
    CompareNumbers::Row row;
    if (panel.alignment) {
        row.error = panel.alignment->shift0.error_rate();
        row.error_next = panel.alignment->shift1.error_rate();
        row.error_soft = panel.alignment->soft.error_rate();
    }
    if (!panel.trace) return row;
    row.log_prob = panel.trace->log_prob;
    if (!panel.trace->has_weights()) return row;
    const MatrixXf& weights = panel.trace->at(Quantity::Weights);
    row.entropy = analysis::mean_entropy(weights);
    row.sharpness = analysis::sharpness(weights);
    row.ceiling = analysis::saturation_ceiling(*panel.trace);
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
    double most = -1;
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

} // namespace heed
