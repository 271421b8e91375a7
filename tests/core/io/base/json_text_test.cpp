#include "core/io/base/json_text.h"

#include "tests/support/message_of.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

using test::message_of;

std::string refusal(const std::string& text) {
    return message_of([&] { parse_json(text, "f"); });
}

TEST(JsonText, ErrorsSayWhere) {
    EXPECT_EQ(refusal("{\"a\": 1,\n \"b\": x}"), "f: not JSON: line 2, column 7 cannot be read");
    EXPECT_EQ(refusal(""), "f: not JSON: line 1, column 1 cannot be read");
    EXPECT_EQ(refusal("[1"), "f: not JSON: line 1, column 3 cannot be read");
    EXPECT_EQ(refusal("{\"a\": NaN}"), "f: not JSON: line 1, column 7 is NaN, which JSON does not have");
    EXPECT_EQ(refusal("[-Infinity]"), "f: not JSON: line 1, column 3 is Infinity, which JSON does not have");
    EXPECT_EQ(refusal("[\"\xFF\"]"), "f: not JSON: line 1, column 3 cannot be read");
    EXPECT_EQ(refusal("[1e999]"), "f: not JSON: a number is out of range");
    EXPECT_EQ(parse_json("[\"[[\\\"[\", 1]", "f", 1)[1], 1);
}

TEST(JsonText, DepthIsCountedBeforeParsing) {
    EXPECT_EQ(refusal(std::string(65, '[') + std::string(65, ']')),
              "f: nested too deeply: expected at most 64 levels, found more");
    EXPECT_EQ(refusal(std::string(2'000'000, '[')),
              "f: nested too deeply: expected at most 64 levels, found more");
    EXPECT_TRUE(parse_json(std::string(64, '[') + std::string(64, ']'), "f").is_array());
}

TEST(JsonText, ValuesAreShownShort) {
    EXPECT_EQ(shown(nlohmann::json("a\nü")), "\"a\\nü\"");
    EXPECT_EQ(shown(nlohmann::json(std::string("\xFF"))), "\"\uFFFD\"");
    EXPECT_EQ(shown(nlohmann::json("a\u202Eb")), "\"a\\u{202E}b\"");
    EXPECT_LE(shown(nlohmann::json(std::string(1000, 'x'))).size(), 60u);
    EXPECT_EQ(shown(nlohmann::json(std::vector<int>(100))), "a list of 100");
}

/// For those who parse it otherwise.
TEST(JsonText, DepthAlone) {
    EXPECT_EQ(depth_of("[{\"a]\": [1]}]"), 3);
    EXPECT_EQ(message_of([&] { check_nesting("[[1]]", "f", 1); }),
              "f: nested too deeply: expected at most 1 levels, found more");
    EXPECT_EQ(message_of([&] { check_nesting("[[1]]", "f", 2); }), "nothing was thrown");
}

} // namespace
} // namespace heed::io
