// What rounding leaves beside 0 and 1 is read, and integers that are 0 or 1.
#include "core/trace/given_facts.h"
#include "tests/core/io/run/attention_checks.h"
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

TEST_F(Attention, OtherIntegersAreNone) {
    const auto file = write(
        test::zip_of({{"attention.npy", test::npy_of("<i4", "(1, 2)", test::raw<std::int32_t>({0, 3}))}}),
        "w.npz");
    EXPECT_THAT(test::message_of([&] { read_attention(file); }),
                HasSubstr("or 0 and 1 alone, found int32 with a 3"));
}

} // namespace
} // namespace heed::io
