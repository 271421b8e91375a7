// Tokens with special words over weights without them, and the other way round: the refusal says what would
// fit.
#include "tests/core/io/attention/checks.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST_F(Attention, SpecialWordsThatNoWeightIsOfAreNamed) {
    const std::string two = R"("attention": [[0.5, 0.5], [0.25, 0.75]]})";
    EXPECT_THAT(
        refusal(R"({"source": ["[CLS]", "a", "b", "[SEP]"], "target": "x y", )" + two),
        EndsWith("expected 4, or 5 with the end, found 2; without \"[CLS]\" and \"[SEP]\" the source has 2, "
                 "which would fit: leave out what no weight is of"));
    EXPECT_THAT(
        refusal(R"({"source": "a b", "target": "<s> x y </s>", )" + two),
        EndsWith("; without \"<s>\" and \"</s>\" the target has 2, which would fit: leave out what no weight "
                 "is of"));
    EXPECT_THAT(
        refusal(R"({"source": "[CLS] a b [SEP]", "target": "[CLS] x y [SEP]", )" + two),
        EndsWith(
            "; without \"[CLS]\" and \"[SEP]\" source and target have 2, which would fit: leave out what "
            "no weight is of"));
    EXPECT_THAT(
        refusal(R"({"tokens": "[CLS] a [SEP] b [SEP]", )" + two),
        EndsWith("; without \"[CLS]\" and \"[SEP]\" the source has 2, which would fit: leave out what no "
                 "weight is of"));
}

TEST_F(Attention, SpecialWordsThatTheTokensLackAreNamed) {
    const std::string four = "[0.25, 0.25, 0.25, 0.25]",
                      square = R"("attention": [)" + four + "," + four + "," + four + "," + four + "]}";
    EXPECT_THAT(
        refusal(R"({"source": "a b", "target": "c d e f", )" + square),
        EndsWith("; with special words around them, as [CLS] … [SEP], the source has 4, which would fit: put "
                 "them among the tokens"));
    EXPECT_THAT(
        refusal(R"({"source": "a b", "target": "c d", )" + square),
        EndsWith("; with special words around them, as [CLS] … [SEP], source and target have 4, which would "
                 "fit: put them among the tokens"));
    EXPECT_THAT(refusal(R"({"tokens": "a b", )" + square), HasSubstr("as [CLS] … [SEP], the source has 4"));
}

TEST_F(Attention, WhatSpecialWordsDoNotExplainIsNotLaidToThem) {
    for (const char* source : {"[CLS] a b c d [SEP]", "a b c d e f g", "[CLS] [SEP] [SEP] [SEP]"})
        EXPECT_THAT(refusal(R"({"source": ")" + std::string(source) +
                            R"(", "target": "x y", "attention": [[0.5, 0.5], [0.25, 0.75]]})"),
                    Not(HasSubstr("would fit")))
            << source;
}

} // namespace
} // namespace heed::io
