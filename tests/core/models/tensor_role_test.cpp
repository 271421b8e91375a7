#include "core/models/seq2seq/tensor_role.h"

#include "core/models/seq2seq/network.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(TensorRole, EveryTensorOfEveryModelHasOne) {
    for (const ScoreInfo& score : score_table()) {
        Seq2SeqConfig config;
        set_function(config.attention, score.id);
        config.encoder.summary = Summary::Tanh;
        config.encoder.layers = config.decoder.layers = 3;
        config.source_vocabulary = config.target_vocabulary = 5;
        for (const auto& p : declare_seq2seq<float>(config)) EXPECT_NE(tensor_role(p.name), "") << p.name;
    }
}

TEST(TensorRole, NamesLayersFromOneAndLeavesOthersAlone) {
    EXPECT_EQ(tensor_role("encoder.forward.weight_ih"), "left to right: what the input adds to each gate");
    EXPECT_EQ(tensor_role("encoder.backward.1.weight_hh"),
              "right to left, layer 2: what the state before adds to each gate");
    EXPECT_EQ(tensor_role("encoder.forward.x.weight_ih"), "");
    EXPECT_EQ(tensor_role("w"), "");
    EXPECT_EQ(tensor_role(""), "");
}

} // namespace
} // namespace heed
