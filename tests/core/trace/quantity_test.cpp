#include "core/trace/quantity.h"

#include <gtest/gtest.h>

#include <set>

namespace heed {
namespace {

TEST(Quantity, EveryOneHasItsOwnKeyAndIsExplained) {
    std::set<std::string_view> keys;
    for (const Quantity q : encoder_decoder_quantities()) {
        const QuantityInfo& row = info(q);
        EXPECT_TRUE(keys.insert(row.key).second) << row.key;
        EXPECT_FALSE(row.symbol.empty() || row.meaning.empty() || row.source.empty()) << row.key;
    }
}

TEST(Quantity, KnowsTheAttentionWeights) {
    EXPECT_EQ(info(Quantity::Weights).key, "decoder.weights");
    EXPECT_EQ(info(Quantity::Weights).symbol, "α");
    EXPECT_EQ(info(Quantity::Weights).rows, Axis::Source);
    EXPECT_EQ(info(Quantity::Weights).columns, Axis::Output);
    EXPECT_EQ(info(Quantity::Weights).map, "decoder.attention");
}

} // namespace
} // namespace heed
