#include "tests/core/io/attention/checks.h"
#include "tests/support/archives.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <limits>

namespace heed::io {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(Attention, MapsOfOneSentenceHaveOneSize) {
    EXPECT_EQ(refusal(R"({"source": ["a"], "target": ["x"], "attention": [[[1]], [[0.5, 0.5]]]})"),
              "attention[1][0]: expected a list of 1, as the first one is, found a list of 2");
    EXPECT_THAT(refusal(R"({"source": "a", "target": "x", "attention": [[[[1]], [[1]]], [[[1]], [[-1]]]]})"),
                EndsWith("a.txt, layer 2, head 2: weight 1 of row 1: expected a number from 0 to 1, found "
                         "-1, as scores before their softmax may be: write them after it"));
    EXPECT_EQ(refusal(R"({"source": "a", "target": "x y z u", "attention": [[[[[1]], [[1]]], [[[1]], [[1]]]],
                                                                          [[[[1]], [[1]]], [[[1]], [[1]]]]]})"),
              "axis 2 of 5, the batch: expected 1 sentence, found 2");
}

TEST_F(Attention, ShapesAndWeightsThatDoNotFit) {
    const std::string header = "0 ||| x y ||| 0 ||| a b c ||| 0 0\n";
    EXPECT_EQ(
        refusal(header + "1 0 0 0 0\n1 0 0 0 0\n"),
        "line 1: axis 2 of 2, the source tokens: expected 3, or 4 with the end, found 5; with special words "
        "around them, as [CLS] … [SEP], the source has 5, which would fit: put them among the tokens");
    EXPECT_EQ(refusal(header + "1 0 0\n1 0\n"), "line 1: row 2 of the weights: expected 3 numbers, found 2");
    EXPECT_EQ(refusal(header + "1 0 0\n0 -0.5 1\n"),
              "line 1: weight 2 of row 2: expected a number from 0 to "
              "1, found -0.5, as scores before their softmax may be: write them after it");
    EXPECT_EQ(refusal(header + "1 0 0\nnan 0 1\n"),
              "line 1: weight 1 of row 2: expected a number from 0 to 1, found NaN, as a softmax over a row "
              "that is masked as a whole gives: leave that row out");
    EXPECT_EQ(refusal(header + "1 0 0\nx 0 1\n"),
              "line 3: weights of a sentence: expected numbers, found \"x 0 1\"");
    EXPECT_EQ(refusal(header), "line 1: weights: expected rows of numbers, one an output, found none");
    EXPECT_EQ(refusal(R"({"source": ["a"], "target": ["x"], "attention": [[1], [0], [0]]})"),
              "axis 1 of 2, the outputs: expected 1, or 2 with the end, found 3; with special words around "
              "them, as "
              "[CLS] … [SEP], the target has 3, which would fit: put them among the tokens");
    EXPECT_EQ(refusal(R"({"source": ["a"], "target": ["x"], "attention": [[null]]})"),
              "attention[0][0]: expected a number, found null");
    EXPECT_EQ(
        refusal(
            R"([{"source": ["a"], "target": ["x"], "attention": [[1]]}, {"source": ["a"], "attention": [[1]]}])"),
        "item 2: attention: expected \"source\", \"target\" and \"attention\", found no target (heed trace "
        "--from FILE --sentence N --output \"…\" gives it)");
    EXPECT_THAT(refusal("hello"), HasSubstr("no attention: expected weights with their words, found text"));
}

TEST_F(Attention, PercentagesAndScoresAreNoWeights) {
    EXPECT_EQ(refusal(one_row("95.1, 4.8")),
              "weight 1 of row 1: expected a number from 0 to 1, found 95.1, and rows that sum to 100: "
              "percentages, to be divided by 100");
    std::string words = "x", shares = "0.5";
    for (int n = 1; n < 200; ++n) { // none of them is above 1
        words += " x";
        shares += ", 0.5";
    }
    EXPECT_THAT(refusal(R"({"source": ")" + words + R"(", "target": "x", "attention": [[)" + shares + "]]}"),
                HasSubstr("rows that sum to 100: percentages"));
    EXPECT_EQ(refusal(one_row("0.5, 3.25")),
              "weight 2 of row 1: expected a number from 0 to 1, found 3.25, as "
              "scores before their softmax may be: write them after it");
    EXPECT_THAT(refusal(one_row("0.5, 1e39")),
                EndsWith("found inf, as scores before their softmax may be: write them after it"));
}

TEST_F(Attention, PercentagesBesideARowOfPaddingAreSome) {
    const std::string padded = R"({"source": "a b", "target": "x y", "attention": [[60, 40], [0, 0]]})";
    EXPECT_TRUE(are_percentages(refusal(padded)));
    EXPECT_EQ(read_attention(write(padded), {.percent = true})[0].weight(0, 1), 0.4f);
    EXPECT_FALSE(are_percentages(refusal(R"({"source": "a b", "target": "x", "attention": [[0, -1]]})")));
}

TEST_F(Attention, NoDataInASentence) {
    EXPECT_EQ(refusal(R"({"source": "a", "target": "x", "attention": [[[[[[[0.015491974330927288]]]]]]]})"),
              "weights: expected 2 to 6 axes: outputs × sources, with heads, layers and a batch before "
              "them, or one step after the other, found 7 axes, 1 × 1 × 1 × 1 × 1 × 1 × 1");
    EXPECT_THAT(refusal(R"({"source": "a", "target": "x", "attention": [0.5, 0.5]})"),
                EndsWith("found 1 axis, 2: a row alone is [[…]]"));
    EXPECT_THAT(refusal("[[1, 2], [3, 4]]"),
                StartsWith("weight 2 of row 1: expected a number from 0 to 1, found 2"));
    EXPECT_EQ(refusal(one_row("0.5, [0.25, 0.25]")), "attention[0][1]: expected a number, found a list of 2");
}

TEST_F(Attention, OtherFilesAreNone) {
    for (const std::string text :
         {"hello world\n", "a\tb\n", "{\"a\": 1}",
          R"({"format": "heed.model", "attention": {"score": "dot"}})",
          R"({"source": ["a"], "target": ["b"]})", R"(["<pad>", "<s>"])", "", "x ||| y",
          R"({"examples": [{"source_tokens": ["a"], "output_tokens": ["b"], "attention": [[1]]}]})"}) {
        EXPECT_FALSE(is_attention_file(write(text))) << text;
    }
    EXPECT_FALSE(is_attention_file(folder_ / "nothing"));
}

/// A line of one link may name any two positions.
TEST_F(Attention, LinksThatWouldFillTheMemory) {
    EXPECT_EQ(refusal("0-0\n0-20000\n"), "line 2: a position: expected at most 9999, found 20000");
    EXPECT_THAT(refusal("0-0\n4000-4000\n4000-4000\n"),
                AllOf(StartsWith("line 3: the map of its links: expected at most "),
                      EndsWith(", found 4001 × 4001")));
    std::string many = "a";
    for (int n = 1; n < 5000; ++n) many += " a"; // words beside it name more
    write(R"({"source": ")" + many + R"(", "target": ")" + many + "\"}", "a.json");
    EXPECT_EQ(refusal("0-0\n"),
              "line 1: the map of its links: expected at most 16777216 cells, found 5000 × 5000");
    const std::vector<std::string> said(5000, "a");
    EXPECT_THAT(
        test::message_of([&] { read_attention(write("0-0\n", "b.txt"), {.source = said, .output = said}); }),
        EndsWith("at most 16777216 cells, found 5000 × 5000"));
}

/// Beside an axis of length 0 another may be as long as it likes: nobody walks along it.
TEST_F(Attention, NoNumbersInManyRows) {
    const std::string none = test::npy_of("<f4", "(1099511627776, 0, 3)", "");
    const auto file = write(test::zip_of({{"attention.npy", none}}), "none.npz");
    EXPECT_THAT(test::message_of([&] { read_attention(file); }),
                EndsWith("found 3 axes, 1099511627776 × 0 × 3"));
}

TEST_F(Attention, WholeNumbersThatAreNoLinksAreSaid) {
    const auto found = [&](std::int64_t one) {
        const std::string whole = test::npy_of("<i8", "(2, 2)", test::raw<std::int64_t>({one, 0, 0, 1}));
        const auto file = write(test::zip_of({{"attention.npy", whole}}), "whole.npz");
        return test::message_of([&] { read_attention(file); });
    };
    EXPECT_THAT(found(7), EndsWith("found int64 with a 7"));
    EXPECT_THAT(found(std::numeric_limits<std::int64_t>::max()), EndsWith("found int64 with a 9.223372e+18"));
}

TEST_F(Attention, ListsOfWhichTheFirstIsLongest) {
    constexpr int count = 200'000; // as a whole array it would take 160 GB
    std::string numbers = "0", rows;
    for (int n = 1; n < count; ++n) {
        numbers += ",0";
        rows += ",[]";
    }
    EXPECT_EQ(refusal(R"({"source": "a", "target": "x", "attention": [[)" + numbers + "]" + rows + "]}"),
              "attention[1]: expected a list of 200000, as the first one is, found a list of 0");
}

TEST_F(Attention, WhatNumberedItemsShareIsCopiedNoMoreThanMemoryHas) {
    std::string text = R"({"source": ")" + std::string(200'000, 'a') + "\"";
    for (int n = 0; n < 1000; ++n) {
        const std::string number = std::to_string(n);
        text += ", \"target_" + number + "\": [\"x\"], \"attention_" + number + "\": [[1]]";
    }
    EXPECT_THAT(refusal(text + "}"), HasSubstr("what 1000 numbered items share: expected at most"));
}

/// 415549 × 207849 × 173105 × 161626 is 34, for whoever counts in 64 bits.
TEST_F(Attention, PlacesOfWhichTheProductWrapsAround) {
    const std::string array = test::npy_of("<f4", "(1,)", test::raw<float>({1}));
    std::vector<test::ZipMember> members = {{"attention.415548.207848.173104.161625.npy", array}};
    for (int n = 0; n < 33; ++n) members.push_back({"attention.0.0.0." + std::to_string(n) + ".npy", array});
    const auto file = write(test::zip_of(members), "wrap.npz");
    EXPECT_THAT(test::message_of([&] { read_attention(file); }), HasSubstr("wrap.npz"));
}

} // namespace
} // namespace heed::io
