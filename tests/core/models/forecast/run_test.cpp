// Forecasting models as the program runs them: a table in, a trace out, folders written and read.
#include "core/models/forecast/run.h"

#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "core/io/run/trace_json.h"
#include "core/models/forecast/facts.h"
#include "core/models/forecast/reader.h"
#include "core/models/forecast/values.h"
#include "core/models/registry.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_forecast.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace heed::forecast {
namespace {

Request asked(std::string text, std::set<int> muted = {}) {
    Request request;
    request.model = "m";
    request.text = std::move(text);
    request.edits.muted = std::move(muted);
    return request;
}

Config of(Score score, int history = 12) {
    Config config;
    config.attention.score = score;
    config.input.history = history;
    return config;
}
constexpr Score scores[] = {Score::Additive, Score::Linear, Score::None};

/// Of two drivers and two moments.
Config tiny(int history = 2) {
    Config config;
    config.input = {.drivers = 2, .window = 2, .history = history};
    return config;
}

TEST(ForecastReader, TheLastRowsAreRead) {
    for (const char* text :
         {"9,9,9\n1,2,3\n.5,-6e-1,7\n", "1 2 3;.5 -6e-1 7", "\r\n1, 2 ,3\r\n.5,-6e-1,7\r\n"}) {
        const Reading r = read_input(tiny(), text, "m");
        ASSERT_EQ(r.rows.size(), 2u);
        EXPECT_EQ(r.item.drivers(0, 1), 2);
        EXPECT_EQ(r.item.drivers(1, 1), -.6);
        EXPECT_EQ(r.item.history(0, 0), 3);
        EXPECT_EQ(r.item.history(1, 0), 7);
        EXPECT_EQ(std::string(text).substr(r.rows[1].begin, 2), ".5");
    }
}

TEST(ForecastReader, WhereTheLastTargetIsForetoldItMayBeLeftOut) {
    for (const char* text : {"1,2,3\n4,5", "1,2,3\n4,5,6", "1,2,3\n4,5,?"}) {
        const Reading r = read_input(tiny(1), text, "m");
        EXPECT_EQ(r.item.history.rows(), 1);
        EXPECT_EQ(r.item.history(0, 0), 3);
        EXPECT_EQ(r.item.drivers(1, 0), 4);
    }
}

TEST(ForecastReader, ColumnsAreFoundByTheirNames) {
    Config config = tiny();
    config.input.columns = {{"wind", 10, 2}, {"temp", 0, 1}, {"rentals", 100, 50}};
    const Reading r = read_input(config, "rentals,day,temp,wind\n150,1,3,14\n50,2,4,6", "m");
    EXPECT_EQ(r.item.drivers(0, 0), 2); // (14 - 10) / 2
    EXPECT_EQ(r.item.drivers(1, 1), 4);
    EXPECT_EQ(r.item.history(1, 0), -1);
    Item item;
    read_answer(config, " 200 ", item, "m");
    EXPECT_EQ(item.target, 2);
    EXPECT_EQ(in_unit(config, 2), 200);
    EXPECT_EQ(answer_text(config, 1.5), "175");
    config.forecast.interval = 12.5;
    EXPECT_EQ(answer_text(config, 1.5), "175 ± 12.5");
    EXPECT_EQ(test::message_of([&] { read_input(config, "a,b,c\n1,2,3\n4,5,6", "m"); }),
              "m: the first row: expected the column \"wind\", found \"a,b,c\"");
}

TEST(ForecastReader, TheRowAndTheColumnAtFaultAreNamed) {
    const auto problem = [](const std::string& text) {
        return test::message_of([&] { read_input(tiny(), text, "m"); });
    };
    EXPECT_EQ(problem(" \n "), "m: the input is empty");
    EXPECT_EQ(problem("1,2,3"), "m: rows of the series: expected at least 2, found 1");
    EXPECT_EQ(problem("wind,temp,rentals\n1,2,3"), "m: rows of the series: expected at least 2, found 1");
    EXPECT_EQ(problem("1,2,3\n4,5"),
              "m: row 2: expected 3 numbers, the drivers and then the target, found 2");
    EXPECT_EQ(problem("1,2,3\n4,5,6,7"),
              "m: row 2: expected 3 numbers, the drivers and then the target, found 4");
    EXPECT_EQ(problem("1,x,3\n4,5,6"), "m: row 1, driver 2: expected a number, found \"x\"");
    EXPECT_EQ(problem("1,2,3\n4,5,"), "m: row 2, the target: expected a number, found \"\"");
    EXPECT_NE(problem("1,nan,3\n4,5,6").find("\"nan\""), std::string::npos);
    EXPECT_NE(problem("1,2,3\n4,1e39,6").find("\"1e39\""), std::string::npos); // float32 does not hold it
    EXPECT_NE(problem("1,inf,3\n4,5,6").find("\"inf\""), std::string::npos);
    EXPECT_NE(test::message_of([] {
                  Item item;
                  read_answer(tiny(), "1 2", item, "m");
              }).find("answer: expected a number, found \"1 2\""),
              std::string::npos);
}

TEST(ForecastRun, EveryScoreFillsItsTrace) {
    for (const Score score : scores)
        for (const int history : {12, 11}) {
            const Model model = sample_forecast_model(of(score, history));
            const Trace trace = decode::run(model, asked(sample_series(20)));
            EXPECT_TRUE(is_forecast(trace.model));
            EXPECT_EQ(trace.source_length(), 12);
            EXPECT_TRUE(std::isnan(trace.log_prob));
            EXPECT_FALSE(trace.target_text.empty());
            const auto maps = trace.maps();
            ASSERT_EQ(maps.size(), score == Score::None ? 0u : 2u);
            for (const AttentionMap& map : maps) {
                const bool input = map.name == "input.attention";
                EXPECT_EQ(map.rows, input ? Axis::Driver : Axis::Step);
                EXPECT_EQ(map.columns, Axis::Moment);
                EXPECT_EQ(map.rows_sum_to_one, !input);
                EXPECT_EQ(map.row_labels.front(), input ? "driver 1" : "1");
            }
            for (const auto& [site, value] : trace.values()) {
                const QuantityInfo& row = info(site.quantity);
                if (row.columns != Axis::Answer) {
                    EXPECT_EQ(value->cols(), std::ssize(trace.labels_of(row.columns))) << row.key;
                }
                int writers = 0;
                for (const Stage& stage : trace.outline.stages)
                    for (const Phase& phase : stage.phases)
                        writers += static_cast<int>(
                            std::count(phase.info->writes.begin(), phase.info->writes.end(), site.quantity));
                EXPECT_EQ(writers, score == Score::None && row.key == "decoder.target" ? 0 : 1) << row.key;
            }
        }
}

TEST(ForecastRun, WhatItHasNotIsRefusedInWords) {
    const Model model = sample_forecast_model(of(Score::Additive));
    const std::string text = sample_series(12);
    const auto problem = [](const Model& from, const Request& request) {
        return test::message_of([&] { decode::run(from, request); });
    };
    Request request = asked(text);
    request.target = "1";
    EXPECT_NE(problem(model, request).find("found a target"), std::string::npos);
    EXPECT_NE(problem(model, asked(text, {3})).find("a driver from 0 to 2, found 3"), std::string::npos);
    EXPECT_NE(problem(model, asked(text, {0, 1, 2})).find("all of them muted"), std::string::npos);
    EXPECT_NE(problem(sample_forecast_model(of(Score::None)), asked(text, {1})).find("weighs no driver"),
              std::string::npos);
    EXPECT_EQ(problem(model, asked("")), "lagged/sample: the input is empty");
}

TEST(ForecastRun, AMutedDriverIsNotLookedAt) {
    const Model model = sample_forecast_model(of(Score::Additive));
    const Trace trace = decode::run(model, asked(sample_series(12), {1}));
    const MatrixXf& weights = trace.at(quantity::InputWeights); // (K, T)
    EXPECT_TRUE((weights.row(1).array() == 0).all());
    EXPECT_TRUE(weights.colwise().sum().isOnes(1e-5f));
}

TEST(ForecastRun, AFolderIsWrittenAndReadAgain) {
    for (const Score score : scores) {
        Config config = of(score);
        config.forecast.interval = 0.25;
        Model model = sample_forecast_model(config);
        const Trace before = decode::run(model, asked(sample_series(12)));
        EXPECT_TRUE(before.target_text.ends_with(" ± 0.25"));
        model.case_json = decode::make_case(before);
        const test::TemporaryFolder folder;
        io::save_model(model, folder.path() / "m");
        const Model again = io::load_model(folder.path() / "m");
        EXPECT_EQ(again.config.as<Config>().forecast, config.forecast);
        EXPECT_EQ(decode::run(again, asked(sample_series(12))).target_text, before.target_text);
        EXPECT_FALSE(decode::check_case(again).wrong);
        Model wrong = again;
        wrong.case_json["output"] = "1000 ± 0.25";
        EXPECT_TRUE(decode::check_case(wrong).wrong);
        if (score == Score::None) continue;
        wrong = again;
        wrong.case_json["maps"]["input.attention"][1][3] = 0.9;
        EXPECT_TRUE(decode::check_case(wrong).wrong);
    }
}

TEST(ForecastRun, ATraceIsWrittenAndReadAgain) {
    for (const Score score : scores) {
        const Model model = sample_forecast_model(of(score));
        const Trace before = decode::run(model, asked(sample_series(12)));
        const auto json = nlohmann::json::parse(io::trace_text(before, true));
        const Trace after = io::trace_from_json(json, "f");
        EXPECT_EQ(after.target_text, before.target_text);
        ASSERT_EQ(after.maps().size(), before.maps().size());
        for (std::size_t n = 0; n < after.maps().size(); ++n)
            EXPECT_EQ(*after.maps()[n].weights, *before.maps()[n].weights);
    }
}

TEST(ForecastRun, TheRegistryKnowsIt) {
    const Architecture* row = find_architecture("da-rnn");
    ASSERT_NE(row, nullptr);
    EXPECT_TRUE(answers_at_once("da-rnn"));
    const Model model = sample_forecast_model(of(Score::Additive));
    for (const auto& parameter : model.parameters)
        EXPECT_FALSE(row->part_of(model.config, parameter.name).group.empty()) << parameter.name;
    EXPECT_EQ(row->brief(model.config).function, "attention");
    EXPECT_NE(row->in_words(model.config).find("12 moments of 3 drivers"), std::string::npos);
}

} // namespace
} // namespace heed::forecast
