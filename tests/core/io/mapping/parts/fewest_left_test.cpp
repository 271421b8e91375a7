// Of all readings that the shapes allow the one that leaves the fewest tensors unread, under names that say
// nothing.
#include "core/io/mapping/parts/written_tensors.h"
#include "tests/core/io/mapping/unsettled.h"

#include <gmock/gmock.h>

namespace heed::io::mapping {
namespace {

/// A general score over both directions and a readout of state and context; a readout of the state beside the
/// directions' sum has the shape of that score.
class FewestLeft : public Unsettled {
protected:
    FewestLeft() {
        add("ink.weight", 16, 8);
        add_gru("scan", 8, 6);
        add("scan.weight_ih_l0_reverse", 18, 8);
        add("scan.weight_hh_l0_reverse", 18, 6);
        add("scan.bias_ih_l0_reverse", 18, 1);
        add("scan.bias_hh_l0_reverse", 18, 1);
        add("nib.weight", 17, 8);
        add_gru("pen", 14, 6);
    }
    /// First state, score, readout and output.
    void add_rest() {
        add_layer("lid", 6, 12);
        add("sieve.weight", 6, 12);
        add("tie.weight", 6, 18);
        add("rim.weight", 17, 6);
    }
    static std::string taken_for(Part part, const Mapping& mapping) {
        const Unit* unit = mapping.unit(part);
        return unit == nullptr ? "" : unit->weight;
    }
    void expect_all_read(const std::string& start, const std::string& score, const std::string& readout) {
        const Draft draft = reading().drafted();
        EXPECT_EQ(taken_for(Part::Start, draft.mapping), start);
        EXPECT_EQ(taken_for(Part::ScoreW, draft.mapping), score);
        EXPECT_EQ(taken_for(Part::Combine, draft.mapping), readout);
        EXPECT_EQ(draft.mapping.count(Part::None), 0u);
        ASSERT_TRUE(draft.ready()) << draft.problems.front();
        EXPECT_THAT(read_by_nothing(draft), testing::IsEmpty());
        EXPECT_EQ(draft.answer("directions"), "joined");
        EXPECT_EQ(draft.annotation, 12);
    }
};

TEST_F(FewestLeft, TheLargerMatrixIsTheReadoutWhereNothingElseReadsIt) {
    add_rest();
    expect_all_read("lid.weight", "sieve.weight", "tie.weight");
}

TEST_F(FewestLeft, InEveryOrderOfTheFile) {
    add("rim.weight", 17, 6);
    add("axe.weight", 6, 12);
    add("tie.weight", 6, 18);
    add_layer("lid", 6, 12);
    expect_all_read("lid.weight", "axe.weight", "tie.weight");
}

// Both are as large: what tells them apart is what they are called.
TEST_F(FewestLeft, NamesTellWhatShapesDoNot) {
    add("bilinear_form.weight", 6, 12);
    add("starting_state.weight", 6, 12);
    add("mixing.weight", 6, 18);
    add("rim.weight", 17, 6);
    expect_all_read("starting_state.weight", "bilinear_form.weight", "mixing.weight");
}

TEST_F(FewestLeft, WhatTheUserSaidStays) {
    add_rest();
    const Mapping mapping = reading({}, {{"sieve.weight", Part::Combine}}).mapped();
    EXPECT_EQ(taken_for(Part::Combine, mapping), "sieve.weight");
    EXPECT_EQ(taken_for(Part::Start, mapping), "lid.weight");
}

// A tensor that no part could be is left over, and nothing else is taken for another because of it.
TEST_F(FewestLeft, ATensorOfNoKnownShapeChangesNothing) {
    add_rest();
    const Mapping before = reading().mapped();
    add("stray.weight", 5, 7);
    const Mapping mapping = reading().mapped();
    EXPECT_EQ(mapping.count(Part::None), 1u);
    for (const Part part : {Part::Start, Part::ScoreW, Part::Combine, Part::Output})
        EXPECT_EQ(taken_for(part, mapping), taken_for(part, before));
}

} // namespace
} // namespace heed::io::mapping
