#include "app/cli/train_words.h"

#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed::cli {
namespace {

// What a shipped model fails at was measured on that model: only the same training says it again.
TEST(TrainWords, WhatAnotherTrainingFailedAtIsNotSaid) {
    TrainOptions shipped;
    shipped.recipe = (test::source_dir() / "assets/models/reverse/none/recipe.json").string();
    shipped.out = "x";
    const train::Recipe same = choose_recipe(shipped, find_recipe(shipped).recipe);
    EXPECT_FALSE(same.fails_at.empty());
    EXPECT_TRUE(same.fails_on_purpose);
    TrainOptions shorter = shipped;
    shorter.steps = 125;
    const train::Recipe other = choose_recipe(shorter, find_recipe(shorter).recipe);
    EXPECT_EQ(other.fails_at, "");
    EXPECT_FALSE(other.fails_on_purpose);
    TrainOptions own;
    own.task = "dates";
    own.score = "dot";
    own.out = "night-run";
    EXPECT_EQ(choose_recipe(own, find_recipe(own).recipe).fails_at, "");
}

} // namespace
} // namespace heed::cli
