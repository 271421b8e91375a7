#include "core/analysis/gold/evaluation.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace heed::analysis {
namespace {

ItemResult item(int length, bool exact, int tokens, int right) {
    ItemResult result;
    result.source_length = length;
    result.exact = exact;
    result.tokens = tokens;
    result.right = right;
    result.log_prob = -tokens;
    return result;
}

TEST(Evaluation, PoolsOverItemsAndBins) {
    Evaluation e;
    e.add(item(5, true, 4, 4));
    e.add(item(6, false, 6, 3));
    e.add(item(23, true, 10, 9));
    EXPECT_NEAR(e.exact_match(), 2.0 / 3, 1e-12);
    EXPECT_NEAR(e.token_accuracy(), 16.0 / 20, 1e-12);
    EXPECT_NEAR(e.loss(), 1, 1e-12);
    EXPECT_EQ(to_json(e), nlohmann::ordered_json::parse(R"({"items": 3, "exact_match": 0.6666666666666666,
        "token_accuracy": 0.8, "aer": null, "entropy": null, "by_length": [
        {"from": 1, "to": 5, "items": 1, "exact_match": 1.0, "token_accuracy": 1.0},
        {"from": 6, "to": 10, "items": 1, "exact_match": 0.0, "token_accuracy": 0.5},
        {"from": 21, "to": 25, "items": 1, "exact_match": 1.0, "token_accuracy": 0.9}]})"));
}

TEST(Evaluation, MeasuresAttentionWhereThereIsAny) {
    ItemResult one = item(2, true, 2, 2);
    one.weights.resize(3, 2);
    one.weights << 0.5f, 0, 0.5f, 0, 0, 1;
    Evaluation e;
    e.add(one);
    EXPECT_NEAR(*e.entropy(), std::log(2.0), 1e-9); // the end token's row is left out
    EXPECT_FALSE(e.alignment().has_value());
    EXPECT_TRUE(to_json(e)["aer"].is_null());
    one.has_gold = true;
    one.sure = {{0, 0}};
    e.add(one);
    EXPECT_NEAR(to_json(e)["aer"]["shift0"].get<double>(), 0, 1e-12); // the first of equal weights counts
    EXPECT_NEAR(to_json(e)["aer"]["shift1"].get<double>(), 1, 1e-12); // the next row is on the end: no link
    EXPECT_NEAR(to_json(e)["aer"]["soft"].get<double>(), 0.5, 1e-6);
}

TEST(Evaluation, OfNothingIsZeroNotNan) {
    EXPECT_EQ(to_json(Evaluation{})["exact_match"], 0.0);
    EXPECT_EQ(to_json(Evaluation{})["token_accuracy"], 0.0);
}

} // namespace
} // namespace heed::analysis
