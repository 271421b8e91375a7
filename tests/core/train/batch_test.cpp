#include "core/train/batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace heed::train {
namespace {

using testing::ElementsAre;

tasks::Sample sample(std::vector<std::string> source, std::vector<std::string> target) {
    tasks::Sample s;
    s.source = std::move(source);
    s.target = std::move(target);
    return s;
}

TEST(Vocabulary, HoldsTheFourMarksThenTheTokensSorted) {
    const std::vector<tasks::Sample> samples{sample({"b", "a"}, {"x"}), sample({"c", "b", "<s>"}, {"y"})};
    const Vocabulary v = make_vocabularies(samples, false).first;
    EXPECT_THAT(*v.tokens(), ElementsAre("<pad>", "<s>", "</s>", "<unk>", "a", "b", "c"));
}

TEST(Batch, PadsAndMasks) {
    const std::vector<Item> items{{{7, 2}, {5, 6, 2}}, {{8, 9, 2}, {4, 2}}};
    const std::vector<int> both{1, 0};
    const Batch batch = make_batch(items, both);
    EXPECT_EQ(batch.source.items, 2);
    EXPECT_EQ(batch.source.length, 3);
    EXPECT_THAT(batch.source.ids, ElementsAre(8, 7, 9, 2, 2, 0));
    EXPECT_THAT(batch.source.lengths, ElementsAre(3, 2));
    EXPECT_THAT(batch.inputs.ids, ElementsAre(1, 1, 4, 5, 0, 6));
    EXPECT_THAT(batch.inputs.lengths, ElementsAre(2, 3));
    EXPECT_THAT(batch.targets, ElementsAre(4, 5, 2, 6, 0, 2));
    EXPECT_THAT(batch.counts, ElementsAre(1, 1, 1, 1, 0, 1));
    EXPECT_EQ(batch.tokens, 5);
    EXPECT_THAT(batch.loss_weights<double>(10), ElementsAre(.1, .1, .1, .1, 0, .1));
}

TEST(BatchOrder, SeesEveryItemOnceAnEpochAndIsRepeatable) {
    std::vector<int> lengths(1280);
    for (std::size_t k = 0; k < lengths.size(); ++k) lengths[k] = static_cast<int>(k * 7 % 40);
    BatchOrder order(lengths, 32, Random(5)), again(lengths, 32, Random(5)), other(lengths, 32, Random(6));
    std::vector<int> seen(lengths.size(), 0);
    int spread = 0;
    bool differs = false;
    for (int k = 0; k < 40; ++k) {
        const auto batch = order.next();
        EXPECT_EQ(batch, again.next());
        differs |= batch != other.next();
        ASSERT_EQ(batch.size(), 32u);
        const auto length = [&](int i) { return lengths[static_cast<std::size_t>(i)]; };
        spread += length(batch.back()) - length(batch.front());
        for (const int i : batch) ++seen[static_cast<std::size_t>(i)];
    }
    EXPECT_THAT(seen, testing::Each(1));
    EXPECT_LE(spread / 40, 4); // of 40 lengths: a batch is nearly of one
    EXPECT_TRUE(differs);
}

TEST(BatchOrder, WorksWithFewerItemsThanABatch) {
    BatchOrder order({3, 1, 2}, 32, Random(1));
    for (int k = 0; k < 3; ++k) EXPECT_THAT(order.next(), testing::UnorderedElementsAre(0, 1, 2));
}

} // namespace
} // namespace heed::train
