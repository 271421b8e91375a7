// What a matrix is taken for follows from what it can read, before its name says anything.
#include "core/io/mapping/parts/written_tensors.h"
#include "tests/core/io/mapping/unsettled.h"

#include <gmock/gmock.h>

namespace heed::io::mapping {
namespace {

class Hinted : public Unsettled {
protected:
    Hinted() {
        add("encoder.embedding.weight", 16, 8);
        add("decoder.embedding.weight", 17, 8);
        add_layer("decoder.output_layer", 17, 12);
    }
    void add_two_ways(int hidden) {
        add_gru("encoder.rnn", 8, hidden);
        add("encoder.rnn.weight_ih_l0_reverse", 3 * hidden, 8);
        add("encoder.rnn.weight_hh_l0_reverse", 3 * hidden, hidden);
        add("encoder.rnn.bias_ih_l0_reverse", 3 * hidden, 1);
        add("encoder.rnn.bias_hh_l0_reverse", 3 * hidden, 1);
    }
    /// A state as long as one direction, of annotations of both.
    void add_twice_as_long() {
        add_two_ways(12);
        add_layer("decoder.attention_layer.W1", 12, 12);
        add_layer("decoder.attention_layer.W2", 12, 24);
        add_layer("decoder.attention_layer.V", 1, 12);
        add_gru("decoder.rnn", 32, 12);
        add_layer("encoder_to_decoder_hidden", 12, 24);
    }
    static std::string taken_for(Part part, const Mapping& mapping) {
        const Unit* unit = mapping.unit(part);
        return unit == nullptr ? "" : unit->weight;
    }
};

TEST_F(Hinted, TheMatrixThatCannotReadTheStateReadsTheAnnotation) {
    add_twice_as_long();
    const Draft draft = reading().drafted();
    EXPECT_EQ(taken_for(Part::ScoreQuery, draft.mapping), "decoder.attention_layer.W1.weight");
    EXPECT_EQ(taken_for(Part::ScoreKey, draft.mapping), "decoder.attention_layer.W2.weight");
    EXPECT_EQ(taken_for(Part::Start, draft.mapping), "encoder_to_decoder_hidden.weight");
    EXPECT_EQ(draft.mapping.unit(Part::Combine), nullptr); // 24 are no state beside an annotation of 24
    EXPECT_TRUE(draft.ready()) << draft.problems.front();
    EXPECT_EQ(draft.annotation, 24);
}

TEST_F(Hinted, WhatTheUserSaysOfTheScoreSaysHowLongAnAnnotationIs) {
    add_twice_as_long();
    const Draft draft = reading({}, {{"decoder.attention_layer.W1.weight, bias", Part::ScoreQuery},
                                     {"decoder.attention_layer.W2.weight, bias", Part::ScoreKey}})
                            .drafted();
    EXPECT_EQ(taken_for(Part::Start, draft.mapping), "encoder_to_decoder_hidden.weight");
    EXPECT_TRUE(draft.ready()) << draft.problems.front();
}

// v · tanh(W s + h): linear_out is what it is called, though its name speaks of attention, too.
TEST_F(Hinted, AMatrixOnTheStateAloneLeavesTheAnnotationAsItIs) {
    add_two_ways(6);
    add_gru("decoder.rnn", 20, 12);
    add_layer("decoder.attention.linear_out", 12, 24);
    add_layer("decoder.attention.linear_q", 12, 12);
    add_layer("decoder.attention.linear_att", 1, 12);
    const Draft draft = reading().drafted();
    EXPECT_EQ(taken_for(Part::ScoreQuery, draft.mapping), "decoder.attention.linear_q.weight");
    EXPECT_EQ(taken_for(Part::ScoreV, draft.mapping), "decoder.attention.linear_att.weight");
    EXPECT_EQ(taken_for(Part::Combine, draft.mapping), "decoder.attention.linear_out.weight");
    ASSERT_TRUE(draft.ready()) << draft.problems.front();
    EXPECT_THAT(read_by_nothing(draft), testing::IsEmpty());
    EXPECT_EQ(draft.answer("unit"), "tanh");
    const Model model = drafted_model(reading(), draft, {});
    const auto& set = model.parameters;
    ASSERT_GE(set.find("attention.Wh"), 0);
    EXPECT_TRUE(set[set.find("attention.Wh")].value.isIdentity());
}

} // namespace
} // namespace heed::io::mapping
