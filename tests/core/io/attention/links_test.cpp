// Links of words, as aligners write them: 0-0 1-1 2-2.
#include "tests/core/io/attention/checks.h"
#include "tests/support/source_dir.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(AttentionSamples, LinksAreOnes) {
    const Trace trace =
        read_attention(test::source_dir() / "tests/attention_files/pharaoh.txt")[0]; // 0-0 1-1 2-2 2-3 3-4
    EXPECT_EQ(trace.source_length(), 4);
    EXPECT_EQ(trace.outputs(), 5);
    EXPECT_EQ(trace.weight(3, 2), 1.0f);
    EXPECT_EQ(trace.weight(3, 3), 0.0f);
    EXPECT_EQ(trace.at(Quantity::Weights).sum(), 5.0f);
    EXPECT_THAT(notes_of(trace), Contains("hard links: 1 where there is one, no weights"));
}

/// A form that says which axis is which is not turned because its columns sum to 1 and its rows do not.
TEST_F(Attention, LinksAreNeverTurned) {
    const Trace links = read("0-0 1-1 2-2 3-4\n")[0]; // of the outputs the fourth has none
    EXPECT_EQ(links.source_length(), 4);
    EXPECT_EQ(links.outputs(), 5);
    EXPECT_EQ(links.weight(4, 3), 1.0f);
    EXPECT_EQ(links.weight(3, 3), 0.0f);
    const Trace table = read(",a,b\nx,1,0\ny,0,0\nz,0,1\n")[0]; // links, too
    EXPECT_THAT(source_words(table), ElementsAre("a", "b"));
    EXPECT_EQ(table.weight(2, 1), 1.0f);
}

TEST_F(Attention, LinksMayHaveTheirWordsInFront) {
    const Trace trace = read("the law was ||| la loi ||| 0-0 1p1\n")[0];
    EXPECT_THAT(source_words(trace), ElementsAre("the", "law", "was"));
    EXPECT_THAT(output_words(trace), ElementsAre("la", "loi"));
    EXPECT_EQ(trace.weight(1, 1), 1.0f);
    EXPECT_THAT(notes_of(trace), Contains("possible links (p) are drawn as sure ones are"));
    EXPECT_THAT(notes_of(read("1-1 2-2 3-3\n")[0]), Contains(HasSubstr("was this counted from 1?")));
    EXPECT_THAT(notes_of(read("0-1 1-0\n")[0]), Not(Contains(HasSubstr("counted from 1"))));
}

TEST_F(Attention, LinksOfSeveralSentencesAndWithWeights) {
    const auto traces = read("0-0 1-2\n\n0-0:0.75 1-0:0.25\n");
    ASSERT_EQ(traces.size(), 2u);
    EXPECT_EQ(traces[0].model.name, "a, sentence 1");
    EXPECT_EQ(traces[1].model.name, "a, sentence 3");
    EXPECT_EQ(traces[0].weight(1, 1), 0.0f);
    EXPECT_EQ(traces[1].weight(0, 1), 0.25f);
    EXPECT_EQ(refusal("0-0 1-1\n0-x\n"), "line 2: a link: expected source-target, as 0-0, found \"0-x\"");
    write(R"({"source": "a b c d", "target": "x y z"})", "a.json");
    const Trace named = read("0-0 1-2\n")[0];
    EXPECT_THAT(source_words(named), ElementsAre("a", "b", "c", "d"));
    EXPECT_EQ(named.weight(2, 1), 1.0f);
}

} // namespace
} // namespace heed::io
