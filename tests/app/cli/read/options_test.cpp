#include "app/cli/read/options.h"

#include <gtest/gtest.h>

namespace heed::cli {
namespace {

std::string verdict(const CLI::Validator& validator, std::string text) { return validator(text); }

TEST(CliOptions, WholeNumbers) {
    EXPECT_EQ(verdict(whole_number(0), "0"), "");
    EXPECT_EQ(verdict(whole_number(0), "17"), "");
    EXPECT_EQ(verdict(whole_number(0), "-1"), "expected a whole number from 0, found -1");
    EXPECT_EQ(verdict(whole_number(1, 9), "1.5"), "expected a whole number from 1 to 9, found 1.5");
    EXPECT_EQ(verdict(whole_number(1, 9), "99999999999999999999"),
              "expected a whole number from 1 to 9, found 99999999999999999999");
    EXPECT_EQ(verdict(whole_number(1, 9), ""), "expected a whole number from 1 to 9, found ");
}

TEST(CliOptions, RealNumbersAreFinite) {
    EXPECT_EQ(verdict(real_number(0.5, 4), "0.5"), "");
    EXPECT_EQ(verdict(real_number(0.5, 4), "nan"), "expected a number from 0.5 to 4, found nan");
    EXPECT_EQ(verdict(real_number(0.5, 4), "inf"), "expected a number from 0.5 to 4, found inf");
    EXPECT_EQ(verdict(real_number(0.5, 4), "4x"), "expected a number from 0.5 to 4, found 4x");
}

TEST(CliOptions, Words) {
    EXPECT_EQ(verdict(one_of({"dark", "light"}), "light"), "");
    EXPECT_EQ(verdict(one_of({"dark", "light"}), "blue"), "expected dark or light, found blue");
    EXPECT_EQ(verdict(one_of({"a", "b", "c"}), ""), "expected a, b or c, found ");
}

} // namespace
} // namespace heed::cli
