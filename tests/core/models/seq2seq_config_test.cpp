#include "core/models/seq2seq/config.h"

#include "core/base/error.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Json = nlohmann::json;

std::string message_of(const std::string& config) {
    try {
        seq2seq_config_from_json(Json::parse(config), "config.json");
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Seq2SeqConfig, RoundTrips) {
    Seq2SeqConfig value;
    value.encoder.cell = CellKind::Lstm;
    value.encoder.bidirectional = false;
    value.encoder.layers = 2;
    value.decoder.cell = CellKind::Rnn;
    value.decoder.hidden = 11;
    value.attention.score = "none";
    value.attention.size = 5;
    Json json;
    to_json(json, value);
    EXPECT_EQ(seq2seq_config_from_json(json, "x"), value);
}

TEST(Seq2SeqConfig, KeysThatAreAbsentTakeTheirDefaults) {
    EXPECT_EQ(seq2seq_config_from_json(Json::object(), "x"), Seq2SeqConfig());
    const auto value =
        seq2seq_config_from_json(Json::parse(R"({"encoder": {"hidden": 5, "colour": "red"}})"), "x");
    EXPECT_EQ(value.encoder.hidden, 5);
    EXPECT_EQ(value.encoder.embedding, Seq2SeqConfig().encoder.embedding);
}

TEST(Seq2SeqConfig, WritesOverOtherKeysWithoutTouchingThem) {
    Json json = {{"name", "mine"}};
    to_json(json, Seq2SeqConfig());
    EXPECT_EQ(json["name"], "mine");
    EXPECT_EQ(json["attention"]["score"], "additive");
}

TEST(Seq2SeqConfig, ErrorsNameFileKeyExpectedAndFound) {
    EXPECT_EQ(message_of(R"({"encoder": {"cell": "qru"}})"),
              R"(config.json: encoder.cell: expected rnn, gru or lstm, found "qru")");
    EXPECT_EQ(message_of(R"({"encoder": {"hidden": 0}})"),
              "config.json: encoder.hidden: expected a whole number from 1 to 1048576, found 0");
    EXPECT_EQ(message_of(R"({"decoder": {"hidden": 2.5}})"),
              "config.json: decoder.hidden: expected a whole number from 1 to 1048576, found 2.5");
    EXPECT_EQ(
        message_of(R"({"decoder": {"hidden": 18446744073709551615}})"),
        "config.json: decoder.hidden: expected a whole number from 1 to 1048576, found 18446744073709551615");
    EXPECT_EQ(message_of(R"({"decoder": {"layers": "two"}})"),
              R"(config.json: decoder.layers: expected a whole number from 1 to 64, found "two")");
    EXPECT_EQ(message_of(R"({"encoder": {"bidirectional": 1}})"),
              "config.json: encoder.bidirectional: expected true or false, found 1");
    EXPECT_EQ(message_of(R"({"attention": []})"), "config.json: attention: expected an object, found []");
    EXPECT_EQ(message_of("[]"), "config.json: the configuration: expected an object, found []");
    EXPECT_NE(message_of(R"({"attention": {"score": "psychic"}})").find("attention.score: expected none"),
              std::string::npos);
    EXPECT_NE(message_of(R"({"decoder": {"input_feeding": true}})").find("decoder.input_feeding"),
              std::string::npos);
}

TEST(Seq2SeqConfig, LongValuesAreShortenedInErrors) {
    EXPECT_LT(message_of(R"({"encoder": {"cell": ")" + std::string(5000, 'x') + "\"}}").size(), 160u);
}

} // namespace
} // namespace heed
