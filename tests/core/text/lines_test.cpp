#include "core/text/lines.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

using Strings = std::vector<std::string>;

TEST(Lines, AnyRunOfWhiteSpaceIsOneSpace) {
    EXPECT_EQ(one_line("the agreement\nwas signed"), "the agreement was signed");
    EXPECT_EQ(one_line("a\tb\r\nc\vd\fe  f \n g"), "a b c d e f g");
    EXPECT_EQ(one_line("a\u0085b\u2028c\u2029d"), "a b c d");
}

TEST(Lines, AtTheEndsALineEndIsNothingAndASpaceIsASpace) {
    EXPECT_EQ(one_line("\n a b\t\r\n"), "a b");
    EXPECT_EQ(one_line("  a b "), " a b ") << "in the midst of a sentence it parts two words";
    EXPECT_EQ(one_line(" \n "), "");
    EXPECT_EQ(one_line(""), "");
}

TEST(Lines, OtherSpacesAreCharacters) {
    const std::string text = "10\u00A0km\u2009\u3000\u200B\uFEFF";
    EXPECT_EQ(one_line(text), text);
    EXPECT_EQ(one_line_exactly(text), text);
}

TEST(Lines, NamesOfFilesKeepTheirSpaces) {
    EXPECT_EQ(one_line_exactly("/a  b/c \n"), "/a  b/c");
    EXPECT_EQ(one_line_exactly("  a"), "  a");
    EXPECT_EQ(one_line_exactly("a\nb"), "a b");
}

TEST(Lines, EachLineThatHoldsAnything) {
    EXPECT_EQ(lines_in("one\r\n\n  two\twords \n \nthree"), (Strings{"one", "two words", "three"}));
    EXPECT_EQ(lines_in("مرحبا\nनमस्ते\u2028👩🏽‍🔬"),
              (Strings{"مرحبا", "नमस्ते", "👩🏽‍🔬"}));
    EXPECT_EQ(lines_in(" \n\t"), Strings{});
    EXPECT_EQ(lines_in("one"), Strings{"one"});
}

TEST(Lines, BytesThatAreNoTextStay) { EXPECT_EQ(one_line("a\xFF\n\xC2"), "a\xFF \xC2"); }

} // namespace
} // namespace heed
