// Configurations of the networks over their own past: what is read, what is written, what is refused.
#include "core/models/one_rnn/config.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::one_rnn {
namespace {

using Json = nlohmann::json;

Config read_text(const std::string& text) { return config_from_json(Json::parse(text), "config.json"); }
std::string said(const std::string& text) {
    return test::message_of([&] { read_text(text); });
}

TEST(OneRnnConfig, little_is_enough) {
    EXPECT_EQ(read_text(R"({"architecture": "rnn-self-attention"})"), Config{});
    EXPECT_EQ(read_text(R"({"architecture": "key-value"})").part(), 24);
    EXPECT_EQ(read_text(R"({"architecture": "key-value-predict"})").part(), 16);
    EXPECT_EQ(read_text(R"({"architecture": "lstmn"})").attention.size, 32);
}

TEST(OneRnnConfig, what_is_written_is_read_again) {
    for (
        const char* text :
        {R"({"architecture": "rnn-self-attention", "encoder": {"cell": "rnn", "embedding": 3, "hidden": 5,
              "end": true}, "attention": {"score": "bilinear"}})",
         R"({"architecture": "rnn-self-attention", "attention": {"score": "none"}})",
         R"({"architecture": "lstmn", "encoder": {"cell": "lstm"}, "attention": {"score": "additive", "size": 7}})",
         R"({"architecture": "key-value", "encoder": {"hidden": 9}, "attention": {"roles": 1, "window": 3}})",
         R"({"architecture": "key-value-predict", "encoder": {"hidden": 9}, "attention": {"roles": 3},
              "readout": {"kind": "tanh", "size": 3}})"}) {
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

TEST(OneRnnConfig, errors_name_the_key) {
    for (const auto& [text, message] : {
             std::pair{R"({})", "architecture: expected rnn-self-attention, lstmn, key-value or "
                                "key-value-predict, found none"},
             {R"({"architecture": "rnn-self-attention", "encoder": {"cell": "gru"}})",
              "encoder.cell: expected rnn, found \"gru\""},
             {R"({"architecture": "lstmn", "encoder": {"cell": "rnn"}})",
              "encoder.cell: expected lstm, found \"rnn\""},
             {R"({"architecture": "rnn-self-attention", "encoder": {"end": 1}})",
              "encoder.end: expected true or false, found 1"},
             {R"({"architecture": "rnn-self-attention", "attention": {"score": "dot"}})",
              "attention.score: expected mean, sum, scaled, bilinear or none, found \"dot\""},
             {R"({"architecture": "lstmn", "attention": {"score": "mean"}})",
              "attention.score: expected additive, found \"mean\""},
             {R"({"architecture": "key-value", "attention": {"roles": 3}})",
              "attention.roles: expected a whole number from 1 to 2, found 3"},
             {R"({"architecture": "key-value-predict", "encoder": {"hidden": 8}})",
              "encoder.hidden: expected a multiple of attention.roles, 3, found 8"},
             {R"({"architecture": "key-value", "readout": {"size": 9}})",
              "readout.size: expected 24, encoder.hidden over attention.roles, found 9"},
             {R"({"architecture": "key-value", "attention": {"window": 0}})",
              "attention.window: expected a whole number from 1 to 1048576, found 0"},
         })
        EXPECT_EQ(said(text), std::string("config.json: ") + message) << text;
}

} // namespace
} // namespace heed::one_rnn
