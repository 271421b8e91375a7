// The links of one sentence, by what is known of it.
#include "core/analysis/heads/sentence_gold.h"

#include <gtest/gtest.h>

namespace heed::heads {
namespace {

std::vector<Word> some_words(const std::vector<std::string>& texts) {
    std::vector<Word> words;
    for (const std::string& text : texts) {
        const int n = static_cast<int>(words.size());
        words.push_back({n, n + 1, text, 0, 0, text.starts_with("<")});
    }
    return words;
}

tasks::Sample known_pair() {
    tasks::Sample pair;
    pair.source = {"a", "b", "c"};
    pair.target = {"x", "y", "z"};
    pair.sure = {{0, 0}, {2, 2}};
    pair.possible = {{1, 1}};
    pair.has_gold = true;
    return pair;
}

TEST(SentenceGold, LinksAreOfTheWordsThatWereWritten) {
    const RunWords words{some_words({"a", "b", "c", "</s>"}), some_words({"w", "x", "z", "</s>"}), {}};
    const auto gold = gold_of_run(words, known_pair());
    ASSERT_TRUE(gold);
    EXPECT_EQ(gold->sure, (std::vector<Link>{{0, 1}, {2, 2}}));
    EXPECT_TRUE(gold->possible.empty()); // "y" was not written
}

/// "translate English to French: a b c": what tells the task is read, too, and links to nothing.
TEST(SentenceGold, WhatTellsTheTaskStandsBeforeTheSource) {
    const RunWords words{
        some_words({"translate:", "a", "b", "c", "</s>"}), some_words({"x", "y", "z", "</s>"}), {}};
    const auto gold = gold_of_run(words, known_pair());
    ASSERT_TRUE(gold);
    EXPECT_EQ(gold->sure, (std::vector<Link>{{1, 0}, {3, 2}}));
    EXPECT_EQ(gold->possible, (std::vector<Link>{{2, 1}}));
}

TEST(SentenceGold, OfAnotherSentenceNothingIsKnown) {
    const RunWords other{some_words({"a", "b", "</s>"}), some_words({"x", "</s>"}), {}},
        unlike{some_words({"a", "b", "c", "</s>"}), some_words({"v", "w", "</s>"}), {}},
        whole{some_words({"a", "b", "c"}), some_words({"x"}), {}};
    EXPECT_FALSE(gold_of_run(other, known_pair()));
    EXPECT_FALSE(gold_of_run(unlike, known_pair()));
    tasks::Sample without = known_pair();
    without.has_gold = false;
    EXPECT_FALSE(gold_of_run(whole, without));
    EXPECT_TRUE(gold_of_run(whole, known_pair()));
}

TEST(SentenceGold, ATaskKnowsItsOwnAnswers) {
    const auto answer = answer_of("translate", "the law was signed");
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->sure.empty());
    EXPECT_FALSE(answer_of("", "the law was signed"));
    EXPECT_FALSE(answer_of("nosuch", "the law"));
}

} // namespace
} // namespace heed::heads
