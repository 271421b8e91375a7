#include "core/text/escape.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Escape, HidesNothingAndReordersNothing) {
    EXPECT_EQ(escaped("plain é ␣ 日本"), "plain é ␣ 日本");
    EXPECT_EQ(escaped(std::string("a\0b\n\x1B[31m", 9)), "a\\u{0000}b\\u{000A}\\u{001B}[31m");
    EXPECT_EQ(escaped("\u202Egnp.exe\uFEFF\u2028"), "\\u{202E}gnp.exe\\u{FEFF}\\u{2028}");
    EXPECT_EQ(escaped("\xFF\xC3("), "\\xFF\\xC3(");
}

TEST(Escape, IsShort) {
    EXPECT_EQ(escaped("abcdef", 3), "abc...");
    EXPECT_EQ(escaped("abc", 3), "abc");
    EXPECT_LT(escaped(std::string(100000, '\1')).size(), 220u);
}

} // namespace
} // namespace heed
