// What rounding leaves beside 0 and 1 is read, and integers that are 0 or 1.
#include "core/trace/given_facts.h"
#include "tests/core/io/attention/checks.h"
#include "tests/support/archives.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using Strings = std::vector<std::string>;

const Strings& said_of(const Trace& trace) { return trace.model.of<GivenFacts>().notes; }

TEST_F(Attention, WhatRoundingLeavesIsTakenOffAndSaid) {
    const Trace trace = read(one_row("1.0004, -1e-9"))[0];
    EXPECT_EQ(trace.weight(0, 0), 1);
    EXPECT_EQ(trace.weight(0, 1), 0);
    EXPECT_THAT(said_of(trace), Contains("2 weights are outside 0 to 1 by no more than rounding, drawn as 0 "
                                         "or 1; farthest: 1.0004"));
    EXPECT_THAT(said_of(read(one_row("1, -5e-5"))[0]),
                Contains(HasSubstr("1 weight is outside 0 to 1 by no more than rounding")));
    EXPECT_THAT(said_of(read(one_row("1.0000001, 0"))[0]),
                Not(Contains(HasSubstr("rounding")))); // of a float
}

TEST_F(Attention, AWeightAboveOneIsReadWhereItsTypeHasNoNearerNumber) {
    EXPECT_EQ(read(one_row("1.0078125, 0"))[0].weight(0, 0), 1); // bfloat16's next
    for (const std::string weights : {"1.02, 0", "1.01, 0", "1.0234375, 0", "1, -0.001"})
        EXPECT_THAT(refusal(one_row(weights)), HasSubstr("expected a number from 0 to 1")) << weights;
}

TEST_F(Attention, PercentagesMayBeRoundedToo) {
    const auto file = write(one_row("100.01, -1e-7"));
    EXPECT_TRUE(are_percentages(refusal(one_row("100.01, -1e-7"))));
    EXPECT_EQ(read_attention(file, {.percent = true})[0].weight(0, 0), 1);
}

TEST_F(Attention, IntegersOfHardAttentionAreRead) {
    const auto file =
        write(test::npy_of("<i8", "(2, 3)", test::raw<std::int64_t>({0, 1, 0, 1, 0, 0})), "w.npy");
    EXPECT_TRUE(is_attention_file(file));
    const Trace trace = read_attention(file)[0];
    EXPECT_EQ(trace.outputs(), 2);
    EXPECT_EQ(trace.weight(0, 1), 1);
    EXPECT_EQ(trace.weight(1, 1), 0);
    EXPECT_THAT(said_of(trace), Contains("whole numbers, each 0 or 1: hard attention"));
    const auto bytes = write(test::npy_of("|b1", "(1, 2)", test::raw<std::uint8_t>({0, 1})), "b.npy");
    EXPECT_EQ(read_attention(bytes)[0].weight(0, 1), 1);
    const auto big = write(test::npy_of(">i4", "(1, 2)", test::raw<std::int32_t>({0, 1 << 24})), "c.npy");
    EXPECT_EQ(read_attention(big)[0].weight(0, 1), 1);
}

TEST_F(Attention, RowsOfZerosAreNamedAndDrawnEmpty) {
    const Trace one =
        read(R"({"source": "a b", "target": "x y z", "attention": [[0.25, 0.75], [0, 0], [1, 0]]})")[0];
    EXPECT_THAT(said_of(one),
                testing::ElementsAre("row 2 is 0 throughout, as a row of padding is: it is drawn empty"));
    const Trace two =
        read(R"({"source": "a b", "target": "x y z", "attention": [[0.25, 0.5], [0, 0], [0, 0]]})")[0];
    EXPECT_THAT(
        said_of(two),
        testing::ElementsAre("rows 2 and 3 are 0 throughout, as rows of padding are: they are drawn empty",
                             "1 of 3 rows does not sum to 1, farthest: row 1 sums to 0.75; drawn as given"));
}

TEST_F(Attention, TextInUtf16IsRefusedByName) {
    const auto file = write(std::string("\xFF\xFE,\0a\0\n\0", 8), "table.csv");
    EXPECT_TRUE(is_attention_file(file));
    EXPECT_THAT(test::message_of([&] { read_attention(file); }),
                HasSubstr("table.csv: text in UTF-16: expected UTF-8: save it so, or iconv"));
    EXPECT_FALSE(is_attention_file(write(std::string("\xFE\xFF\0,", 4), "model.bin")));
}

TEST_F(Attention, AColumnOfPlacesIsNoToken) {
    for (const std::string places : {"1", "b"}) {
        const Trace trace = read(",a,b,argmax\nx,0.25,0.75," + places + "\ny,0.5,0.5," + places + "\n")[0];
        EXPECT_THAT(source_words(trace), testing::ElementsAre("a", "b"));
        EXPECT_THAT(said_of(trace), Contains("the column \"argmax\" is no token's: it is left out"));
    }
    EXPECT_THAT(source_words(read(",a,argmax\nx,0.25,0.75\n")[0]), testing::ElementsAre("a", "argmax"));
}

TEST_F(Attention, OtherIntegersAreNone) {
    const auto file = write(
        test::zip_of({{"attention.npy", test::npy_of("<i4", "(1, 2)", test::raw<std::int32_t>({0, 3}))}}),
        "w.npz");
    EXPECT_THAT(test::message_of([&] { read_attention(file); }),
                HasSubstr("or 0 and 1 alone, found int32 with a 3"));
}

} // namespace
} // namespace heed::io
