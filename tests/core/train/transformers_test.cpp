// Training a Transformer: what is refused before the first step, and that the same seed gives the same
// numbers.
#include "core/base/error.h"
#include "core/models/registry.h"
#include "core/train/batch.h"
#include "core/train/course/data.h"
#include "core/train/training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::train {
namespace {

Recipe small_transformer(const char* architecture, const char* task) {
    nlohmann::json model{{"architecture", architecture}, {"norm", "before"}};
    for (const char* side : {"encoder", "decoder"})
        model[side] = {{"layers", 1}, {"heads", 2}, {"size", 16}, {"feed", 32}};
    Recipe recipe;
    recipe.name = "small";
    recipe.task = task;
    recipe.model = find_architecture(architecture)->read(model, "small");
    recipe.pool = 400;
    recipe.training.steps = 40;
    recipe.training.batch = 16;
    recipe.training.optimizer.learning_rate = 0.01;
    recipe.training.optimizer.warm_up = 5;
    recipe.check_every = 40;
    return recipe;
}

std::vector<float> trained(const Recipe& recipe, std::vector<double>* losses = nullptr) {
    Training training(recipe, make_data(recipe), in_turn);
    while (training.advance())
        if (losses) losses->push_back(training.last().loss);
    std::vector<float> numbers;
    for (const auto& p : training.best_parameters())
        numbers.insert(numbers.end(), p.value.data(), p.value.data() + p.value.size());
    return numbers;
}

TEST(TrainTransformer, TheSameSeedGivesTheSameNumbersAndLearns) {
    const Recipe recipe = small_transformer("transformer", "reverse");
    std::vector<double> losses;
    const auto once = trained(recipe, &losses), again = trained(recipe);
    EXPECT_EQ(once, again);
    EXPECT_LT(losses.back(), 0.9 * losses.front());
    Recipe other = recipe;
    other.training.seed += 1;
    EXPECT_NE(trained(other), once);
}

// The task begins each source with a sign that says what to write: of a Transformer it is a word like others.
TEST(TrainTransformer, ATagIsAWordOfTheSource) {
    const Recipe recipe = small_transformer("transformer", "twoway");
    EXPECT_FALSE(reading_of(recipe.model).tagged);
    const Data data = make_data(recipe);
    EXPECT_TRUE(data.source.find(data.train.front().source.front()));
    EXPECT_FALSE(trained(recipe).empty());
}

TEST(TrainTransformer, ADecoderAloneNeedsOneVocabularyAndIsToldSoBeforeTheFirstStep) {
    EXPECT_FALSE(trained(small_transformer("transformer-decoder", "reverse")).empty());
    const Recipe recipe = small_transformer("transformer-decoder", "translate");
    try {
        Training training(recipe, make_data(recipe), in_turn);
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("small: the target vocabulary: expected as many words"));
    }
}

} // namespace
} // namespace heed::train
