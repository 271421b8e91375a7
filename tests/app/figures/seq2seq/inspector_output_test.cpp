#include "app/figures/base/format.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/app/figures/seq2seq/inspector_checks.h"
#include "tests/support/samples/sample_trace.h"
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
    EXPECT_TRUE(shows(choose, log_prob_number(total)));
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
    for (const PhaseInfo* phase : {&seq2seq::Distribution, &seq2seq::Choose}) {
        const Scene scene = at(trace, *phase, 8);
        EXPECT_EQ(overlapping(scene, metrics), "");
        std::string all;
        for (const TextItem* text : items_of<TextItem>(scene)) all += text->text + "|";
        EXPECT_NE(all.find(phase == &seq2seq::Choose ? "argmax(0.9996" : "|0.9996|"), std::string::npos)
            << all;
        EXPECT_EQ(all.find("1.000"), std::string::npos) << all;
    }
}

TEST_F(InspectorOfOutputs, WhatIsChosenDoesNotReadOneThoughItsLeadDoesNot) {
    Trace trace = sample_trace(13, 11);
    MatrixXf log_probs = trace.at(Quantity::LogProbs);
    const float p = 0.999952f; // four decimals would be 1.0000, those of its lead 0.9999
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        log_probs.col(static_cast<Eigen::Index>(i)).setConstant(std::log((1 - p) / 2));
        log_probs(trace.steps[i].token.id, static_cast<Eigen::Index>(i)) = std::log(p);
        trace.steps[i].forced = false;
    }
    trace.set(Quantity::LogProbs, 0, log_probs);
    std::string all;
    const Scene scene = at(trace, seq2seq::Choose, 8);
    for (const TextItem* text : items_of<TextItem>(scene)) all += text->text + "|";
    EXPECT_NE(all.find("argmax(0.99995"), std::string::npos) << all;
}

TEST_F(InspectorOfOutputs, ASmallLogProbabilityIsNotZero) {
    Trace trace = sample_trace(13, 11);
    for (TraceStep& step : trace.steps) step.log_prob = -0.0001f;
    const Scene choose = at(trace, seq2seq::Choose, 2);
    EXPECT_TRUE(shows(choose, "−0.0003"));
    EXPECT_FALSE(shows(choose, "0.000"));
}

TEST_F(InspectorOfOutputs, SymbolsOfTheMixEndBeforeItsStrips) {
    for (const int length : {13, 130, 1200}) {
        const Trace trace = sample_trace(length, length + 1);
        const Scene scene = at(trace, seq2seq::Context, length - 1);
        float top = 0, strips = 0;
        for (const TextItem& text : texts(scene))
            if (text.text == "The mix") top = text.at.y;
        ASSERT_GT(top, 0);
        Box all{};
        for (const Pick& pick : scene.picks)
            if (pick.id.kind == PickKind::Unit && pick.id.k == 0 && pick.box.y > top) all = pick.box;
        strips = all.x;
        ASSERT_GT(strips, 0);
        int symbols = 0;
        for (const TextItem& text : texts(scene)) {
            const Box box = box_of(text, metrics);
            if (text.at.y < all.y || text.at.y > all.bottom()) continue;
            ++symbols;
            EXPECT_LE(box.right(), strips) << text.text << " " << length;
        }
        EXPECT_GE(symbols, 5);
    }
}

} // namespace
} // namespace heed
