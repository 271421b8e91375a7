#include "core/text/strings.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Strings, LetterCaseIsThatOfAscii) {
    EXPECT_EQ(ascii_lower("Über GRU 48"), "Über gru 48");
    EXPECT_EQ(ascii_upper("gru é"), "GRU é");
    EXPECT_EQ(capitalized("no line"), "No line");
    EXPECT_EQ(capitalized(""), "");
}

TEST(Strings, PartsAreWhatStandsBetween) {
    EXPECT_EQ(split("a||b|", "|"), (Parts{"a", "", "b", ""}));
    EXPECT_EQ(split("a ||| b", " ||| "), (Parts{"a", "b"}));
    EXPECT_EQ(split("", ","), (Parts{""}));
    EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
    EXPECT_EQ(trimmed(" \n"), "");
    EXPECT_EQ(replaced("it''s ''''", "''", "'"), "it's ''");
    EXPECT_EQ(replaced("nothing", "", "x"), "nothing");
}

TEST(Strings, LinesLoseTheirEnds) {
    std::string_view rest = "a\r\n\nb";
    Parts lines;
    for (std::string_view line; next_line(rest, line);) lines.push_back(line);
    EXPECT_EQ(lines, (Parts{"a", "", "b"}));
}

TEST(Strings, ListsAndCounts) {
    EXPECT_EQ(listed({}), "");
    EXPECT_EQ(listed({"a"}, " and "), "a");
    EXPECT_EQ(listed({"a", "b", "c"}), "a, b, c");
    EXPECT_EQ(listed({"a", "b", "c"}, " or "), "a, b or c");
    EXPECT_EQ(plural(1, "tensor", "tensors") + ", " + plural(0, "word", "words"), "1 tensor, 0 words");
}

TEST(Strings, Numbers) {
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1 000");
    EXPECT_EQ(grouped(71'234'567, ","), "71,234,567");
    EXPECT_EQ(nine_digits(1.0 / 3), "0.333333333");
    EXPECT_EQ(nine_digits(1e-9), "1e-09");
    EXPECT_EQ(six_digits(2e-5), "2e-5");
    EXPECT_EQ(six_digits(1.5e10), "1.5e+10");
    for (const auto& [long_one, short_one] :
         {std::pair("8e-08", "8e-8"), std::pair("1.5e-10", "1.5e-10"), std::pair("1e+05", "1e+5"),
          std::pair("1e+00", "1e+0"), std::pair("0.25", "0.25"), std::pair("-inf", "-inf"),
          std::pair("3e-100", "3e-100"), std::pair("e", "e"), std::pair("", "")})
        EXPECT_EQ(short_exponent(long_one), short_one);
    EXPECT_EQ(at_nine_digits(1.0 / 3), 0.333333333);
    EXPECT_EQ(number_in<int>("-12"), -12);
    EXPECT_EQ(number_in<double>(".5e1"), 5);
    for (const char* text : {"", " 1", "1 ", "1x", "+1", "99999999999"})
        EXPECT_FALSE(number_in<int>(text)) << text;
}

TEST(Strings, FieldsAreQuotedWhereTheyMustBe) {
    EXPECT_EQ(csv_field("a b"), "a b");
    EXPECT_EQ(csv_field(" a"), "\" a\"");
    EXPECT_EQ(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
}

} // namespace
} // namespace heed
