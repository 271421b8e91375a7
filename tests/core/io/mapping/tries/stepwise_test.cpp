// Where there are more sets of answers than can be run one by one, the first rows of an example tell most of
// them off.
#include "core/io/mapping/tries/stepwise.h"

#include "tests/core/io/mapping/unsettled.h"

#include <gmock/gmock.h>

#include <set>

namespace heed::io::mapping {
namespace {

/// bentrevett's shapes: a bridge, a score over [state ; annotation], and a readout of three.
class Stepwise : public Unsettled {
protected:
    Stepwise() {
        add("encoder.embedding.weight", 16, 5);
        add_gru("encoder.rnn", 5, 4);
        for (const char* name : {"weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"}) {
            const auto& along = set_[set_.find(std::string("encoder.rnn.") + name)].value;
            add(std::string("encoder.rnn.") + name + "_reverse", static_cast<int>(along.rows()),
                static_cast<int>(along.cols()));
        }
        add_layer("encoder.fc", 9, 8);
        add_layer("decoder.attention.attn", 9, 17);
        add("decoder.attention.v.weight", 1, 9);
        add("decoder.embedding.weight", 17, 7);
        add_gru("decoder.rnn", 15, 9);
        add_layer("decoder.out", 17, 24);
    }
    const Answers far_ = {{"halves", "second"}, {"input", "other"}, {"reads", "y,s,c"}, {"start", "linear"},
                          {"unit", "relu"},     {"first", "<eos>"}, {"source", "none"}};
    const std::vector<std::string> texts_ = {"the man runs .", "the old man sees a red dog ."};
};

TEST_F(Stepwise, SevenAnswersThatDifferFromTheGuessAreFound) {
    write_examples(far_, texts_, 6);
    const Search search = try_all(reading(), {});
    ASSERT_GE(search.agreeing(), 1u);
    EXPECT_GT(search.all, most_combinations); // more than are run one by one
    EXPECT_EQ(search.looked_at(), search.all);
    for (const auto& [question, option] : far_)
        EXPECT_EQ(search.tried.front().answers.at(question), option) << question;
}

TEST_F(Stepwise, TheWholeProductTakesFewRuns) {
    write_examples(far_, texts_, 6);
    const Reading by = reading();
    const Settled found = settle(by, {}, examples_in(by.unknown.folder()), 512, nullptr, {});
    EXPECT_TRUE(found.whole);
    EXPECT_LT(found.runs, 1000u);
    EXPECT_FALSE(found.left.empty());
    EXPECT_LT(found.left.size(), 100u);
}

// No clock ends it, so that a slow machine finds what a fast one does.
TEST_F(Stepwise, ItEndsWhenItIsCancelledAndAfterSoManyRuns) {
    write_examples(far_, texts_, 6);
    const Reading by = reading();
    const std::vector<Json> examples = examples_in(by.unknown.folder());
    const std::atomic<bool> cancelled{true};
    const Settled none = settle(by, {}, examples, 512, &cancelled, {});
    EXPECT_FALSE(none.whole);
    EXPECT_EQ(none.runs, 0u);
    std::size_t told = 0;
    const Settled some = settle(
        by, {}, examples, 512, nullptr, [&](std::size_t runs) { told = runs; }, 20);
    EXPECT_FALSE(some.whole);
    EXPECT_LE(some.runs, 20u);
    EXPECT_EQ(told, some.runs);
    EXPECT_EQ(settle(by, {}, examples, 512, nullptr, {}, 20).runs, some.runs);
}

// Each set once, those with the fewest changes first, and as soon listed as they are drafted.
TEST_F(Stepwise, SetsAreListedNearestFirst) {
    const Reading by = reading();
    const std::vector<AnswerSet> sets = AnswerSets(by).nearest(1000, 20'000);
    ASSERT_GT(sets.size(), 1000u);
    EXPECT_EQ(sets.front().changed, 0);
    std::set<Answers> seen;
    for (std::size_t n = 0; n < sets.size(); ++n) {
        EXPECT_TRUE(seen.insert(sets[n].answers).second);
        EXPECT_GE(sets[n].changed, sets[n > 0 ? n - 1 : 0].changed);
    }
}

} // namespace
} // namespace heed::io::mapping
