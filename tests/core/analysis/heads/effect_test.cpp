// What changed heads do to one run, and over pairs.
#include "core/analysis/heads/effect.h"

#include "core/analysis/heads/cost.h"
#include "core/analysis/heads/pairs/over_pairs.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/transformer/values.h"
#include "tests/support/samples/sample_heads.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed::heads {
namespace {

Request reading(const std::string& text) {
    Request request;
    request.text = text;
    request.max_steps = 6;
    return request;
}

struct HeadEffect : testing::Test {
    const Model model = test::small_transformer();
    const Trace run = decode::run(model, reading("a b c d"));
    Trace without(const HeadPlace& place, HeadEdit edit = {}) const {
        Edits edits;
        edits.heads[place] = std::move(edit);
        return forced_run(model, run, edits);
    }
};

TEST_F(HeadEffect, AForcedRunWritesTheSameWordsAndHasTheirLogP) {
    const auto words = written_of(run);
    ASSERT_EQ(static_cast<int>(words.size()), run.outputs());
    const Trace same = forced_run(model, run, {});
    const auto values = log_probs_of(same, words);
    double sum = 0;
    for (std::size_t n = 0; n < words.size(); ++n) {
        ASSERT_TRUE(values[n]);
        EXPECT_EQ(*values[n], words[n].log_prob);
        sum += *values[n];
    }
    EXPECT_NEAR(sum, run.log_prob, 1e-6);
    const Trace off = without({HeadKind::Cross, 1, 0});
    EXPECT_EQ(off.target_text, run.target_text);
    EXPECT_NE(off.log_prob, run.log_prob);
    EXPECT_FALSE(log_probs_of(off, {{99, 1, "x"}}).front()); // there is no such output
}

TEST_F(HeadEffect, WhatIsTakenAwayIsTheLengthOfWhatTheHeadAdded) {
    const HeadPlace place{HeadKind::Cross, 1, 1};
    const Trace off = without(place);
    const auto& v = transformer::decoder_values.cross;
    const MatrixXf weight = run.parameters->at("decoder.layers.1.cross.output.weight"); // (d, h d_h)
    const Eigen::Index each = weight.cols() / 2;
    const MatrixXf added = weight.middleCols(each, each) * run.at(v.contexts, 1, 1);
    const MatrixXf read = run.at(v.output_sum, 1) - run.at(v.result, 1);
    const auto one = taken_away(run, off, place, 2), mean = taken_away(run, off, place, -1);
    ASSERT_TRUE(one && mean);
    EXPECT_NEAR(one->changed, static_cast<double>(added.col(2).norm()), 1e-5);
    EXPECT_NEAR(one->read, static_cast<double>(read.col(2).norm()), 1e-5);
    EXPECT_NEAR(mean->changed, static_cast<double>(added.colwise().norm().mean()), 1e-5);
    EXPECT_FALSE(taken_away(run, off, place, run.outputs()));
    Trace bare = run; // as of a model whose matrices stay as its file has them
    bare.parameters = nullptr;
    EXPECT_FALSE(taken_away(bare, off, place, 2));
    const auto through = written_through(model, place);
    ASSERT_TRUE(through);
    EXPECT_NEAR(taken_away(bare, off, place, 2, *through)->changed, one->changed, 1e-6);
    EXPECT_FALSE(written_through(model, {HeadKind::Cross, 7, 0}));
    const auto nothing = taken_away(run, forced_run(model, run, {}), place, -1);
    ASSERT_TRUE(nothing);
    EXPECT_EQ(nothing->changed, 0);
}

TEST_F(HeadEffect, OnlyHeadsAboveLookElsewhere) {
    const HeadPlace place{HeadKind::Cross, 0, 1};
    double above = 0;
    for (const Shift& shift : shifts(run, without(place))) {
        const bool is_above = shift.head.kind != HeadKind::Encoder && shift.head.site.layer == 1;
        if (is_above)
            above += shift.bits;
        else
            EXPECT_EQ(shift.bits, 0) << shift.head.name;
    }
    EXPECT_GT(above, 0);
    const auto all = shifts(run, without({HeadKind::Cross, 0, 1}, {HeadEdit::Kind::Uniform}));
    EXPECT_EQ(all.size(), 12u);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                               [](const Shift& a, const Shift& b) { return a.bits > b.bits; }));
}

TEST_F(HeadEffect, ACostIsTheLossOfTheForcedRun) {
    const auto costs = costs_of_heads(model, run);
    ASSERT_EQ(costs.size(), 12u);
    for (const Cost& cost : costs)
        EXPECT_NEAR(cost.nats, run.log_prob - without(cost.place).log_prob, 1e-5) << to_string(cost.place);
}

TEST_F(HeadEffect, HeldAtItsMeanAHeadCostsWhatTheForcedRunLoses) {
    const auto off = costs_of_heads(model, run),
               held = costs_of_heads(model, run, in_turn, nullptr, HeadEdit::Kind::Mean);
    ASSERT_EQ(held.size(), 12u);
    bool other = false;
    for (std::size_t n = 0; n < held.size(); ++n) {
        EXPECT_NEAR(held[n].nats, run.log_prob - without(held[n].place, {HeadEdit::Kind::Mean}).log_prob,
                    1e-5)
            << to_string(held[n].place);
        other = other || std::abs(held[n].nats - off[n].nats) > 1e-4;
    }
    EXPECT_TRUE(other);
}

TEST_F(HeadEffect, PairsAreScoredByARunThatIsForcedAndOneThatIsNot) {
    const std::string own = run.target_text;
    Request request;
    request.text = "a b c d";
    request.target = "b a";
    const Trace forced = decode::run(model, request);
    const Pair pair = read_pair(model, "a b c d\tb a", "pairs", 1);
    const PairsScore score = score_pair(model, pair, {}, {});
    EXPECT_EQ(score.pairs, 1);
    EXPECT_EQ(score.outputs, 3); // and the end
    EXPECT_NEAR(score.log_prob, forced.log_prob, 1e-6);
    EXPECT_EQ(score.exact, 0);
    const HeadEdits off{{{HeadKind::Cross, 1, 1}, {}}};
    EXPECT_NE(score_pair(model, pair, off, {}).log_prob, score.log_prob);
    PairsScore sum = score;
    sum += score;
    EXPECT_EQ(sum.pairs, 2);
    EXPECT_NEAR(sum.per_output(), score.per_output(), 1e-12);
    EXPECT_THROW(score_pair(model, read_pair(model, "a b", "pairs", 1), {}, {}), Error);
}

} // namespace
} // namespace heed::heads
