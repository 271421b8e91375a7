// Which tensors may be those that are missing, under other names.
#include "core/io/family/other_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

TEST(OtherNames, WhatStandsBeforeTheLastDotIsTakenForAnotherAtOnce) {
    EXPECT_THAT(other_names({"decoder.attention.lin.weight", "decoder.attention.lin.bias"},
                            {"decoder.attention.attn.bias", "decoder.attention.attn.weight"}),
                UnorderedElementsAre(Pair("decoder.attention.lin.weight", "decoder.attention.attn.weight"),
                                     Pair("decoder.attention.lin.bias", "decoder.attention.attn.bias")));
    EXPECT_THAT(other_names({"decoder.att.v"}, {"decoder.attention.attn.weight"}), IsEmpty());
}

TEST(OtherNames, TheLikestIsTakenOfSeveral) {
    EXPECT_THAT(
        other_names({"a.Wk.weight", "a.Wq.weight"}, {"a.W_q.weight", "a.W_k.weight"}),
        UnorderedElementsAre(Pair("a.Wk.weight", "a.W_k.weight"), Pair("a.Wq.weight", "a.W_q.weight")));
}

TEST(OtherNames, ACellHasAllItsLayers) {
    const auto named = other_names({"encoder.rnn.weight_ih_l0", "encoder.rnn.weight_ih_l1",
                                    "encoder.rnn.weight_ih_l1_reverse", "decoder.rnn.bias_hh_l1"},
                                   {"decoder.gru.*_l0", "encoder.gru.*_l0", "encoder.gru.*_l0_reverse"});
    EXPECT_THAT(named, UnorderedElementsAre(
                           Pair("encoder.rnn.weight_ih_l0", "encoder.gru.weight_ih_l0"),
                           Pair("encoder.rnn.weight_ih_l1", "encoder.gru.weight_ih_l1"),
                           Pair("encoder.rnn.weight_ih_l1_reverse", "encoder.gru.weight_ih_l1_reverse"),
                           Pair("decoder.rnn.bias_hh_l1", "decoder.gru.bias_hh_l1")));
}

} // namespace
} // namespace heed::io
