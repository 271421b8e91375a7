// The links of one sentence, by what is known of it.
#include "core/analysis/heads/sentence_gold.h"

#include "core/analysis/heads/pairs/corpus.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

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

/// Words that only end as a pair does are another sentence.
TEST(SentenceGold, OtherWordsBeforeTheSourceMakeItAnother) {
    const RunWords words{
        some_words({"I", "know", "a", "b", "c", "</s>"}), some_words({"x", "y", "z", "</s>"}), {}};
    EXPECT_FALSE(gold_of_run(words, known_pair()));
}

Trace run_of(const std::string& text, const std::vector<std::string>& written) {
    Trace run;
    run.source_text = text;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        run.source.push_back({text.substr(at, end - at), 0, at, end});
        run.source.back().is_start = text[at] == '<'; // typed
        at = end + 1;
    }
    run.source.push_back({"</s>", 1, text.size(), text.size()});
    run.source.back().is_end = true;
    for (const std::string& word : written) {
        run.steps.emplace_back();
        run.steps.back().token.text = word;
    }
    return run;
}

Pair pair_of(const std::string& line) {
    Model as_typed;
    as_typed.tokenizer.level = TokenLevel::Given;
    return read_pair(as_typed, line, "pairs", 1);
}

TEST(SentenceGold, ThePairWithTheVerySourceIsTheSentences) {
    const std::vector<Pair> pairs{pair_of("was signed\tfut signee\t0-0 1-1"),
                                  pair_of("the law was signed\tla loi fut signee\t0-0 1-1 2-2 3-3")};
    const std::vector<std::string> written{"la", "loi", "fut", "signee"};
    const auto own = gold_among(run_of("the law was signed", written), pairs);
    ASSERT_TRUE(own);
    EXPECT_EQ(own->gold.sure.size(), 4u);
    EXPECT_FALSE(gold_among(run_of("I know the law was signed", written), pairs));
    const auto told = gold_among(run_of("to French: the law was signed", written), pairs);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->gold.sure.front(), (Link{2, 0}));
}

/// A language that is typed is no word of a run, but keeps the number that the file's links count.
TEST(SentenceGold, ControlTokensThatWereTypedAreCountedAsTheFileCountsThem) {
    const std::vector<std::string> written{"la", "loi"};
    const Trace run = run_of("<2fr> the law", written);
    const auto with = gold_among(run, std::vector{pair_of("<2fr> the law\tla loi\t1-0 2-1")});
    ASSERT_TRUE(with);
    EXPECT_EQ(with->gold.sure, (std::vector<Link>{{1, 0}, {2, 1}}));
    const auto without = gold_among(run, std::vector{pair_of("the law\tla loi\t0-0 1-1")});
    ASSERT_TRUE(without);
    for (const auto& found : {with, without}) {
        std::vector<std::string> linked;
        for (const Word& word : found->words.source)
            if (!word.framing) linked.push_back(word.text);
        EXPECT_EQ(linked[static_cast<std::size_t>(found->gold.sure[0].source)], "the");
        EXPECT_EQ(linked[static_cast<std::size_t>(found->gold.sure[1].source)], "law");
    }
}

/// "signed." is two words for some, and one where the file has it so.
TEST(SentenceGold, WordsAreCutAsThePairs) {
    Trace run = run_of("was signed .", {"fut", "signee", "."});
    run.source_text = "was signed.";
    run.source[2].begin = 10;
    run.source[2].end = 11;
    run.source[3].begin = run.source[3].end = 11;
    const auto found = gold_among(run, std::vector{pair_of("was signed.\tfut signee.\t0-0 1-1")});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->gold.sure, (std::vector<Link>{{0, 0}, {1, 1}}));
    EXPECT_EQ(found->words.source[1].text, "signed.");
    EXPECT_EQ(found->words.outputs[1].text, "signee.");
    EXPECT_EQ(found->words.outputs[1].last, 3);
}

/// An encoder read both texts of the pair.
TEST(SentenceGold, OfTextsThatWereReadAtOnceTheSecondLooks) {
    const Model model =
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_bert_uncased_old").string());
    const Pair pair = read_pair(model, "the bank was signed.\tla banque fut\t0-0 1-1 3-2", "pairs", 1);
    const PairRun made = run_pair(model, pair, {});
    const auto found = gold_among(made.run, std::vector{pair});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->words.source, made.words.source);
    EXPECT_EQ(found->words.outputs, made.words.outputs);
    EXPECT_EQ(found->gold.sure, pair.sample.sure);
}

} // namespace
} // namespace heed::heads
