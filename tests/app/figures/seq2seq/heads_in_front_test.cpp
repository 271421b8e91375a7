// Step of a recurrent decoder with several heads: one is in front, and is said to be one of them.
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/network/network.h"
#include "core/analysis/heads/in_front.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/figure_test.h"
#include "tests/app/figures/seq2seq/inspector_checks.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

Seq2SeqConfig headed(const char* score, int heads, int values, int projection, Gate gate = Gate::None) {
    Seq2SeqConfig c = test::config_of(score);
    c.encoder.hidden = 6;
    c.decoder.hidden = c.attention.size = 12;
    c.attention.heads = heads;
    c.attention.values = values;
    c.attention.projection = projection;
    c.decoder.gate = gate;
    return c;
}

struct HeadInFront : FigureTest {
    static Trace run(const Seq2SeqConfig& config, int head) {
        return heads::with_head_in_front(test::random_trace(config), head);
    }
    Scene inspector(const Trace& trace, const PhaseInfo& phase, int i) const {
        return inspector_figure(trace, {.at = at_of(trace.outline, phase, i)}, 360, style);
    }
    std::string narration(const Trace& trace, const PhaseInfo& phase, int i) const {
        return narrate(trace, {.at = at_of(trace.outline, phase, i)}, dark_palette).sentence;
    }
};

TEST_F(HeadInFront, EveryMomentIsSound) {
    for (const char* score : {"additive", "scaled", "general", "projected"})
        for (const int values : {0, 8})
            for (const Gate gate : {Gate::None, Gate::Each}) {
                const Trace trace = run(headed(score, 4, values, values, gate), 2);
                NetworkSettings settings{.width = 1000, .height = 808};
                for (int at = 0; at <= trace.outline.total(); ++at) {
                    const std::string where = std::string(score) + " " + std::to_string(at);
                    expect_sound(network_figure(trace, {.at = at}, settings, style), where);
                    if (at == 0) continue;
                    const Scene scene = inspector_figure(trace, {.at = at}, 360, style);
                    EXPECT_EQ(unsound(scene), "") << where;
                    inspector_checks::expect_readable(scene, *metrics);
                    EXPECT_FALSE(narrate(trace, {.at = at}, dark_palette).sentence.empty()) << where;
                }
            }
}

// Where a head's own numbers stand it is said whose they are; where all heads' are, it is not.
TEST_F(HeadInFront, IsNamedWhereItsNumbersStand) {
    const Trace trace = run(headed("additive", 4, 0, 0), 1);
    for (const PhaseInfo* phase : {&seq2seq::Score, &seq2seq::Softmax, &seq2seq::Context}) {
        EXPECT_TRUE(says(inspector(trace, *phase, 2), "head 2 of 4")) << phase->id;
        EXPECT_NE(narration(trace, *phase, 2).find("in head 2 of 4"), std::string::npos) << phase->id;
    }
    for (const PhaseInfo* phase : {&seq2seq::State, &seq2seq::Distribution, &seq2seq::Annotate})
        EXPECT_FALSE(says(inspector(trace, *phase, 2), "head 2 of 4")) << phase->id;
    const NetworkSettings settings{.width = 1000, .height = 808};
    EXPECT_TRUE(
        says(network_figure(trace, {.at = trace.outline.total()}, settings, style), "of head 2 of 4"));
    // One head with values of its own is not one of several.
    const Trace one = run(headed("additive", 1, 8, 8), 0);
    EXPECT_FALSE(says(inspector(one, seq2seq::Context, 2), "head"));
    EXPECT_EQ(narration(one, seq2seq::Context, 2).find("head"), std::string::npos);
}

// The sum of the card is the head's own, and below it stands what all heads find together.
TEST_F(HeadInFront, TheContextIsItsOwnSumAndThenThatOfAll) {
    const Trace trace = run(headed("additive", 3, 6, 5), 2);
    const Scene scene = inspector(trace, seq2seq::Context, 1);
    EXPECT_TRUE(says(scene, "Brought together"));
    EXPECT_TRUE(says(scene, "3 heads"));
    const Eigen::VectorXf own = trace.at(Quantity::HeadContext, 0, 2).col(1);
    bool printed = false;
    for (Eigen::Index k = 0; k < own.size(); ++k) printed = printed || prints(scene, fixed(own(k), 3));
    EXPECT_TRUE(printed);
    EXPECT_FALSE(
        says(inspector(run(headed("additive", 1, 6, 0), 0), seq2seq::Context, 1), "Brought together"));
}

} // namespace
} // namespace heed
