// Accuracy by length: the interval, the items, and that what is drawn was not learnt from.
#include "core/train/lengths.h"

#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/tasks/splits.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

Model bundled_for_lengths(const char* name) { return io::ModelLibrary(data_directories()).load(name); }

TEST(Lengths, wilson_is_as_computed_by_hand) {
    const train::Interval half = train::wilson(0.5, 100); // (.5 + .0192 ± .0998) / 1.0384
    EXPECT_NEAR(half.low, 0.4038, 1e-4);
    EXPECT_NEAR(half.high, 0.5962, 1e-4);
    const train::Interval all = train::wilson(1, 50);
    EXPECT_NEAR(all.low, 50 / (50 + 1.959964 * 1.959964), 1e-6); // n / (n + z²)
    EXPECT_EQ(all.high, 1);
    EXPECT_EQ(train::wilson(0, 0).high, 1);
    for (const int n : {1, 7, 200})
        for (const double share : {0.0, 0.2, 0.77, 1.0}) {
            const auto i = train::wilson(share, n);
            EXPECT_LE(i.low, share);
            EXPECT_GE(i.high, share);
            EXPECT_GE(i.low, 0);
            EXPECT_LE(i.high, 1);
        }
}

TEST(Lengths, items_have_their_length_and_were_not_learnt_from) {
    const Model model = bundled_for_lengths("reverse/none");
    train::LengthPlan plan;
    plan.lengths = {2, 7, 45};
    plan.items = 20;
    const auto items = train::fresh_items(model, plan);
    const auto splits = tasks::make_splits(tasks::get("reverse"), 40000);
    for (const auto& [length, samples] : items)
        for (const tasks::Sample& sample : samples) {
            EXPECT_EQ(static_cast<int>(sample.source.size()), length);
            for (const tasks::Sample& taught : splits.pool) ASSERT_NE(taught.source, sample.source);
        }
    EXPECT_EQ(items.at(7).size(), 20u);
    EXPECT_EQ(train::fresh_items(model, plan).at(45), items.at(45)); // the same seed, the same items
}

TEST(Lengths, fixed_context_falls_with_length_and_attention_does_not) {
    const Model fixed = bundled_for_lengths("reverse/none"),
                attention = bundled_for_lengths("reverse/additive");
    train::LengthPlan plan;
    plan.lengths = {5, 20, 35};
    plan.items = 40;
    const auto items = train::fresh_items(fixed, plan);
    int done = 0;
    const auto without = train::accuracy_by_length(fixed, items, in_turn, [&](int n, int all) {
        EXPECT_EQ(n, ++done);
        EXPECT_EQ(all, 3);
    });
    const auto with = train::accuracy_by_length(attention, items);
    ASSERT_EQ(without.points.size(), 3u);
    EXPECT_EQ(done, 3);
    EXPECT_EQ(without.longest, 40);
    EXPECT_GT(without.points[0].tally.exact_match(), 0.9);
    EXPECT_LT(without.points[2].exact.high, 0.2);
    for (const auto& at : with.points) EXPECT_GT(at.exact.low, 0.8) << at.length;
}

TEST(Lengths, is_cancelled_between_items) {
    const Model model = bundled_for_lengths("reverse/none");
    train::LengthPlan plan;
    plan.lengths = {5};
    plan.items = 5;
    const auto items = train::fresh_items(model, plan);
    const std::atomic<bool> cancelled{true};
    EXPECT_THROW(train::accuracy_by_length(model, items, in_turn, {}, &cancelled), decode::Cancelled);
}

} // namespace
} // namespace heed
