#include "tests/support/samples/sample_panels.h"

#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

enum class Like { Power, Band, Window, Nothing };
struct Function {
    const char *score, *alignment;
    Like like;
    float strength; // exponent, or width
};
constexpr std::array<Function, 9> functions{{{"additive", "global", Like::Power, 1.0f},
                                             {"dot", "global", Like::Power, 2.2f},
                                             {"scaled", "global", Like::Power, 0.6f},
                                             {"general", "global", Like::Power, 1.3f},
                                             {"location", "global", Like::Band, 1.3f},
                                             {"general", "local-p", Like::Window, 1.0f},
                                             {"cosine", "global", Like::Power, 0.25f},
                                             {"concat", "global", Like::Power, 0.9f},
                                             {"none", "global", Like::Nothing, 0}}};

MatrixXf weights_like(const MatrixXf& weights, const Function& f) {
    MatrixXf result = weights;
    for (Eigen::Index i = 0; i < weights.cols(); ++i) {
        Eigen::Index strongest = 0;
        weights.col(i).maxCoeff(&strongest);
        const float middle =
            static_cast<float>(i) * static_cast<float>(weights.rows()) / static_cast<float>(weights.cols());
        for (Eigen::Index j = 0; j < weights.rows(); ++j) {
            const float away =
                static_cast<float>(j) - (f.like == Like::Band ? middle : static_cast<float>(strongest));
            const float bell = std::exp(-away * away / (2 * f.strength * f.strength));
            result(j, i) = f.like == Like::Power  ? std::pow(weights(j, i) + 1e-3f, f.strength)
                           : f.like == Like::Band ? bell + 1e-3f
                                                  : weights(j, i) * bell;
        }
        if (f.like != Like::Window) result.col(i) /= result.col(i).sum();
    }
    return result;
}

/// Its output differs in the second token, and has one more.
void write_otherwise(Trace& trace) {
    trace.steps[1].token.text = "autre";
    TraceStep more = trace.steps[2];
    trace.steps.insert(trace.steps.begin() + 3, more);
    const MatrixXf& old = trace.at(Quantity::Weights);
    MatrixXf weights(old.rows(), old.cols() + 1);
    weights << old.leftCols(3), old.col(2), old.rightCols(old.cols() - 3);
    trace.set(Quantity::Weights, 0, weights);
    trace.target_text.clear();
    for (const TraceStep& step : trace.steps)
        if (!step.token.is_end) trace.target_text += (trace.target_text.empty() ? "" : " ") + step.token.text;
}

} // namespace

std::vector<ComparePanel> sample_panels(const SamplePanels& options) {
    SampleOptions sample, without;
    sample.words = without.words = options.words;
    without.score = "none";
    const Trace base = sample_trace(options.sources, options.outputs, sample);
    std::vector<Link> sure;
    for (int i = 0; i + 1 < base.outputs(); ++i) {
        Eigen::Index j = 0;
        base.at(Quantity::Weights).col(i).maxCoeff(&j);
        sure.push_back({static_cast<int>(j), i});
    }
    std::vector<ComparePanel> panels;
    for (int n = 0; n < std::min<int>(options.count, static_cast<int>(functions.size())); ++n) {
        const Function& f = functions[static_cast<std::size_t>(n)];
        const bool none = f.like == Like::Nothing;
        Trace trace = none ? sample_trace(options.sources, options.outputs, without) : base;
        trace.model.score = f.score;
        trace.model.alignment = f.alignment;
        trace.log_prob = base.log_prob * (1 + 0.35 * n);
        if (!none) trace.set(Quantity::Weights, 0, weights_like(base.at(Quantity::Weights), f));
        analysis::AlignmentError error;
        if (!none) error.add(trace.at(Quantity::Weights), sure, {});
        const bool other = options.others && std::string(f.score) == "location" && trace.outputs() > 4;
        if (other) write_otherwise(trace);
        ComparePanel panel = compare_panel(std::make_shared<const Trace>(std::move(trace)));
        if (options.gold && !none) {
            panel.judged.alignment = error;
            panel.judged.own = error.shift0;
        }
        if (options.gold && !other) {
            panel.judged.has_gold = panel.judged.right = true;
            panel.judged.sure = sure;
        }
        panels.push_back(std::move(panel));
    }
    return panels;
}

} // namespace heed
