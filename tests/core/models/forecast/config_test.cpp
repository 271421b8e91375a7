// Configurations of forecasting models: what is read, what is written, what is refused.
#include "core/models/forecast/config.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::forecast {
namespace {

using Json = nlohmann::json;

Config read_text(const std::string& text) { return config_from_json(Json::parse(text), "config.json"); }

TEST(ForecastConfig, LittleIsEnough) {
    EXPECT_EQ(read_text(R"({"architecture": "da-rnn"})"), Config{});
    const Config config = read_text(R"({"input": {"window": 5}})");
    EXPECT_EQ(config.input.history, 5);
    EXPECT_EQ(config.driver_name(1), "driver 2");
    EXPECT_EQ(config.column(7), Column{});
}

TEST(ForecastConfig, WhatIsWrittenIsReadAgain) {
    for (const char* text :
         {R"({"architecture": "da-rnn", "input": {"kind": "series", "drivers": 2, "window": 5, "history": 4},
              "encoder": {"cell": "lstm", "hidden": 4}, "decoder": {"cell": "lstm", "hidden": 3},
              "attention": {"score": "linear"}})",
          R"({"architecture": "da-rnn", "encoder": {"hidden": 4}, "attention": {"score": "none"}})",
          R"({"encoder": {"input_noise": 0.1, "memory_noise": 0.2}, "attention": {"guided": 0.5}})",
          R"({"architecture": "da-rnn", "input": {"drivers": 1, "columns":
               [{"name": "temp", "mean": 12.5, "scale": 3}, {"name": "rentals", "mean": 4500, "scale": 1800}]},
              "decoder": {"interval": 0.25, "share": 0.9}})"}) {
        Json written;
        to_json(written, read_text(text));
        EXPECT_EQ(read_text(written.dump()), read_text(text)) << text;
        const Json typed = Json::parse(text);
        for (const auto& [section, keys] : typed.items())
            if (keys.is_object()) {
                for (const auto& [key, value] : keys.items()) EXPECT_EQ(written[section][key], value) << key;
            }
    }
}

TEST(ForecastConfig, ErrorsNameTheKey) {
    for (const auto& [typed, message] :
         {std::pair{R"({"input": {"kind": "tokens"}})", "input.kind: expected series, found \"tokens\""},
          {R"({"input": {"window": 1}})", "input.window: expected a whole number from 2 to 2000, found 1"},
          {R"({"input": {"drivers": 0}})", "input.drivers: expected a whole number from 1 to 10000, found 0"},
          {R"({"input": {"window": 12, "history": 5}})",
           "input.history: expected a whole number from 11 to 12, found 5"},
          {R"({"encoder": {"cell": "gru"}})", "encoder.cell: expected lstm, found \"gru\""},
          {R"({"attention": {"score": "dot"}})",
           "attention.score: expected additive, linear or none, found \"dot\""},
          {R"({"attention": {"guided": 0}})", "attention.guided: expected a number above 0"},
          {R"({"attention": {"guided": 0.5, "score": "none"}})",
           "attention.guided: expected a score that looks at something, found none"},
          {R"({"input": {"drivers": 1, "columns": [{"name": "a"}]}})",
           "input.columns: expected the drivers and then the target, 2 in all, found 1"},
          {R"({"input": {"drivers": 1, "columns": {"a": 1}}})", "2 in all, found object"},
          {R"({"input": {"drivers": 1, "columns": [{"name": "a"}, {"mean": 1}]}})",
           "input.columns[1]: expected an object with a name, found {\"mean\":1}"},
          {R"({"input": {"drivers": 1, "columns": [{"name": "a", "scale": 0}, {"name": "b"}]}})",
           "input.columns[0].scale: expected a number above 0, found 0"},
          {R"({"input": {"drivers": 1, "columns": [{"name": "a", "mean": null}, {"name": "b"}]}})",
           "input.columns[0].mean: expected a number, found null"},
          {R"({"decoder": {"share": 2}})", "decoder.share: expected"},
          {R"({"decoder": {"autoregression": [1, 2]}})",
           "decoder.autoregression: expected 13 numbers, found [1,2]"}}) {
        const std::string text = typed;
        const std::string said = test::message_of([&] { read_text(text); });
        EXPECT_NE(said.find(message), std::string::npos) << said;
    }
}

} // namespace
} // namespace heed::forecast
