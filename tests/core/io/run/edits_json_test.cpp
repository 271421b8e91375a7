#include "core/io/run/edits_json.h"

#include "core/base/error.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Kind = RowEdit::Kind;

TEST(EditsJson, EveryKindOfEditComesBack) {
    Edits edits;
    edits.forced = {{0, "l'"}, {12, "</s>"}};
    edits.rows[0] = {Kind::Given, {0.1f, 1e-30f, 0.7f}, {}, {}, 0};
    edits.rows[1] = {Kind::Held, {}, {{2, 0.62f}, {7, 1.0f / 3}}, {}, 0};
    edits.rows[2] = {Kind::Uniform, {}, {}, {}, 0};
    edits.rows[3] = {Kind::HardMax, {}, {}, {}, 0};
    edits.rows[4] = {Kind::Previous, {}, {}, {}, 0};
    edits.rows[5] = {Kind::Without, {}, {}, {0, 3}, 0};
    edits.every_row = RowEdit{Kind::Shuffled, {}, {}, {}, 123456789012345678u};
    edits.temperature = 0.3;
    EXPECT_EQ(edits_from_json(OrderedJson::parse(edits_to_json(edits).dump()), "f"), edits);
    EXPECT_EQ(edits_to_json(Edits{}).dump(), "{}");
    EXPECT_EQ(edits_from_json(OrderedJson::object(), "f"), Edits{});
}

TEST(EditsJson, WhatIsNotOfTheFormIsNamed) {
    const auto message = [](const char* text) {
        return test::message_of([&] { edits_from_json(OrderedJson::parse(text), "f"); });
    };
    EXPECT_EQ(message("3"), "f: edits: expected an object, found 3");
    EXPECT_EQ(message(R"({"forced": {"x": "y"}})"),
              "f: forced: expected positions counted from 0, found \"x\"");
    EXPECT_EQ(message(R"({"forced": {"1": 5}})"), "f: forced[1]: expected a token, found 5");
    EXPECT_EQ(message(R"({"rows": {"1": {"kind": "none"}}})"),
              "f: rows[1].kind: expected a kind of edit, found \"none\"");
    EXPECT_EQ(message(R"({"rows": {"1": {"kind": "held", "held": {"2": "much"}}}})"),
              "f: rows[1].held: expected a number, found \"much\"");
    EXPECT_EQ(message(R"({"temperature": null})"), "f: temperature: expected a number, found null");
}

} // namespace
} // namespace heed::io
