// What is measured of a map: which columns count.
#include "core/analysis/heads/measures.h"

#include <gtest/gtest.h>

namespace heed::heads {
namespace {

Word word(int place, bool framing = false) {
    return {place, place + 1, framing ? "<x>" : "w", 0, 0, framing};
}

double share_on_end(const std::vector<Word>& columns, const Eigen::VectorXd& row) {
    WordMap map;
    map.weights = row;
    map.stops = Eigen::VectorXd::Zero(1);
    Sums sums;
    add_rows(map, columns, 1, {}, sums);
    return *find_measure("end")->value(sums);
}

/// Only the token after the last word ends the text: no start, no special token between words, and no
/// language behind the end, as mBART has it.
TEST(HeadMeasures, TheShareOnTheEndIsOfTheTokenAfterTheLastWord) {
    const Eigen::VectorXd row{{.1, .2, .3, .15, .25}};
    EXPECT_NEAR(share_on_end({word(0), word(1), word(2), word(3), word(4, true)}, row), .25, 1e-12);
    EXPECT_NEAR(share_on_end({word(0, true), word(1), word(2, true), word(3), word(4, true)}, row), .25,
                1e-12);
    EXPECT_NEAR(share_on_end({word(0), word(1), word(2, true), word(3, true), word(4)}, row), 0, 1e-12);
    EXPECT_NEAR(share_on_end({word(0), word(1), word(2), word(3, true), word(4, true)}, row), .15, 1e-12);
    EXPECT_NEAR(share_on_end({word(0), word(1), word(2), word(3), word(4)}, row), 0, 1e-12);
    EXPECT_NEAR(
        share_on_end({word(0, true), word(1, true), word(2, true), word(3, true), word(4, true)}, row), 0,
        1e-12);
}

/// "the law <2de> </s>": the end is the token that was not typed; a word that <2de> stands for is not read.
TEST(HeadMeasures, WhatWasTypedIsNotTheEndAndWordsWithoutTokensAreNotCounted) {
    Word typed = word(2, true), nothing{0, 0, "<2de>", 8, 13, false};
    typed.begin = 8;
    typed.end = 13;
    const std::vector<Word> columns{word(0), word(1), nothing, typed, word(3, true)};
    WordMap map;
    map.weights = Eigen::MatrixXd::Zero(5, 3);
    map.weights.col(0) << .3, .2, 0, .4, .1;
    map.weights.col(1) << .1, .3, 0, .4, .2;
    map.stops = Eigen::VectorXd::Zero(3);
    map.unread = {false, false, true};
    Sums sums;
    add_rows(map, columns, 3, {}, sums);
    EXPECT_EQ(sums.rows, 2);
    EXPECT_EQ(sums.columns, 2);
    EXPECT_NEAR(*find_measure("end")->value(sums), .15, 1e-12);
    EXPECT_NEAR(*find_measure("coverage")->value(sums), .45, 1e-12);
    EXPECT_DOUBLE_EQ(*find_measure("first")->value(sums), .2);
}

} // namespace
} // namespace heed::heads
