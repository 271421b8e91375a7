#include "app/cli/train/train_words.h"

#include "app/cli/commands.h"
#include "core/models/registry.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

// A Transformer has neither cells nor an order; the name of the shipped one, in the place of a score, chooses
// it.
TEST(TrainWords, ATransformerIsChosenByItsNameAndHasNoCells) {
    TrainOptions by_name;
    by_name.task = "translate";
    by_name.score = "transformer";
    by_name.out = "mine";
    const train::Recipe recipe = choose_recipe(by_name, find_recipe(by_name).recipe);
    EXPECT_EQ(recipe.model.architecture()->id, "transformer");
    EXPECT_EQ(recipe.name, "mine");
    TrainOptions of_recipe;
    of_recipe.recipe = (test::source_dir() / "assets/models/translate/transformer/recipe.json").string();
    of_recipe.out = "mine";
    const train::Recipe shipped = find_recipe(of_recipe).recipe;
    EXPECT_EQ(choose_recipe(of_recipe, shipped).fails_at, shipped.fails_at);
    for (std::string TrainOptions::*word :
         {&TrainOptions::score, &TrainOptions::order, &TrainOptions::cell}) {
        TrainOptions asked = of_recipe;
        asked.*word = word == &TrainOptions::cell ? "lstm" : word == &TrainOptions::order ? "luong" : "dot";
        EXPECT_THROW(choose_recipe(asked, shipped), WrongWords);
    }
    TrainOptions fed = of_recipe;
    fed.input_feeding = true;
    EXPECT_THROW(choose_recipe(fed, shipped), WrongWords);
}

TEST(TrainWords, AnEncoderAloneIsRefusedAsOneThatWritesNothing) {
    train::Recipe recipe;
    recipe.task = "translate";
    recipe.model =
        find_architecture("transformer-encoder")->read({{"architecture", "transformer-encoder"}}, "r");
    EXPECT_THROW(read_course({}, recipe), WrongWords);
}

} // namespace
} // namespace heed::cli
