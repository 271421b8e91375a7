// A start in front of the tokens that has no weights of its own, or whose weights have no token.
#include "core/trace/given_facts.h"
#include "tests/core/io/attention/checks.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

TEST_F(Attention, AStartWithoutARowIsLeftOutOfATableAsOfSteps) {
    const Trace rows =
        read(R"({"source": "a b", "target": "<s> x </s>", "attention": [[0.25, 0.75], [1, 0]]})")[0];
    EXPECT_THAT(output_words(rows), ElementsAre("x", "</s>"));
    EXPECT_EQ(rows.weight(0, 1), 0.75f);
    EXPECT_THAT(rows.model.of<GivenFacts>().notes,
                Contains("\"<s>\" is what the outputs were started with: no row is its own"));
    const Trace columns = read(R"({"source": "[CLS] a b", "target": "x", "attention": [[0.25, 0.75]]})")[0];
    EXPECT_THAT(source_words(columns), ElementsAre("a", "b"));
    EXPECT_THAT(columns.model.of<GivenFacts>().notes,
                Contains("\"[CLS]\" is what the source tokens begin with: no column is its own"));
    EXPECT_EQ(refusal(R"({"source": "a", "target": "w x y", "attention": [[1], [1]]})"), // any word is none
              "axis 1 of 2, the outputs: expected 3, or 4 with the end, found 2");
}

TEST_F(Attention, AWeightOfAStartIsAskedAbout) {
    const auto file = write(R"({"source": "a b </s>", "target": "x </s>",
                                "attention": [[0.5, 0.25, 0.25, 0], [0.125, 0.875, 0, 0]]})");
    const std::string said = test::message_of([&] { read_attention(file); });
    EXPECT_THAT(said,
                EndsWith("expected 4, as there are weights, found 3, of which the last is an end: of the "
                         "start, <s>, in front of them, or of a token that lacks"));
    EXPECT_TRUE(lacks_start(said));
    const Trace trace = read_attention(file, {.start = true})[0];
    EXPECT_THAT(source_words(trace), ElementsAre("<s>", "a", "b", "</s>"));
    EXPECT_THAT(output_words(trace), ElementsAre("x", "</s>"));
    EXPECT_EQ(trace.weight(1, 1), 0.875f);
}

TEST_F(Attention, WhatIsTakenForAnEndMayBeOfAStart) {
    const Trace ended = read(R"({"source": "a b", "target": "x", "attention": [[0.5, 0.25, 0.25]]})")[0];
    EXPECT_THAT(source_words(ended), ElementsAre("a", "b", "</s>"));
    EXPECT_TRUE(ended.model.of<GivenFacts>().may_start);
    const Trace started = read_attention(folder_ / "a.txt", {.start = true})[0];
    EXPECT_THAT(source_words(started), ElementsAre("<s>", "a", "b"));
    EXPECT_FALSE(started.model.of<GivenFacts>().may_start);
    const auto both = write(R"({"source": "a b", "target": "x", "attention": [[0.5, 0.25, 0.25, 0]]})");
    EXPECT_THAT(source_words(read_attention(both, {.start = true})[0]), ElementsAre("<s>", "a", "b", "</s>"));
}

TEST_F(Attention, AttributionsOfInseqAreReadWhereTheyAreAttention) { // source tokens × outputs
    const std::string words =
        R"({"sequence_attributions": [{"source": [{"token": "a", "id": 4}, {"token": "b", "id": 5}],
        "target": [{"token": "<pad>", "id": 0}, {"token": "x", "id": 7}, {"token": "y", "id": 8}, {"token": "z", "id": 9}],
        "source_attributions": )";
    const Trace trace = read(words + "[[0.25, 0.5, 1], [0.75, 0.5, 0]]}]}")[0]; // known by its beginning, too
    EXPECT_THAT(source_words(trace), ElementsAre("a", "b"));
    EXPECT_THAT(output_words(trace), ElementsAre("x", "y", "z"));
    EXPECT_EQ(trace.weight(0, 1), 0.75f);
    EXPECT_THAT(refusal(words + "[[0.25, 0.5, 1], [-0.75, 0.5, 0]]}]}"),
                HasSubstr("expected a number from 0 to 1, found -0.75"));
}

TEST_F(Attention, AStartThatIsSaidMustHaveAWeight) {
    const auto file = write(one_row("0.25, 0.75"));
    EXPECT_THAT(
        test::message_of([&] { read_attention(file, {.start = true}); }),
        HasSubstr("a start in front of the tokens: expected more weights than tokens, found as many"));
}

} // namespace
} // namespace heed::io
