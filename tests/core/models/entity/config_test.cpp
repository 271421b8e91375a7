// Configurations of entity networks: what is read, what is written, what is refused.
#include "core/models/entity/config.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::entity {
namespace {

using Json = nlohmann::json;

Config read_text(const std::string& text) { return config_from_json(Json::parse(text), "config.json"); }

TEST(EntityConfig, LittleIsEnough) {
    EXPECT_EQ(read_text("{}"), Config{});
    EXPECT_EQ(read_text(R"({"memory": {"keys": "tied", "entities": [4, 9]}})").memory.slots, 2);
}

TEST(EntityConfig, WhatIsWrittenIsReadAgain) {
    for (const char* text : {R"({"input": {"kind": "story", "words": 3, "question_words": 2}, "embedding": 9,
              "memory": {"slots": 5, "keys": "free", "gate_bias": false, "update_bias": false,
              "normalise": false}, "activation": "prelu"})",
                             R"({"memory": {"slots": 3, "keys": "tied", "entities": [7, 5, 6]}})"}) {
        Json written;
        to_json(written, read_text(text));
        EXPECT_EQ(read_text(written.dump()), read_text(text)) << text;
        const Json typed = Json::parse(text);
        for (const auto& [key, value] : typed.items())
            if (!value.is_object()) {
                EXPECT_EQ(written[key], value) << key;
            } else {
                for (const auto& [inner, one] : value.items()) EXPECT_EQ(written[key][inner], one) << inner;
            }
    }
}

TEST(EntityConfig, ErrorsNameTheKey) {
    for (const auto& [text, message] : {
             std::pair{R"({"input": {"kind": "tokens"}})", "input.kind: expected story, found \"tokens\""},
             {R"({"input": {"words": 0}})",
              "input.words: expected a whole number from 1 to 1048576, found 0"},
             {R"({"embedding": "16"})", "embedding: expected a whole number from 1 to 1048576, found \"16\""},
             {R"({"activation": "relu"})", "activation: expected prelu, found \"relu\""},
             {R"({"memory": []})", "memory: expected an object, found []"},
             {R"({"memory": {"keys": "own"}})", "memory.keys: expected tied or free, found \"own\""},
             {R"({"memory": {"keys": "tied"}})",
              "memory.entities: expected the id of a word for each slot, for the keys are tied, found none"},
             {R"({"memory": {"keys": "tied", "entities": [4, -1]}})",
              "memory.entities: expected a list of whole numbers from 0 to 1048576, found [4,-1]"},
             {R"({"memory": {"keys": "tied", "entities": [4, 5], "slots": 3}})",
              "memory.slots: expected 2, one for each of memory.entities, found 3"},
             {R"({"memory": {"keys": "free", "entities": [4, 5]}})",
              "memory.entities: expected none where keys are free, found a list"},
             {R"({"memory": {"normalise": 1}})", "memory.normalise: expected true or false, found 1"},
         })
        EXPECT_EQ(test::message_of([&, text = text] { read_text(text); }),
                  std::string("config.json: ") + message)
            << text;
}

} // namespace
} // namespace heed::entity
