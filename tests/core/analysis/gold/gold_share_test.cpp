#include "core/analysis/gold/gold_share.h"

#include "core/analysis/gold/evaluation.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace heed::analysis {
namespace {

Eigen::MatrixXf row(std::initializer_list<float> weights) {
    Eigen::MatrixXf map(1, static_cast<Eigen::Index>(weights.size()));
    Eigen::Index column = 0;
    for (const float w : weights) map(0, column++) = w;
    return map;
}

TEST(GoldShare, MeasuresMassHitsAndRatios) {
    GoldShare share;
    share.add(row({.4f, .1f, .4f, .1f}), {{0, 0}, {0, 2}}); // .8; 4 : 1
    share.add(row({.1f, .6f, .3f}), {{0, 2}});              // .3, not the strongest; .3 : .35
    share.add(row({.5f, .5f}), {{0, 0}});                   // one of two equals; 1 : 1
    EXPECT_EQ(share.rows(), 3);
    EXPECT_NEAR(share.mass(), (.8 + .3 + .5) / 3, 1e-6);
    EXPECT_NEAR(share.hits(), 1.5 / 3, 1e-12);
    EXPECT_NEAR(*share.median_ratio(), 1, 1e-6);
    EXPECT_NEAR(*share.largest_ratio(), 4, 1e-5);
    share.add(row({.2f, .8f}), {{0, 1}}); // 4 : 1: of an even number the mean of the middle two
    EXPECT_NEAR(*share.median_ratio(), 2.5, 1e-5);
}

TEST(GoldShare, EvenWeightsFindNothingWhereverGoldStands) {
    for (int k = 0; k < 7; ++k) {
        GoldShare share;
        Eigen::MatrixXf even = Eigen::MatrixXf::Constant(1, 7, 1.0f / 7);
        even(0, 6) += 3e-8f; // as a softmax rounds
        share.add(even, {{0, k}});
        EXPECT_NEAR(share.hits(), 1.0 / 7, 1e-12) << k;
    }
}

TEST(GoldShare, TakesEachRowByItself) {
    Eigen::MatrixXf map(2, 2);
    map << .9f, .1f, .5f, 1.5f; // the second row sums to 2
    GoldShare share;
    share.add(map, {{0, 0}, {1, 0}, {1, 0}}); // a cell that is named twice counts once
    EXPECT_EQ(share.rows(), 2);
    EXPECT_NEAR(share.mass(), (.9 + .25) / 2, 1e-6);
    EXPECT_NEAR(share.hits(), .5, 1e-12);
}

TEST(GoldShare, HasNoRatioWhereAllIsGold) {
    GoldShare share;
    share.add(row({.4f, .6f}), {{0, 0}, {0, 1}});
    EXPECT_NEAR(share.mass(), 1, 1e-6);
    EXPECT_FALSE(share.median_ratio().has_value());
    EXPECT_TRUE(to_json(share)["ratio"].is_null());
    share.add(row({1, 0}), {{0, 0}}); // no weight is left elsewhere: large, and still a number
    EXPECT_GT(*share.largest_ratio(), 1e30);
}

constexpr float blank = std::numeric_limits<float>::quiet_NaN();

TEST(GoldShare, CountsNoCellWhereNothingStands) {
    GoldShare share;
    share.add(row({.6f, .3f, .1f, blank, blank}), {{0, 0}}); // .6 : .2
    EXPECT_NEAR(share.mass(), .6, 1e-6);
    EXPECT_EQ(share.hits(), 1);
    EXPECT_NEAR(*share.median_ratio(), 3, 1e-5);
    share.add(row({blank, 1, blank}), {{0, 2}}); // nothing stands where the gold is
    share.add(row({blank, blank}), {{0, 0}});
    EXPECT_EQ(share.rows(), 3);
    EXPECT_NEAR(share.mass(), .2, 1e-6);
    EXPECT_NEAR(share.hits(), 1.0 / 3, 1e-12);
}

TEST(Evaluation, TakesNoEntropyWhereNothingStands) {
    ItemResult item;
    item.source_length = 3;
    Eigen::MatrixXf map(3, 3);
    map << blank, blank, blank, 1, blank, blank, .5f, .5f, blank;
    item.maps = {{"self.attention", map, {{2, 1}}}};
    Evaluation evaluation;
    evaluation.add(item);
    EXPECT_NEAR(*evaluation.entropy(), std::log(2.0) / 2, 1e-6); // of two rows, the first of them one cell
    EXPECT_NEAR(evaluation.gold().at("self.attention").mass(), .5, 1e-6);
}

TEST(Evaluation, PoolsAnswersThatAreNoTokens) {
    ItemResult one, other;
    one.source_length = 2;
    one.exact = true;
    one.log_prob = -.25;
    one.maps = {{"pool.attention", row({.75f, .25f}), {{0, 0}}}};
    other.source_length = 7;
    other.log_prob = -.75;
    other.maps = {{"pool.attention", row({.5f, .5f}), {}}}; // without gold: of no weight there
    Evaluation e;
    e.add(one);
    e.add(other);
    EXPECT_NEAR(e.loss(), .5, 1e-12);
    const auto json = to_json(e);
    EXPECT_EQ(json["exact_match"], .5);
    EXPECT_TRUE(json["token_accuracy"].is_null());
    EXPECT_TRUE(json["aer"].is_null());
    EXPECT_NEAR(json["entropy"].get<double>(), (.562335 + .693147) / 2, 1e-5);
    EXPECT_TRUE(json["by_length"][1]["token_accuracy"].is_null());
    EXPECT_EQ(json["gold"].dump(),
              R"({"pool.attention":{"mass":0.75,"hits":1.0,"ratio":{"median":3.0,"largest":3.0}}})");
}

} // namespace
} // namespace heed::analysis
