#include "app/figures/base/format.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/app/figures/seq2seq/inspector_checks.h"
#include "tests/support/sample_trace.h"
#include "tests/support/stub_metrics.h"

#include <cmath>
#include <gtest/gtest.h>

namespace heed {
namespace {

using namespace inspector_checks;

struct InspectorOfOutputs : testing::Test {
    StubMetrics metrics;
    FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};

    Scene at(const Trace& trace, const PhaseInfo& kind, int position) const {
        return inspector_figure(trace, {.at = at_of(trace.outline, {kind, 0}, position)}, width, style);
    }
};

TEST_F(InspectorOfOutputs, DistributionAndChoice) {
    const Trace trace = sample_trace(13, 11);
    const Eigen::VectorXf log_probs = trace.at(Quantity::LogProbs).col(6);
    const Scene distribution = at(trace, seq2seq::Distribution, 6);
    EXPECT_TRUE(shows(distribution, probability(std::exp(log_probs.maxCoeff()))));
    EXPECT_TRUE(shows(distribution, "Five best of " + std::to_string(log_probs.size())));

    const Scene choose = at(trace, seq2seq::Choose, 6);
    double total = 0;
    for (int i = 0; i <= 6; ++i) total += trace.steps[static_cast<std::size_t>(i)].log_prob;
    EXPECT_TRUE(shows(choose, fixed(total, 3)));
    int alternatives = 0;
    for (const Pick& pick : choose.picks)
        if (pick.id.kind == PickKind::Candidate) {
            ++alternatives;
            EXPECT_NE(pick.id.k, trace.steps[6].token.id);
            EXPECT_EQ(pick.id.name, (*trace.target_vocabulary)[static_cast<std::size_t>(pick.id.k)]);
        }
    EXPECT_EQ(alternatives, 4);
}

TEST_F(InspectorOfOutputs, LargeVocabulariesAreAHistogram) {
    const Trace trace = sample_trace(60, 58, {.words = true});
    ASSERT_GT(trace.at(Quantity::Logits).rows(), 40);
    EXPECT_TRUE(shows(at(trace, seq2seq::Distribution, 3), "how many of each size"));
}

TEST_F(InspectorOfOutputs, OfAnAlmostCertainOutputNothingReadsOneAndTheNumbersKeepApart) {
    Trace trace = sample_trace(13, 11);
    MatrixXf log_probs = trace.at(Quantity::LogProbs);
    const double p = 0.99962;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const auto column = static_cast<Eigen::Index>(i);
        log_probs.col(column).setConstant(
            static_cast<float>(std::log((1 - p) / static_cast<double>(log_probs.rows() - 1))));
        log_probs(trace.steps[i].token.id, column) = static_cast<float>(std::log(p));
        trace.steps[i].log_prob = static_cast<float>(std::log(p));
        trace.steps[i].forced = false;
    }
    trace.set(Quantity::LogProbs, 0, log_probs);
    const Scene choose = at(trace, seq2seq::Choose, 8);
    EXPECT_EQ(overlapping(choose, metrics), "");
    std::string all;
    for (const TextItem* text : items_of<TextItem>(choose)) all += text->text + "|";
    EXPECT_NE(all.find("argmax(0.9996"), std::string::npos) << all;
    EXPECT_EQ(all.find("1.000"), std::string::npos) << all;
}

} // namespace
} // namespace heed
