// The series with lagged drivers: what is drawn follows the rule, and the rule says the right answer.
#include "core/tasks/item.h"
#include "core/tasks/items/lagged.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::tasks {
namespace {

std::string said_of_lagged(const std::string& text) {
    return test::message_of([&] { lagged_reference(text, "input"); });
}

TEST(Lagged, WhatIsDrawnFollowsTheRule) {
    Random random(3);
    for (const bool second : {false, true}) {
        const LaggedRule rule = lagged_rule(second);
        const LaggedTable table = draw_lagged(random, 4000, second);
        double noise = 0, variance = 0, product = 0;
        int count = 0;
        for (std::size_t t = 7; t < table.rows.size(); ++t, ++count) {
            EXPECT_EQ(table.regime(t), second ? 1 : 0);
            const double x =
                table.rows[t - static_cast<std::size_t>(rule.lag)][static_cast<std::size_t>(rule.driver)];
            noise += std::pow(table.target(t) - 0.9 * x, 2);
            variance += table.rows[t][2] * table.rows[t][2];
            product += table.rows[t][2] * table.rows[t - 1][2];
        }
        EXPECT_NEAR(std::sqrt(noise / count), 0.05, 0.004);
        EXPECT_NEAR(variance / count, 1, 0.12);
        EXPECT_NEAR(product / variance, 0.5, 0.06);
    }
    EXPECT_EQ(lagged_rule(false), (LaggedRule{0, 3}));
    EXPECT_EQ(lagged_rule(true), (LaggedRule{3, 7}));
}

TEST(Lagged, HowSureAForecastIsIsNoPartOfWhetherItIsRight) {
    const ItemTask* task = find_item_task("lagged");
    EXPECT_TRUE(is_right(task, ".279", "0.27432 ± 0.128943"));
    EXPECT_TRUE(is_right(task, ".279", "0.27432"));
    EXPECT_FALSE(is_right(task, ".279", "0.9 ± 0.128943"));
    EXPECT_FALSE(is_right(task, ".279", "± 0.279"));
}

TEST(Lagged, TheReferenceIsTheRuleWithoutNoise) {
    Random random(5);
    int seconds = 0;
    for (int k = 0; k < 400; ++k) {
        const Item item = sample_lagged(random), known = lagged_reference(item.input, "drawn");
        EXPECT_EQ(item.gold, known.gold);
        EXPECT_NEAR(std::stod(item.answer), std::stod(known.answer), 0.25); // five times the noise
        seconds += item.gold[0].cells[0][0] == 3;
    }
    EXPECT_NEAR(seconds, 200, 50);
}

TEST(Lagged, GoldIsTheDriverAtItsMomentAndTheLag) {
    Random random(7);
    const LaggedTable table = draw_lagged(random, 12, true);
    const Item item = lagged_reference(to_text(table, 0, 12), "drawn");
    EXPECT_EQ(item.gold, (std::vector<GoldMap>{{"input.attention", {{3, 5}}},
                                               {"temporal.attention", {{11, 4}, {11, 5}, {11, 6}}}}));
    EXPECT_NEAR(std::stod(item.answer), 0.9 * table.rows[5][3], 1e-12);
    EXPECT_NE(lagged_worked(item.input).find("driver 4 7 steps ago"), std::string::npos);
}

TEST(Lagged, LongOnesChangeTheirRuleHalfWay) {
    Random random(9);
    const Item item = lagged_of_length(random, 52);
    EXPECT_NO_THROW(lagged_reference(item.input, "drawn")); // the last twelve rows have one rule
    const LaggedTable table = draw_lagged(random, 53, false, 27);
    EXPECT_EQ(table.regime(26), 0);
    EXPECT_EQ(table.regime(27), 1);
    EXPECT_EQ(lagged_names().size(), 8u);
}

TEST(Lagged, TheRowAtFaultIsNamed) {
    Random random(1);
    const std::string good = to_text(draw_lagged(random, 12, true), 0, 12);
    EXPECT_EQ(said_of_lagged("1,2,3"),
              "input: row 1: expected seven drivers and the target, 8 numbers, found 3");
    EXPECT_EQ(said_of_lagged("1,2,3,4,5,6,0,x"), "input: row 1: expected numbers, found \"x\"");
    EXPECT_EQ(said_of_lagged("1,2,3,4,5,6,0,7"), "input: rows: expected 12 or more, found 1");
    EXPECT_EQ(said_of_lagged(""), "input: rows: expected 12 or more, found 0");
    EXPECT_EQ(said_of_lagged(good + " 1,2,3,4,5,6,0,7"),
              "input: the regime: expected 0 or 1, the same in all 12 rows, found 0");
}

} // namespace
} // namespace heed::tasks
