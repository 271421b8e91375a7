// Stages of a training: what is learned at first, with which model, and when it ends.
#include "core/models/one_rnn/config.h"
#include "core/train/course/items.h"
#include "core/train/training.h"
#include "tests/support/message_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace heed::train {
namespace {

using nlohmann::json;
using test::message_of;

Recipe recall(const char* score, json stages = json::array()) {
    return recipe_from_json({{"format", "heed.recipe"},
                             {"version", 1},
                             {"architecture", "rnn-self-attention"},
                             {"name", "small"},
                             {"task", "recall"},
                             {"encoder", {{"hidden", 8}, {"embedding", 5}, {"end", true}}},
                             {"attention", {{"score", score}}},
                             {"steps", 6},
                             {"batch", 10},
                             {"check_every", 3},
                             {"pool", 200},
                             {"stages", std::move(stages)}},
                            "small");
}

std::unique_ptr<Training> begun(const Recipe& recipe, int steps) {
    ItemData data = make_item_data(recipe);
    data.valid.resize(20);
    data.test.resize(20);
    auto training = std::make_unique<Training>(recipe, item_course(recipe, std::move(data)));
    while (training->steps_done() < steps) training->advance();
    return training;
}

bool same_numbers(const Training& a, const Training& b) {
    const auto &p = a.trainer().parameters(), &q = b.trainer().parameters();
    for (int k = 0; k < p.size(); ++k)
        if (p[k].value != q[k].value) return false;
    return true;
}

TEST(Stages, TrainTheModelThatTheyNameUntilTheyEnd) {
    const json scaled_first = {{{"steps", 3}, {"attention", {{"score", "scaled"}}}}};
    const auto staged = begun(recall("mean", scaled_first), 3), scaled = begun(recall("scaled"), 3),
               mean = begun(recall("mean"), 3);
    EXPECT_TRUE(same_numbers(*staged, *scaled));
    EXPECT_FALSE(same_numbers(*staged, *mean));
    staged->advance();
    scaled->advance();
    EXPECT_FALSE(same_numbers(*staged, *scaled));
    EXPECT_EQ(staged->recipe().model.as<one_rnn::Config>().attention.score, one_rnn::Score::Mean);
}

/// Lessons as long as their number says, that note what was taught.
class Noting : public Lessons {
public:
    Noting(int size, std::vector<int>& taught) : size_(size), taught_(taught) {}
    int size() const override { return size_; }
    int length(int item) const override { return item; }
    int weight(int) const override { return 1; }
    Var<float> loss(nn::Graph<float>& graph, std::span<const int> items, int) const override {
        taught_.insert(taught_.end(), items.begin(), items.end());
        return sum_of_squares(graph["w"]);
    }

private:
    int size_;
    std::vector<int>& taught_;
};

TEST(Stages, TeachInputsOfTheirLengths) {
    nn::ParameterSet<float> parameters;
    parameters.add("w", 1, 1);
    std::vector<int> taught;
    TrainerSettings settings;
    settings.batch = 5;
    Trainer trainer(parameters, std::make_unique<Noting>(40, taught), settings);
    trainer.teach(std::make_unique<Noting>(40, taught), 10, 19);
    trainer.step();
    trainer.step();
    std::sort(taught.begin(), taught.end());
    EXPECT_THAT(taught, testing::ElementsAre(10, 11, 12, 13, 14, 15, 16, 17, 18, 19));
    taught.clear();
    trainer.teach(std::make_unique<Noting>(40, taught));
    for (int k = 0; k < 8; ++k) trainer.step();
    EXPECT_EQ(std::set<int>(taught.begin(), taught.end()).size(), 40u);
}

TEST(Stages, AreTriedBeforeTheyBegin) {
    const auto said = [](json stage) {
        return message_of([&] { begun(recall("mean", {std::move(stage)}), 0); });
    };
    EXPECT_EQ(said({{"steps", 3}, {"encoder", {{"hidden", 9}}}}),
              "small: stages[0]: the model: expected one with the same parameters as after it, found others");
    EXPECT_EQ(said({{"steps", 3}, {"shortest", 7}, {"longest", 7}}),
              "small: stages[0]: inputs of such a length: expected some, found none");
}

Recipe lagged(json stages) {
    return recipe_from_json({{"format", "heed.recipe"},
                             {"version", 1},
                             {"architecture", "da-rnn"},
                             {"name", "small"},
                             {"task", "lagged"},
                             {"encoder", {{"hidden", 8}}},
                             {"decoder", {{"hidden", 8}}},
                             {"steps", 150},
                             {"batch", 16},
                             {"learning_rate", 0.03},
                             {"warm_up", 5},
                             {"check_every", 150},
                             {"pool", 200},
                             {"stages", std::move(stages)}},
                            "small");
}

TEST(Stages, MayGuideTheWeightsToWhatExplainsTheAnswer) {
    const auto share = [](json stages) {
        const auto training = begun(lagged(std::move(stages)), 150);
        return training->course()
            .assess(training->recipe().model, training->trainer().parameters(), Course::Part::Valid, in_turn)
            .gold()
            .at("temporal.attention")
            .mass();
    };
    const double guided = share({{{"steps", 150}, {"attention", {{"guided", 1}}}}}),
                 left = share(json::array());
    EXPECT_GT(guided, 0.9);
    EXPECT_LT(left, 0.4); // three moments of twelve
}

// Also a stage that is far off: what explains the answers is asked for before training begins.
TEST(Stages, WithAGuideNeedGold) {
    const Recipe recipe = lagged({{{"steps", 20}}, {{"steps", 20}, {"attention", {{"guided", 1}}}}});
    const auto said = [&](auto change) {
        ItemData data = make_item_data(recipe);
        change(data.train[7]);
        return message_of([&] { Training(recipe, item_course(recipe, std::move(data))); });
    };
    EXPECT_THAT(
        said([](tasks::Item& item) { item.gold.clear(); }),
        testing::EndsWith("attention.guided: gold of input.attention: expected cells that explain the "
                          "answer, found none"));
    EXPECT_THAT(said([](tasks::Item& item) {
                    item.gold.back().cells = {{11, 12}};
                }),
                testing::EndsWith("attention.guided: gold of temporal.attention: expected cells of a map of "
                                  "12 × 12, found [11, 12]"));
}

TEST(Stages, AreToldOnTheCard) {
    const auto training = begun(recall("mean", {{{"steps", 2}, {"attention", {{"score", "scaled"}}}},
                                                {{"steps", 1}, {"longest", 6}}}),
                                6);
    EXPECT_THAT(make_model(*training, measure(*training)).card,
                testing::HasSubstr("First 2 steps with attention.score scaled; then 1 step with inputs of at "
                                   "most 6 words; the rest as above.\n"));
}

} // namespace
} // namespace heed::train
