// Learning to answer whole inputs: what is read, how it is judged, and that something is learnt.
#include "core/train/course/items.h"

#include "app/state/jobs/thread_pool.h"
#include "core/base/error.h"
#include "core/decode/case.h"
#include "core/io/model/model_folder.h"
#include "core/models/pooling/config.h"
#include "core/tasks/items/adding.h"
#include "core/train/training.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace heed::train {
namespace {

using nlohmann::json;
using test::message_of;

Recipe small_item_recipe(const std::string& task, json model) {
    model.update({{"format", "heed.recipe"}, {"version", 1}, {"name", "small"}, {"task", task}});
    model.update({{"steps", 6}, {"batch", 10}, {"check_every", 3}, {"pool", 200}});
    return recipe_from_json(model, "small");
}
const json reads_numbers = {{"kind", "vectors"}, {"size", 2}},
           reads_words = {{"kind", "tokens"}, {"embedding", 5}};
const json says_a_number = {{"kind", "value"}, {"size", 1}},
           says_a_class = {{"kind", "classes"}, {"size", 2}};

Recipe adding(const char* architecture = "pooling") {
    return small_item_recipe("adding", {{"architecture", architecture},
                                        {"input", reads_numbers},
                                        {"encoder", {{"hidden", 8}}},
                                        {"readout", says_a_number}});
}
Recipe sentiment() {
    return small_item_recipe("sentiment", {{"architecture", "pooling"},
                                           {"input", reads_words},
                                           {"encoder", {{"hidden", 8}}},
                                           {"readout", says_a_class}});
}

/// With so many test items.
std::unique_ptr<const Course> course(const Recipe& recipe, std::size_t held_out = 50) {
    ItemData data = make_item_data(recipe);
    data.valid.resize(held_out);
    data.test.resize(held_out);
    return item_course(recipe, std::move(data));
}

void finish(Training& training) {
    while (training.advance()) {
    }
}

TEST(ItemData, HoldsTheWordsThatTheModelNeeds) {
    const ItemData numbers = make_item_data(adding());
    EXPECT_EQ(numbers.language.source.size(), 0);
    EXPECT_EQ(numbers.language.target.size(), 0);
    const ItemData words = make_item_data(sentiment());
    EXPECT_EQ(words.language.source.token(3), "<unk>");
    EXPECT_TRUE(words.language.source.find("dreadful").has_value()); // also what no item of the pool says
    EXPECT_THAT(*words.language.target.tokens(), testing::ElementsAre("positive", "negative"));
    EXPECT_EQ(words.train.size(), 200u);
    EXPECT_EQ(words.valid.size(), 300u);
    for (const tasks::Item& item : words.test) EXPECT_NE(item.input, words.train.front().input);
}

TEST(ItemData, TakesTheAnswersOfAFileForClasses) {
    std::vector<tasks::Item> items;
    for (int n = 0; n < 30; ++n)
        items.push_back({n % 2 ? "on it goes" : "off it is", n % 2 ? "up" : "down", {}});
    Recipe recipe = sentiment();
    const ItemData data = split_item_data(items, recipe, "file");
    EXPECT_THAT(*data.language.target.tokens(), testing::ElementsAre("down", "up"));
    EXPECT_EQ(data.language.source.size(), 4 + 5);
    items.push_back({"on", "left", {}});
    EXPECT_EQ(message_of([&] { split_item_data(items, recipe, "file"); }),
              "file: different answers: expected as many as the model has classes, 2, found 3");
    EXPECT_EQ(message_of([&] { split_item_data({}, recipe, "file"); }),
              "file: too little to learn from: expected 3 items or more, found 0");
}

TEST(ItemData, SaysWhatTheModelCannotRead) {
    std::vector<tasks::Item> items(10, {".3* .1 .2*", ".625", {}});
    items[4].input = ".3 two";
    const auto said = [&] {
        const Recipe recipe = adding();
        Training training(recipe, item_course(recipe, split_item_data(items, recipe, "file")));
    };
    EXPECT_THAT(message_of(said), testing::StartsWith("file: \".3 two\": word 2: expected a number"));
    items[4] = {".3", "much", {}};
    EXPECT_THAT(message_of(said), testing::StartsWith("file: \".3\": answer: expected a number"));
}

// The loss of a padded batch is the sum of the items', each alone and without padding.
TEST(ItemLessons, LoseTheSumOfTheirItems) {
    for (const Recipe& recipe : {adding(), adding("mean-pooling"), sentiment()}) {
        Training training(recipe, course(recipe));
        const Configuration& config = training.recipe().model;
        const auto lessons = training.course().lessons(config);
        const auto loss = [&](std::span<const int> items, int weight) {
            Tape<float> tape(false);
            nn::Graph<float> graph(tape, training.trainer().parameters());
            return static_cast<double>(lessons->loss(graph, items, weight).value()(0, 0));
        };
        const std::vector<int> all{0, 1, 2, 3, 4};
        double sum = 0;
        for (const int k : all) {
            EXPECT_EQ(lessons->weight(k), 1);
            sum += loss({&k, 1}, 1);
        }
        EXPECT_NEAR(loss(all, 5), sum / 5, 1e-5 * sum);
    }
}

TEST(ItemLessons, ReplyAsTheModelAnswers) {
    const Recipe recipe = sentiment();
    Training training(recipe, course(recipe));
    finish(training);
    const ItemData data = make_item_data(recipe);
    const Configuration& config = training.recipe().model;
    auto lessons = config.architecture()->lessons(config, data.language);
    for (int k = 0; k < 70; ++k) // more than one batch
        lessons->add(data.test[static_cast<std::size_t>(k)].input,
                     data.test[static_cast<std::size_t>(k)].answer, "");
    ThreadPool pool(2);
    const auto replies = replies_to(*lessons, training.best_parameters(), pool.executor());
    ASSERT_EQ(replies.size(), 70u);
    double sum = 0;
    for (int k = 0; k < 70; ++k) {
        const auto n = static_cast<std::size_t>(k);
        const std::vector<Reply> alone = lessons->replies(training.best_parameters(), {&k, 1});
        EXPECT_EQ(replies[n].text, alone[0].text);
        EXPECT_NEAR(replies[n].loss, alone[0].loss, 1e-5);
        ASSERT_EQ(replies[n].maps.size(), 1u);
        EXPECT_EQ(replies[n].maps[0].name, "pool.attention");
        EXPECT_EQ(replies[n].maps[0].weights.rows(), 1);
        EXPECT_EQ(replies[n].maps[0].weights.cols(), lessons->length(k));
        EXPECT_NEAR(replies[n].maps[0].weights.sum(), 1, 1e-5);
        EXPECT_EQ(replies[n].text == data.test[n].answer, replies[n].loss < std::log(2));
        sum += replies[n].loss;
    }
    EXPECT_GT(sum, 0);
}

TEST(Judging, TakesTheTolerancesOfTasks) {
    const tasks::ItemTask& adding_task = tasks::get_item_task("adding");
    EXPECT_TRUE(tasks::is_right(&adding_task, ".475", "0.5149"));
    EXPECT_FALSE(tasks::is_right(&adding_task, ".475", "0.5151"));
    EXPECT_TRUE(tasks::is_right(nullptr, "1 2", "1.03 1.97"));
    EXPECT_FALSE(tasks::is_right(nullptr, "1 2", "1"));
    const tasks::ItemTask& words = tasks::get_item_task("sentiment");
    EXPECT_TRUE(tasks::is_right(&words, "positive", "positive"));
    EXPECT_FALSE(tasks::is_right(&words, "positive", "negative"));
    const std::string said = message_of([] { tasks::get_item_task("adder"); });
    EXPECT_THAT(said, testing::StartsWith("adder: no such task: expected adding, sentiment, "));
    EXPECT_THAT(said, testing::EndsWith(", found \"adder\""));
}

TEST(Judging, RefusesGoldOutsideTheMap) {
    Reply reply{.text = "1", .maps = {{"pool.attention", Eigen::MatrixXf::Constant(1, 3, 1.f / 3)}}};
    tasks::Item item{"1 2 3", "1", {{"pool.attention", {{0, 2}}}, {"other", {{9, 9}}}}};
    const auto result = judge_reply(item, 3, reply, nullptr, "line 4");
    EXPECT_TRUE(result.exact);
    ASSERT_EQ(result.maps.size(), 1u);
    EXPECT_EQ(result.maps[0].gold, (std::vector<analysis::Cell>{{0, 2}}));
    item.gold[0].cells.push_back({0, 3});
    EXPECT_EQ(message_of([&] { judge_reply(item, 3, reply, nullptr, "line 4"); }),
              "line 4: gold of pool.attention: expected cells of a map of 1 × 3, found [0, 3]");
}

TEST(Items, AreReadFromJson) {
    const auto read = [](const char* text) { return tasks::item_from_json(json::parse(text), "line 2"); };
    const tasks::Item item = tasks::adding_reference(".31 -.2* .7 .1*", "input");
    EXPECT_EQ(read(tasks::to_json_line(item).c_str()), item);
    EXPECT_EQ(read(R"({"input": "1 2", "answer": 0.5, "note": null})").answer, "0.5");
    const auto said = [&](const char* text) { return message_of([&] { read(text); }); };
    EXPECT_EQ(said("[1]"), "line 2: wrong kind of value: expected an object, found [1]");
    EXPECT_EQ(said(R"({"input": "1"})"), "line 2: answer is missing");
    EXPECT_EQ(said(R"({"input": 1, "answer": "1"})"),
              "line 2: input: wrong kind of value: expected text, found 1");
    EXPECT_EQ(said(R"({"input": "1", "answer": "1", "gold": {"m": [[0]]}})"),
              "line 2: gold: m[0]: a cell: expected [row, column], found [0]");
    EXPECT_EQ(said(R"({"input": "1", "answer": "1", "gold": {"m": [[0, -1]]}})"),
              "line 2: gold: m[0][1]: out of range: expected 0 to 1000000, found -1");
}

TEST(ItemTraining, SameSeedSameBytesWhoeverRunsTheParts) {
    for (const int threads : {1, 3}) {
        Recipe recipe = adding();
        recipe.training.threads = threads;
        ThreadPool pool(threads);
        Training one(recipe, course(recipe)), two(recipe, course(recipe), pool.executor());
        finish(one);
        finish(two);
        for (int k = 0; k < one.best_parameters().size(); ++k)
            EXPECT_EQ(one.best_parameters()[k].value, two.best_parameters()[k].value);
        const Model a = make_model(one, measure(one)), b = make_model(two, measure(two, pool.executor()));
        EXPECT_EQ(a.card, b.card);
        EXPECT_EQ(a.config_json, b.config_json);
    }
}

TEST(ItemTraining, MeasuresAtTheLengthsThatCanBeRead) {
    Recipe recipe = adding();
    Training any(recipe, course(recipe));
    const auto lengths = [](const Training& training) {
        std::vector<int> result;
        for (const AtLength& at : training.course().at_lengths(training.recipe().model,
                                                               training.trainer().parameters(), in_turn)) {
            EXPECT_EQ(at.tally.items, 1000);
            result.push_back(at.length);
        }
        return result;
    };
    EXPECT_THAT(lengths(any), testing::ElementsAre(40, 80, 160));
    recipe = small_item_recipe("adding", {{"architecture", "dense"},
                                          {"input", reads_numbers},
                                          {"dense", {{"over", "moments"}, {"steps", 80}}},
                                          {"readout", says_a_number}});
    Training to_eighty(recipe, course(recipe));
    EXPECT_THAT(lengths(to_eighty), testing::ElementsAre(40, 80));
}

TEST(ItemTraining, MakesAModelThatComesBack) {
    for (const Recipe& recipe : {adding(), sentiment()}) {
        Training training(recipe, course(recipe));
        finish(training);
        const Results results = measure(training);
        const Model model = make_model(training, results);
        const test::TemporaryFolder folder;
        io::save_model(model, folder.path() / "m");
        const Model back = io::load_model(folder.path() / "m");
        EXPECT_EQ(back.case_json, model.case_json);
        EXPECT_FALSE(decode::check_case(back).wrong);
        EXPECT_EQ(back.task, recipe.task);
        const json& said = back.config_json["training"]["results"];
        EXPECT_EQ(said["items"], 50);
        EXPECT_EQ(said["at_length"].size(), 3u);
        EXPECT_EQ(said.contains("tolerance"), recipe.task == "adding");
        for (const char* key : {"mass", "hits"}) EXPECT_TRUE(said[key].is_number()) << key;
        EXPECT_TRUE(said["ratio"]["median"].is_number());
        EXPECT_EQ(to_json(recipe_from_json(json::parse(to_json(recipe).dump()), "r")), to_json(recipe));
        EXPECT_EQ(back.card.find("tokens right"), std::string::npos);
    }
}

} // namespace
} // namespace heed::train
