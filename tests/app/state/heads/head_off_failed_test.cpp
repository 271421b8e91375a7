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

} // namespace
} // namespace heed
