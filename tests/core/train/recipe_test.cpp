#include "core/train/recipe.h"

#include "core/models/one_rnn/config.h"
#include "core/models/seq2seq/config.h"

#include "core/base/error.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::train {
namespace {

std::string complaint(const char* json) {
    try {
        recipe_from_json(nlohmann::json::parse(json), "r.json");
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

TEST(Recipe, ComesBackAsItWent) {
    Recipe recipe;
    recipe.name = "reverse/none";
    recipe.task = "reverse";
    recipe.model.edit<Seq2SeqConfig>().attention.score = "none";
    recipe.model.edit<Seq2SeqConfig>().encoder.hidden = 11;
    recipe.training.steps = 77;
    recipe.training.threads = 2;
    recipe.training.seed = 18446744073709551615u;
    recipe.training.optimizer.learning_rate = 0.008;
    recipe.notes = {"One.", "Two."};
    const auto json = to_json(recipe);
    const Recipe back = recipe_from_json(nlohmann::json::parse(json.dump()), "r.json");
    EXPECT_EQ(to_json(back), json);
    EXPECT_EQ(back.training.seed, recipe.training.seed);
    EXPECT_EQ(back.model.as<Seq2SeqConfig>(), recipe.model.as<Seq2SeqConfig>());
    EXPECT_EQ(back.training.optimizer, recipe.training.optimizer);
}

TEST(Recipe, WhatIsAbsentTakesItsDefault) {
    const Recipe recipe =
        recipe_from_json({{"format", "heed.recipe"}, {"version", 1}, {"steps", 5}}, "r.json");
    EXPECT_EQ(recipe.training.steps, 5);
    EXPECT_EQ(recipe.training.batch, 32);
    EXPECT_EQ(recipe.training.optimizer, OptimizerSettings{});
}

TEST(Recipe, SaysWhatIsWrong) {
    EXPECT_EQ(complaint("[]"), "r.json: a recipe: expected an object, found []");
    EXPECT_EQ(complaint("{}"), "r.json: format: expected \"heed.recipe\", found null");
    EXPECT_EQ(complaint(R"({"format": "heed.recipe", "version": 2})"),
              "r.json: version: expected 1, found 2");
    EXPECT_EQ(complaint(R"({"format": "heed.recipe", "version": 1, "step": 5})"),
              "r.json: no recipe has the key \"step\"");
    EXPECT_EQ(complaint(R"({"format": "heed.recipe", "version": 1, "batch": 0})"),
              "r.json: batch: expected a whole number from 1 to 4096, found 0");
    EXPECT_EQ(complaint(R"({"format": "heed.recipe", "version": 1, "dropout": "much"})"),
              "r.json: dropout: expected a number from 0 to 0.95, found \"much\"");
}

constexpr const char* of_two_stages = R"({"format": "heed.recipe", "version": 1,
    "architecture": "rnn-self-attention", "attention": {"score": "mean"}, "steps": 50, "stages": [
        {"steps": 20, "longest": 6, "attention": {"score": "scaled"}}, {"steps": 5, "shortest": 8}]})";

TEST(Recipe, StagesComeBackAsTheyWent) {
    const auto json = nlohmann::json::parse(of_two_stages);
    const Recipe recipe = recipe_from_json(json, "r.json");
    ASSERT_EQ(recipe.stages.size(), 2u);
    EXPECT_EQ(recipe.stages[0].steps, 20);
    EXPECT_EQ(recipe.stages[0].longest, 6);
    EXPECT_EQ(recipe.stages[0].model.as<one_rnn::Config>().attention.score, one_rnn::Score::Scaled);
    EXPECT_EQ(recipe.stages[1].model.as<one_rnn::Config>(), recipe.model.as<one_rnn::Config>());
    EXPECT_EQ(nlohmann::json(to_json(recipe))["stages"], json["stages"]);
}

// What only the model in the end has is taken back for a stage, too.
TEST(Recipe, AStageMaySayLess) {
    const auto json = nlohmann::json::parse(R"({"format": "heed.recipe", "version": 1,
        "architecture": "da-rnn", "encoder": {"input_noise": 0.1},
        "stages": [{"steps": 7, "encoder": {"input_noise": null}}]})");
    EXPECT_EQ(nlohmann::json(to_json(recipe_from_json(json, "r.json")))["stages"], json["stages"]);
}

TEST(Recipe, SaysWhatIsWrongWithAStage) {
    const auto said = [](const std::string& stages) {
        return complaint((R"({"format": "heed.recipe", "version": 1, "stages": )" + stages + "}").c_str());
    };
    EXPECT_EQ(said("5"), "r.json: stages: expected a list, found 5");
    EXPECT_EQ(said(R"([{"longest": 6}])"),
              "r.json: stages[0]: expected an object with its steps, found {\"longest\":6}");
    EXPECT_EQ(said(R"([{"steps": 5}, {"steps": 5, "seed": 2}])"), "r.json: stages[1] has no key \"seed\"");
    EXPECT_EQ(said(R"([{"steps": 5, "shortest": 0}])"),
              "r.json: stages[0].shortest: expected a whole number from 1 to 10000000, found 0");
}

} // namespace
} // namespace heed::train
