// Ranks: equal numbers share theirs.
#include "core/analysis/heads/ranks.h"

#include "core/analysis/heads/heads_json.h"
#include "core/analysis/heads/measures.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace heed::heads {
namespace {

using Keys = std::vector<std::optional<double>>;

TEST(HeadRanks, EqualNumbersShareTheirs) {
    EXPECT_EQ(ranks_of(Keys{.3, .1, .3, .2}), (std::vector<Rank>{{3, 4}, {1, 1}, {3, 4}, {2, 2}}));
    EXPECT_EQ(ranks_of(Keys{.5, .5, .5}), (std::vector<Rank>{{1, 3}, {1, 3}, {1, 3}}));
    EXPECT_EQ(ranks_of(Keys{std::nullopt, .5}), (std::vector<Rank>{{0, 0}, {1, 1}}));
    // Sums that were added in another order differ in their last bits.
    EXPECT_EQ(ranks_of(Keys{.1 + .2, .3}), (std::vector<Rank>{{1, 2}, {1, 2}}));
    EXPECT_EQ(ranks_of(Keys{.3 + 1e-9, .3}), (std::vector<Rank>{{2, 2}, {1, 1}}));
}

Corpus::OfHead with_end(int layer, int head, double end) {
    Corpus::OfHead one{
        {Kind::Cross, {Quantity::Weights, layer, head}, "map"}, {}, Reading::Predicts, nullptr};
    for (Sums& sums : one.sums) {
        sums.rows = 1;
        sums.end = end;
    }
    return one;
}

TEST(HeadRanks, OfEqualHeadsTheOrderIsThatOfLayersAndHeads) {
    const Measure* by = find_measure("end");
    const std::vector<Corpus::OfHead> all{with_end(0, 0, .3), with_end(0, 1, .1 + .2), with_end(1, 0, .1),
                                          with_end(1, 1, .3)};
    EXPECT_EQ(ranks_of(all, by), (std::vector<int>{2, 2, 1, 2}));
    const auto sorted = ordered(all, by);
    std::vector<std::pair<int, int>> places;
    for (const auto& head : sorted) places.emplace_back(head.head.site.layer, head.head.site.head);
    EXPECT_EQ(places, (std::vector<std::pair<int, int>>{{1, 0}, {0, 0}, {0, 1}, {1, 1}}));
    const auto json = to_json(Corpus{}, sorted, ranks_of(sorted, by), std::nullopt);
    EXPECT_EQ(json["maps"][3]["rank"], 2);
    EXPECT_EQ(json["maps"][0]["rank"], 1);
}

} // namespace
} // namespace heed::heads
