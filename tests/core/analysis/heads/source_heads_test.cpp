// The heads whose maps can stand for a run, of every kind of Transformer.
#include "core/analysis/heads/source_heads.h"

#include "core/analysis/heads/run_heads.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/transformer/words.h"
#include "core/trace/words/words.h"
#include "tests/support/source_dir.h"

#include <cmath>
#include <gtest/gtest.h>

namespace heed::heads {
namespace {

Trace headed_run(const std::string& folder) {
    Request request;
    request.text = "the council signed the agreement";
    request.max_steps = 6;
    return decode::run(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints" / folder).string()), request);
}

TEST(SourceHeads, OfAnEncoderDecoderAreItsCrossAttention) {
    const Trace run = headed_run("hf_marian_toy_enfr");
    const auto all = source_heads(run);
    EXPECT_EQ(all.size(), 8u); // two layers of four
    EXPECT_TRUE(has_source_heads(run));
    for (const Site& head : all) EXPECT_EQ(over_source(run, head), run.at(head));
}

// A decoder alone looks at the source with its own heads: each map is a part, and their mean the run's own.
TEST(SourceHeads, OfADecoderAloneAreItsOwn) {
    const Trace run = headed_run("hf_gpt2_base_prefix");
    const auto all = source_heads(run);
    ASSERT_EQ(all.size(), 12u);
    EXPECT_TRUE(has_source_heads(run));
    std::vector<Site> last;
    for (const Site& head : all) {
        const MatrixXf map = over_source(run, head);
        ASSERT_EQ(map.rows(), run.source_length());
        ASSERT_EQ(map.cols(), run.outputs());
        EXPECT_NEAR(map.col(0).sum(), 1, 1e-5); // the first output sees nothing else
        EXPECT_LT(map.col(run.outputs() - 1).sum(), 1);
        if (head.layer == 2) last.push_back(head);
    }
    const Trace mean = with_heads(run, last);
    EXPECT_LT((mean.at(Quantity::Weights) - run.at(Quantity::Weights)).cwiseAbs().maxCoeff(), 1e-5f);
    const Trace one = with_heads(run, {all.front()});
    EXPECT_EQ(one.at(Quantity::Weights), over_source(run, all.front()));
}

// What its rows lack to 1 is what they give the output before them.
TEST(SourceHeads, OfADecoderAloneGoOnToItsOwnPast) {
    const Trace run = headed_run("hf_gpt2_base_prefix");
    const std::vector<Site> all = source_heads(run);
    const std::vector<Site> some(all.begin(), all.begin() + 2);
    const Trace shown = with_heads(run, some);
    ASSERT_TRUE(shown.has(Quantity::PastWeights));
    const MatrixXf& past = shown.at(Quantity::PastWeights);
    ASSERT_EQ(past.rows(), run.outputs());
    for (int i = 0; i < run.outputs(); ++i) {
        EXPECT_NEAR(shown.at(Quantity::Weights).col(i).sum() + past.col(i).head(i).sum(), 1, 1e-5) << i;
        for (int k = i; k < run.outputs(); ++k) EXPECT_TRUE(std::isnan(past(k, i))) << k << ", " << i;
    }
    const Trace words = in_words(shown); // in words a row sums to 1 as well
    const MatrixXf& folded = words.at(Quantity::PastWeights);
    ASSERT_EQ(folded.cols(), words.outputs());
    for (int i = 0; i < words.outputs(); ++i)
        EXPECT_NEAR(words.at(Quantity::Weights).col(i).sum() +
                        folded.col(i).array().isNaN().select(0, folded.col(i)).sum(),
                    1, 1e-5)
            << i;
    EXPECT_EQ(with_heads(headed_run("hf_marian_toy_enfr"), source_heads(headed_run("hf_marian_toy_enfr")))
                  .has(Quantity::PastWeights),
              false);
}

/// Its first word, and the others.
std::vector<Stretch> two_parts(const std::string& text) {
    return {{0, text.find(' ')}, {text.find(' ') + 1, text.size()}};
}

// An encoder alone writes nothing: the places of the source look, and stand as outputs.
TEST(SourceHeads, OfAnEncoderAloneAreItsOwn) {
    const Trace run = headed_run("hf_bert_uncased_old");
    const std::vector<Site> all = source_heads(run);
    ASSERT_FALSE(all.empty());
    EXPECT_TRUE(has_source_heads(run));
    const Trace shown = with_heads(run, {all.back()});
    ASSERT_EQ(shown.outputs(), run.source_length());
    EXPECT_EQ(shown.at(Quantity::Weights), run.at(all.back()));
    for (int i = 0; i < shown.outputs(); ++i) {
        EXPECT_EQ(shown.steps[static_cast<std::size_t>(i)].token.text,
                  run.source[static_cast<std::size_t>(i)].text);
        EXPECT_NEAR(shown.at(Quantity::Weights).col(i).sum(), 1, 1e-5);
    }
    // However its words are cut, rows are what columns are.
    const std::vector<Stretch> two = two_parts(shown.source_text);
    const Trace parts = in_words(shown, {.source = two});
    EXPECT_LT(parts.outputs(), shown.outputs());
    for (const Trace& words : {in_words(shown), parts}) {
        ASSERT_EQ(words.outputs(), words.source_length());
        for (int i = 0; i < words.outputs(); ++i)
            EXPECT_EQ(words.steps[static_cast<std::size_t>(i)].token.text,
                      words.source[static_cast<std::size_t>(i)].text);
    }
}

// Which heads stand for a run is said of it, whoever asks.
TEST(SourceHeads, ThatStandForARunAreNamed) {
    const Trace run = headed_run("hf_marian_toy_enfr");
    const std::vector<Site> all = source_heads(run);
    const auto named = [&](const std::vector<Site>& some) {
        return transformer::shown_words(transformer_facts(with_heads(run, some)));
    };
    EXPECT_EQ(transformer::shown_words(transformer_facts(run)), "layer 2, mean of 4 heads");
    EXPECT_EQ(named({all[2]}), "layer 1, head 3");
    EXPECT_EQ(named({all.begin(), all.begin() + 4}), "layer 1, mean of 4 heads");
    EXPECT_EQ(named({all[2], all[5]}), "mean of 1:3, 2:2");
    EXPECT_EQ(named(all), "mean of 8 heads");
}

// A run of one map alone calls it what the whole run calls it.
TEST(SourceHeads, OneAloneKeepsItsName) {
    const Trace run = headed_run("hf_marian_toy_enfr");
    for (const AttentionMap& map : run.maps()) {
        const auto alone = run.narrowed(map.site).maps();
        ASSERT_EQ(alone.size(), 1u);
        EXPECT_EQ(alone.front().name, map.name);
    }
}

// So is what was done to them, of those that the map is made of alone.
TEST(SourceHeads, ThatWereChangedAreNamedWithTheMap) {
    Trace run = headed_run("hf_marian_toy_enfr");
    run.request.edits.heads = {{{HeadKind::Cross, 0, 1}, {HeadEdit::Kind::Uniform}},
                               {{HeadKind::Cross, 1, 2}, {HeadEdit::Kind::Off}},
                               {{HeadKind::Encoder, 1, 0}, {HeadEdit::Kind::Off}}};
    const std::vector<Site> all = source_heads(run);
    const auto named = [&](const std::vector<Site>& some) {
        return transformer::shown_words(with_heads(run, some));
    };
    EXPECT_EQ(transformer::shown_words(run), "layer 2, mean of 4 heads, 2:3 off");
    EXPECT_EQ(named({all.begin(), all.begin() + 4}), "layer 1, mean of 4 heads, 1:2 even");
    EXPECT_EQ(named(all), "mean of 8 heads, 1:2 even, 2:3 off");
    EXPECT_EQ(named({all[6]}), "layer 2, head 3, off");
    EXPECT_EQ(named({all[0]}), "layer 1, head 1");
    for (int head = 0; head < 4; ++head) run.request.edits.heads[{HeadKind::Cross, 1, head}] = {};
    EXPECT_EQ(named(all), "mean of 8 heads, 5 of them changed");
    EXPECT_EQ(transformer::shown_words(run), "layer 2, mean of 4 heads, 2:1, 2:2, 2:3, 2:4 off");
}

} // namespace
} // namespace heed::heads
