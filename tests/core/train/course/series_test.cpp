// Learning to foretell a column of a table: the parts are cut in the order of time, two models are learnt.
#include "core/models/forecast/config.h"
#include "core/train/course/series.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::train {
namespace {

/// y follows x two rows later; z is noise and w never changes.
SeriesTable sample_table(int rows) {
    Random random(6);
    SeriesTable table{"t.csv", {"x", "y", "z", "w"}, std::vector<std::vector<double>>(4), "y", 4};
    for (int r = 0; r < rows; ++r) {
        table.values[0].push_back(100 + 10 * random.normal());
        table.values[1].push_back(r < 2 ? 0 : 3 * table.values[0][static_cast<std::size_t>(r) - 2]);
        table.values[2].push_back(random.normal());
        table.values[3].push_back(7);
    }
    return table;
}

TEST(Series, TheRecipeKnowsTheColumns) {
    const Recipe recipe = series_recipe(sample_table(200), true, "mine");
    const auto& config = recipe.model.as<forecast::Config>();
    EXPECT_EQ(config.input.drivers, 3);
    EXPECT_EQ(config.input.window, 4);
    EXPECT_TRUE(config.whole_history());
    EXPECT_EQ(config.target_name(), "y");
    EXPECT_EQ(config.driver_name(0), "x");
    EXPECT_NEAR(config.column(0).mean, 100, 3);
    EXPECT_NEAR(config.column(0).scale, 10, 2);
    EXPECT_EQ(config.column(2).scale, 1); // of a column that never changes
    EXPECT_FALSE(series_recipe(sample_table(200), false, "mine").model.as<forecast::Config>().attends());
}

TEST(Series, PartsAreCutInTheOrderOfTime) {
    const SeriesTable table = sample_table(204);
    const ItemData data = series_data(table);
    EXPECT_EQ(data.train.size(), 140u);
    EXPECT_EQ(data.valid.size(), 20u);
    EXPECT_EQ(data.test.size(), 40u);
    EXPECT_NEAR(std::stod(data.test.back().answer), table.values[1].back(), 1e-5);
    EXPECT_EQ(std::count(data.train.front().input.begin(), data.train.front().input.end(), ' '), 3);
}

TEST(Series, WhatCannotBeLearntIsRefused) {
    const auto said = [](const SeriesTable& table) {
        return test::message_of([&] { series_recipe(table, true, "m"); });
    };
    EXPECT_EQ(said(sample_table(40)), "t.csv: only 40 rows: at least 60 are needed");
    SeriesTable other = sample_table(100);
    other.target = "v";
    EXPECT_EQ(said(other), "t.csv: the column to foretell: expected x, y, z or w, found \"v\"");
    EXPECT_EQ(fewest_rows(12), 60u);
    EXPECT_EQ(fewest_rows(30), 150u);
}

TEST(Series, TwoModelsAreLearntAndMeasured) {
    const SeriesTable table = sample_table(300);
    SeriesLearning learning(table, "mine", {.steps = 60, .seed = 1});
    int calls = 0, last = 0;
    while (learning.advance()) {
        ++calls;
        EXPECT_GE(learning.progress().step, last);
        last = learning.progress().step;
    }
    EXPECT_GE(calls, 118);
    EXPECT_EQ(learning.progress().step, 120);
    EXPECT_FALSE(learning.advance());
    const SeriesModels models = learning.models();
    const auto& rmse = models.attention.config_json.at("training").at("results").at("rmse");
    for (const char* who : {"forecast", "persistence", "linear autoregression", "LSTM"})
        EXPECT_GT(rmse.at(who).get<double>(), 0) << who;
    const auto& config = models.attention.config.as<forecast::Config>();
    EXPECT_GT(config.forecast.interval, 0);
    EXPECT_EQ(config.forecast.autoregression.size(), 5u);
    EXPECT_FALSE(models.lstm.config.as<forecast::Config>().attends());
}

} // namespace
} // namespace heed::train
