#include "app/cli/read/given.h"

#include "app/cli/commands.h"

#include <gtest/gtest.h>

namespace heed::cli {
namespace {

TEST(GivenTokens, PositionAndToken) {
    const auto forced = parse_forced({"3=x", "0==", "12= ", "5=a=b", "7=[a,b]"});
    EXPECT_EQ(forced, (std::map<int, std::string>{{3, "x"}, {0, "="}, {12, " "}, {5, "a=b"}, {7, "[a,b]"}}));
    EXPECT_TRUE(parse_forced({}).empty());
}

TEST(GivenTokens, WhatIsNoPairIsWrong) {
    for (const char* word : {"x", "", "=x", "3=", "-1=x", "1.5=x", "3x=y", "99999999999=x", " 3=x"})
        EXPECT_THROW(parse_forced({word}), WrongWords) << word;
    EXPECT_THROW(parse_forced({"3=x", "3=y"}), WrongWords);
}

TEST(GivenWeights, Numbers) {
    const auto given = parse_weights({"2=.5,0,1e-3", "0=1"});
    EXPECT_EQ(given.at(2), (std::vector<float>{.5f, 0, 1e-3f}));
    EXPECT_EQ(given.at(0), (std::vector<float>{1}));
    EXPECT_EQ(parse_weights({"0=1e-60"}).at(0),
              (std::vector<float>{0})); // too small for a float, yet a number
}

TEST(GivenWeights, WhatIsNoNumberIsWrong) {
    for (const char* word : {"2=", "2=a", "2=1,", "2=,1", "2=1,,1", "2=1;2", "2=1 ,2", "x=1"})
        EXPECT_THROW(parse_weights({word}), WrongWords) << word;
    EXPECT_THROW(parse_weights({"2=1", "2=1"}), WrongWords);
}

} // namespace
} // namespace heed::cli
