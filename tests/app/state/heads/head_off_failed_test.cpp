// Changed heads that cannot be compared.
#include "app/state/jobs/runs.h"
#include "tests/app/state/heads/changed_heads.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using test::give, test::over_heads;

/// What they are compared with may fail: that is said, and it is asked for again when the user says so.
TEST(HeadOffState, WhatFailsIsSaidAndTriedAgain) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:1:0=off"});
    give(s, {"keep"});
    give(s, {"head-edit", "cross:0:1=off"});
    EXPECT_EQ(head_off_problem(s), "");
    ASSERT_TRUE(head_off_is_new(s));
    const auto own = wanted_runs(s).own_heads;
    ASSERT_TRUE(own);
    s.cache.forget(model_id(s), *own);
    s.runs.failed = {{*own, "out of memory"}};
    update(s, {"hover", "", -1});
    EXPECT_FALSE(head_off_is_new(s));
    EXPECT_EQ(head_off_words(s),
              "The run that this is compared with, the model’s own, failed: out of memory.");
    EXPECT_EQ(head_off_json(s)["problem"], head_off_words(s));
    give(s, {"head-off-again"});
    EXPECT_EQ(head_off_problem(s), "");
    EXPECT_TRUE(s.runs.failed.empty());
    EXPECT_TRUE(head_off_is_new(s));
}

/// What was kept may not run, in a session from elsewhere for one: the model's own run is compared with then.
TEST(HeadOffState, WhereTheKeptRunFailsTheModelIsComparedWith) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:1:0=off"});
    EXPECT_FALSE(can_compare_with_model(s));
    Edits kept;
    kept.rows[0].kind = RowEdit::Kind::Given;
    kept.rows[0].weights = {0.5f, 0.5f};
    s.kept = kept;
    const auto base = wanted_runs(s).baseline;
    ASSERT_TRUE(base);
    s.facts.name = "small";
    s.runs.failed = {{*base, "small: weights of output 1: wrong length: expected 5, found 2"}};
    EXPECT_EQ(head_off_problem(s),
              "The run that this is compared with, the kept one, failed: weights of output "
              "1: wrong length: expected 5, found 2.");
    ASSERT_TRUE(is_enabled(command_info("head-off-own"), s));
    give(s, {"head-off-own"});
    EXPECT_FALSE(s.kept);
    EXPECT_EQ(s.edits.heads.size(), 1u); // it stays changed
    EXPECT_EQ(head_off_problem(s), "");
    EXPECT_TRUE(head_off_is_new(s));
}

} // namespace
} // namespace heed
