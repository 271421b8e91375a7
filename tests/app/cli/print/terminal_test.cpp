#include "app/cli/print/terminal.h"

#include <gtest/gtest.h>

namespace heed::cli {
namespace {

TEST(TerminalText, WidthsOfScripts) {
    EXPECT_EQ(display_width("March"), 5);
    EXPECT_EQ(display_width("été"), 3);
    EXPECT_EQ(display_width("e\u0301te\u0301"), 3); // the same with combining accents
    EXPECT_EQ(display_width("日本"), 4);
    EXPECT_EQ(display_width("😀"), 2);
    EXPECT_EQ(display_width("␣"), 1);
    EXPECT_EQ(display_width("\xFF"), 1);
    EXPECT_EQ(display_width(""), 0);
}

TEST(TerminalText, CharactersKeepTheirMarks) {
    EXPECT_EQ(characters("e\u0301a"), (std::vector<std::string>{"e\u0301", "a"}));
    EXPECT_TRUE(characters("").empty());
}

TEST(TerminalText, ClippedAndPadded) {
    EXPECT_EQ(clipped("economic", 8), "economic");
    EXPECT_EQ(clipped("economic", 4), "eco…");
    EXPECT_EQ(clipped("日本語", 5), "日本…");
    EXPECT_EQ(clipped("日本語", 4), "日…");
    EXPECT_EQ(clipped("ab", 1), "…");
    EXPECT_EQ(clipped("ab", 0), "");
    EXPECT_EQ(padded_left("日", 4), "  日");
    EXPECT_EQ(padded_right("é", 3), "é  ");
    EXPECT_EQ(padded_left("long", 2), "long");
}

TEST(TerminalText, NothingThatIsPrintedMovesTheCursor) {
    EXPECT_EQ(printable("\x1b[2Jé\n\t"), "\uFFFD[2Jé\uFFFD\uFFFD");
    EXPECT_EQ(printable("a\xC2\x9B"), "a\uFFFD"); // CSI in one character
    EXPECT_EQ(printable("a\u202Eb"), "a\uFFFD"
                                     "b");            // right-to-left override
    EXPECT_EQ(printable("\xE2\x82"), "\uFFFD\uFFFD"); // cut short
}

TEST(TerminalText, QuotedForAShell) {
    EXPECT_EQ(shell_quoted("3 March 1987"), "\"3 March 1987\"");
    EXPECT_EQ(shell_quoted("say \"no\""), "'say \"no\"'");
    EXPECT_EQ(shell_quoted("it's $5"), "'it'\\''s $5'");
    EXPECT_EQ(shell_word("dates/additive"), "dates/additive");
    EXPECT_EQ(shell_word("my models/x"), "\"my models/x\"");
    EXPECT_EQ(shell_word(""), "\"\"");
}

} // namespace
} // namespace heed::cli
