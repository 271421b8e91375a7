// The heads whose maps can stand for a run, of every kind of Transformer.
#include "core/analysis/heads/source_heads.h"

#include "core/analysis/heads/run_heads.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

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

TEST(SourceHeads, OfAnEncoderAloneAreNone) {
    const Trace run = headed_run("hf_bert_uncased_old");
    EXPECT_TRUE(source_heads(run).empty());
    EXPECT_FALSE(has_source_heads(run));
}

} // namespace
} // namespace heed::heads
