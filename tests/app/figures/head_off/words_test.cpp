// Numbers and names of changed heads, as they are printed.
#include "app/figures/head_off/head_off.h"
#include "app/figures/head_off/plan.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(HeadOffNames, NumbersHaveTwoDigitsAndNoneIsWhatItIsNot) {
    using namespace headoff;
    EXPECT_EQ(chance_number(0.97), ".97");
    EXPECT_EQ(chance_number(0.99996), ">.99");
    EXPECT_EQ(chance_number(1), "1");
    EXPECT_EQ(chance_number(0.0004), "<.01");
    EXPECT_EQ(chance_number(0), "0");
    EXPECT_EQ(head_off_log_p(-0.552), "−0.55");
    EXPECT_EQ(head_off_log_p(-4.4e-5), "≈0");
    EXPECT_EQ(head_off_log_p(-341.274), "−341.27");
    EXPECT_EQ(head_off_log_p(-0.0043), "−0.004");
    EXPECT_EQ(bits_number(0.313, 0.313), ".31");
    EXPECT_EQ(bits_number(0.0042, 0.0042), ".0042"); // not "<.01" beside another bar
    EXPECT_EQ(bits_number(0.0012, 0.31), "<.01");
    EXPECT_EQ(bits_number(0.00001, 0.0042), "<.0001");
}

/// Two sums and what lies between: whoever subtracts what is printed gets what is printed.
TEST(HeadOffNames, SumsAddUpAsTheyArePrinted) {
    const auto value = [](std::string text) {
        if (text.starts_with("−")) text.replace(0, std::string("−").size(), "-");
        return std::stod(text);
    };
    const std::pair<double, double> cases[] = {{-0.456, -5.594}, {-1.9046, -2.9551}, {-0.45, -0.4543},
                                               {0, -0.0043},     {-7.1349, -6.9951}, {-12.3456, -12.3556}};
    for (const auto& [before, now] : cases) {
        const HeadOffSums sums = head_off_sums(before, now);
        EXPECT_NEAR(value(sums.now) - value(sums.before), value(sums.change), 1e-9)
            << sums.before << " " << sums.now << " " << sums.change;
        EXPECT_NEAR(value(sums.change), now - before, 0.006);
    }
    EXPECT_EQ(head_off_sums(-0.4, -0.7).change, "−0.30"); // no more digits than are needed
    EXPECT_EQ(head_off_sums(-0.4, -0.4001).change, "≈0");
}

/// A start token that is written anew is no end.
TEST(HeadOffNames, OnlyTheEndIsCalledSo) {
    EXPECT_EQ(head_off_name("rive", false), "“rive”");
    EXPECT_EQ(head_off_name("end", false), "“end”");
    EXPECT_EQ(head_off_name("end", true), "the end");
    EXPECT_EQ(head_off_name("‹start›", true), "‹start›");
}

} // namespace
} // namespace heed
