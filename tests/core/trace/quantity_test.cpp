#include "core/trace/quantity.h"

#include <gtest/gtest.h>

#include <set>

namespace heed {
namespace {

TEST(Quantity, EveryOneHasItsOwnKeyAndIsFoundByIt) {
    std::set<std::string_view> keys;
    for (const QuantityInfo& row : all_quantities()) {
        EXPECT_TRUE(keys.insert(row.key).second) << row.key;
        EXPECT_EQ(find_quantity(row.key), row.id);
        EXPECT_EQ(&info(row.id), &row);
        EXPECT_FALSE(row.symbol.empty() || row.axes.empty() || row.meaning.empty() || row.source.empty())
            << row.key;
    }
    EXPECT_FALSE(find_quantity("decoder.nothing").has_value());
}

TEST(Quantity, KnowsTheAttentionWeights) {
    EXPECT_EQ(info(Quantity::Weights).key, "decoder.weights");
    EXPECT_EQ(info(Quantity::Weights).symbol, "α");
    EXPECT_EQ(info(Quantity::Weights).axes, "source × output");
}

} // namespace
} // namespace heed
