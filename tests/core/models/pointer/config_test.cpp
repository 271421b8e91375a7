// Configurations of pointer networks: what is read, what is written, what is refused.
#include "core/models/pointer/config.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::pointer {
namespace {

using Json = nlohmann::json;

Config read_text(const std::string& text) { return config_from_json(Json::parse(text), "config.json"); }

TEST(PointerConfig, little_is_enough) {
    EXPECT_EQ(read_text(R"({"architecture": "pointer"})"), Config{});
    EXPECT_EQ(read_text("{}").slots(6), 7);
    EXPECT_EQ(read_text(R"({"attention": {"end": false}})").slots(6), 6);
    EXPECT_EQ(read_text(R"({"encoder": {"hidden": 9}})").hidden, 9);
    EXPECT_EQ(read_text(R"({"attention": {"score": "none", "slots": 12}})").longest(), 12);
}

TEST(PointerConfig, what_is_written_is_read_again) {
    for (const char* text :
         {R"({"input": {"kind": "points", "size": 1}, "encoder": {"cell": "lstm", "hidden": 5},
              "decoder": {"cell": "lstm", "hidden": 5},
              "attention": {"score": "additive", "size": 4, "mask": "visited", "end": false}})",
          R"({"attention": {"score": "none", "slots": 9, "mask": "none", "end": true}})"}) {
        Json written;
        to_json(written, read_text(text));
        EXPECT_EQ(written["architecture"], "pointer");
        EXPECT_EQ(read_text(written.dump()), read_text(text)) << text;
        const Json typed = Json::parse(text);
        for (const auto& [section, keys] : typed.items())
            for (const auto& [key, value] : keys.items()) EXPECT_EQ(written[section][key], value) << key;
    }
}

TEST(PointerConfig, errors_name_the_key) {
    for (const auto& [text, message] : {
             std::pair{R"({"input": {"kind": "tokens"}})", "input.kind: expected points, found \"tokens\""},
             {R"({"input": {"size": 0}})", "input.size: expected a whole number from 1 to 1048576, found 0"},
             {R"({"encoder": {"cell": "gru"}})", "encoder.cell: expected lstm, found \"gru\""},
             {R"({"encoder": {"hidden": 8}, "decoder": {"hidden": 9}})",
              "decoder.hidden: expected 8, as encoder.hidden, where the decoder starts, found 9"},
             {R"({"attention": {"score": "dot"}})",
              "attention.score: expected additive or none, found \"dot\""},
             {R"({"attention": {"mask": true}})", "attention.mask: expected none or visited, found true"},
             {R"({"attention": {"end": "yes"}})", "attention.end: expected true or false, found \"yes\""},
             {R"({"attention": {"size": -1}})",
              "attention.size: expected a whole number from 1 to 1048576, found -1"},
             {R"({"attention": {"score": "none", "slots": 0}})",
              "attention.slots: expected a whole number from 1 to 1048576, found 0"},
             {R"({"attention": []})", "attention: expected an object, found []"},
         })
        EXPECT_EQ(test::message_of([&, t = text] { read_text(t); }), std::string("config.json: ") + message)
            << text;
}

} // namespace
} // namespace heed::pointer
