// The models in assets/models: whole, true to their recipes and cards, and as good as they must be.
#include "core/decode/case.h"
#include "core/io/json_text.h"
#include "core/io/model_folder.h"
#include "core/tasks/letters.h"
#include "core/train/assess.h"
#include "core/train/recipe.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace heed::train {
namespace {

std::filesystem::path folder_of(const std::string& name) {
    return test::source_dir() / "assets/models" / name;
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

analysis::Evaluation assess_model(const Model& model, const std::vector<tasks::Sample>& samples) {
    return assess(model.config, model.parameters, model.source, model.target, samples);
}

class ShippedModel : public testing::TestWithParam<const char*> {};

TEST_P(ShippedModel, IsWholeAndComputesItsCase) {
    const Model model = io::load_model(folder_of(GetParam()), GetParam());
    ASSERT_FALSE(model.case_json.is_null());
    const auto result = decode::check_case(model);
    EXPECT_FALSE(result.wrong) << *result.wrong;
    EXPECT_FALSE(model.card.empty());
    EXPECT_LT(std::filesystem::file_size(folder_of(GetParam()) / "model.safetensors"), 1'000'000u);
}

TEST_P(ShippedModel, CarriesItsRecipe) {
    const auto path = folder_of(GetParam()) / "recipe.json";
    const Recipe recipe = recipe_from_json(io::read_json(path, 1 << 20), path.string());
    const Model model = io::load_model(folder_of(GetParam()), GetParam());
    EXPECT_EQ(recipe.name, GetParam());
    EXPECT_EQ(recipe.task, model.task);
    EXPECT_EQ(recipe.training.seed, model.config_json["training"]["seed"]);
    EXPECT_EQ(recipe.training.steps, model.config_json["training"]["steps"]);
    Seq2SeqConfig config = recipe.model;
    config.source_vocabulary = model.config.source_vocabulary;
    config.target_vocabulary = model.config.target_vocabulary;
    EXPECT_EQ(config, model.config);
    EXPECT_EQ(text_of(path), to_json(recipe).dump(2) + "\n"); // what heed train would write
    for (const std::string& note : recipe.notes) EXPECT_NE(model.card.find(note), std::string::npos);
}

// Weights are equal to rounding on any processor, so what they score is that of the card within an item or
// two.
TEST_P(ShippedModel, ScoresWhatItSays) {
    const Model model = io::load_model(folder_of(GetParam()), GetParam());
    const auto splits = tasks::make_splits(tasks::get(model.task), 0);
    const auto e = assess_model(model, splits.test);
    const auto& said = model.config_json["training"]["results"];
    EXPECT_NEAR(e.exact_match(), said["exact_match"].get<double>(), 0.0021);
    EXPECT_NEAR(e.token_accuracy(), said["token_accuracy"].get<double>(), 0.001);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedModel,
                         testing::Values("dates/additive", "reverse/additive", "reverse/none"),
                         [](const auto& test) {
                             std::string name = test.param;
                             name[name.find('/')] = '_';
                             return name;
                         });

std::vector<tasks::Sample> fresh(const char* task, std::uint64_t seed, int count) {
    Random random(seed);
    std::vector<tasks::Sample> samples;
    for (int k = 0; k < count; ++k) samples.push_back(tasks::get(task).sample(random));
    return samples;
}

TEST(ShippedModels, DatesAreRight) {
    const Model model = io::load_model(folder_of("dates/additive"));
    const auto e = assess_model(model, fresh("dates", 777, 1000));
    EXPECT_GE(e.exact_match(), 0.99);
    EXPECT_GE(e.alignment()->in_gold / e.alignment()->rows, 0.85);
}

TEST(ShippedModels, ReversingNeedsAttention) {
    const Model with = io::load_model(folder_of("reverse/additive"));
    const Model without = io::load_model(folder_of("reverse/none"));
    const auto samples = fresh("reverse", 778, 500);
    EXPECT_GE(assess_model(with, samples).exact_match(), 0.98);
    EXPECT_LE(assess_model(without, samples).exact_match(), 0.3);
    Random random(779);
    std::vector<tasks::Sample> five, thirty;
    for (int k = 0; k < 100; ++k) {
        five.push_back(tasks::sample_reverse(random, 5, 5));
        thirty.push_back(tasks::sample_reverse(random, 30, 30));
    }
    EXPECT_GE(assess_model(without, five).exact_match(), 0.8);
    EXPECT_LE(assess_model(without, thirty).exact_match(), 0.01);
}

} // namespace
} // namespace heed::train
