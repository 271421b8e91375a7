#include "app/state/step/layers/front.h"

#include "app/state/session/session.h"
#include "app/state/step/what_if.h"
#include "app/state/update.h"
#include "core/decode/run.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

AppState over(int heads) {
    Seq2SeqConfig config = test::config_of("additive");
    config.attention.heads = heads;
    config.attention.size = 12;
    AppState s;
    s.model = std::make_shared<const Model>(test::random_model(config));
    s.model_name = "model";
    s.facts = s.model->facts;
    update(s, {"type", "3 mar 87"});
    Request request = wanted_request(s), shorter = request;
    shorter.max_steps = 6;
    auto trace = std::make_shared<const Trace>(decode::run(*s.model, shorter));
    apply(s, RunFinished{request, trace, trace->source_length() - 1, false, s.input.size(), {}});
    return s;
}

TEST(HeadInStep, IsBroughtByTheKeysAndGoesRound) {
    AppState s = over(3);
    EXPECT_EQ(heads_in_step(s), 3);
    EXPECT_EQ(head_in_step(s), 0);
    update(s, {"head-after"});
    EXPECT_EQ(head_in_step(s), 1);
    update(s, {"head-before"});
    update(s, {"head-before"});
    EXPECT_EQ(head_in_step(s), 2);
    Command named{"bring-head"}; // as a click in the atlas does
    named.i = 1;
    named.j = 1;
    update(s, named);
    EXPECT_EQ(head_in_step(s), 1);
    const auto seen = with_head_in_step(s, s.trace);
    EXPECT_EQ(seen->at(Quantity::Weights), s.trace->at(Quantity::HeadWeights, 0, 1));
    EXPECT_NE(s.trace->at(Quantity::Weights), seen->at(Quantity::Weights)) << "the run itself stays";
}

TEST(HeadInStep, OfOneHeadThereIsNothingToChoose) {
    AppState s = over(1);
    EXPECT_EQ(heads_in_step(s), 0);
    EXPECT_FALSE(is_enabled(command_info("head-after"), s));
    EXPECT_EQ(with_head_in_step(s, s.trace), s.trace);
}

// The bar that a hand takes hold of is the one that is seen, not the mean of the heads.
TEST(HeadInStep, WhatIsTakenHoldOfIsTheWeightOfTheHeadInFront) {
    AppState s = over(3);
    s.playback.at = s.total();
    s.selection.row = 2;
    s.selection.column = 4;
    update(s, {"head-after"});
    const float seen = s.trace->at(Quantity::HeadWeights, 0, 1)(4, 2);
    ASSERT_NE(seen, s.trace->weight(2, 4)) << "else nothing is tested";
    EXPECT_EQ(weight_seen(s, 2, 4), seen);
    EXPECT_EQ(weight_seen(s, 2, 400), 0);
    update(s, {"lock"});
    EXPECT_EQ(s.edits.rows.at(2).held.at(4), seen);
    ASSERT_FALSE(s.toasts.empty());
    EXPECT_TRUE(s.toasts.back().detail.starts_with("It is that of head 2")) << s.toasts.back().detail;
    AppState one = over(1);
    EXPECT_EQ(weight_seen(one, 2, 4), one.trace->weight(2, 4));
}

// No one row says what an output of several heads reads, so no least change of one is looked for.
TEST(HeadInStep, NoLeastChangeIsLookedFor) {
    AppState s = over(3), one = over(1);
    for (AppState* each : {&s, &one}) {
        each->playback.at = each->total();
        each->selection.row = 2;
    }
    EXPECT_TRUE(is_enabled(command_info("flip"), one));
    EXPECT_FALSE(is_enabled(command_info("flip"), s));
}

} // namespace
} // namespace heed
