// Where no answers agree with the examples a matrix may have been taken for another part of its shape.
#include "tests/core/io/mapping/unsettled.h"

#include <gmock/gmock.h>

namespace heed::io::mapping {
namespace {

/// Luong's general score under names that say nothing: its square matrix looks like one for the first state.
class OtherParts : public Unsettled {
protected:
    OtherParts() {
        add("e1.weight", 16, 8);
        add_gru("g1", 8, 12);
        add("e2.weight", 17, 8);
        add_gru("g2", 8, 12);
        add("square.weight", 12, 12);
        add_layer("mix", 12, 24);
        add_layer("fc", 17, 12);
    }
    const std::vector<std::string> texts_ = {"the man runs .", "the old man sees a red dog ."};
};

TEST_F(OtherParts, TheMatrixOfAProductThatWasTakenForTheFirstState) {
    const Reading guessed = reading();
    ASSERT_NE(guessed.mapped().unit(Part::Start), nullptr);
    const Parts product = {{"square.weight", Part::ScoreW}};
    write_examples({}, texts_, 6, product);
    const Search search = try_all(reading(), {});
    ASSERT_EQ(search.agreeing(), 1u);
    EXPECT_EQ(search.tried.front().parts, product);
    EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Verified);
}

/// Names that say nothing, directions that are summed, a cell of two layers, and a score's matrix that looks
/// like one for the first state.
class FarParts : public Unsettled {
protected:
    FarParts() {
        add("ink.weight", 16, 8);
        for (const int layer : {0, 1})
            for (const char* way : {"", "_reverse"})
                add_layer_of("scan", layer == 0 ? 8 : 12, std::to_string(layer) + way);
        add("nib.weight", 17, 6);
        add_layer("ask", 6, 6);
        for (const int layer : {0, 1}) add_layer_of("pen", layer == 0 ? 12 : 6, std::to_string(layer));
        add_layer("blot", 6, 12);
    }
    void add_layer_of(const std::string& name, int input, const std::string& layer) {
        add(name + ".weight_ih_l" + layer, 18, input);
        add(name + ".weight_hh_l" + layer, 18, 6);
        add(name + ".bias_ih_l" + layer, 18, 1);
        add(name + ".bias_hh_l" + layer, 18, 1);
    }
};

// Of six answers that are others than the guesses, none is near enough to show which part is another.
TEST_F(FarParts, AreFoundByStepsFromWhatTheExamplesSourcesAreReadAs) {
    ASSERT_NE(reading().mapped().unit(Part::Start), nullptr);
    const Parts product = {{"ask.weight, bias", Part::ScoreW}};
    const Answers far = {{"order", "before"}, {"product", "columns"}, {"start", "layers"},
                         {"from", "top"},     {"reads", "c,s"},       {"source", "none"}};
    write_examples(far, {"the man runs .", "the old man sees a red dog ."}, 6, product);
    const Search search = try_all(reading(), {});
    ASSERT_GE(search.agreeing(), 1u);
    EXPECT_EQ(search.tried.front().parts, product);
    for (const auto& [question, option] : far)
        EXPECT_EQ(search.tried.front().answers.at(question), option) << question;
}

// As in code whose matrix is there, and whose score does not use it.
TEST_F(Unsettled, TheMatrixOfAProductThatIsNotUsed) {
    add_luong();
    const Parts unused = {{"decoder.attn.weight", Part::Ignored}};
    write_examples({}, {"the man runs .", "the old man sees a red dog ."}, 6, unused);
    ASSERT_NE(reading().mapped().unit(Part::ScoreW), nullptr);
    const Search search = try_all(reading(), {});
    ASSERT_GE(search.agreeing(), 1u);
    EXPECT_EQ(search.tried.front().parts, unused);
}

TEST_F(OtherParts, WhereTheGuessAgreesNothingElseIsTried) {
    write_examples({}, texts_, 6);
    const Search search = try_all(reading(), {});
    ASSERT_GE(search.agreeing(), 1u);
    for (const Combination& one : search.tried) EXPECT_TRUE(one.parts.empty());
}

TEST_F(OtherParts, WhatTheUserSaidOfAUnitStays) {
    write_examples({}, texts_, 6, {{"square.weight", Part::ScoreW}});
    for (const Parts& parts : other_parts(reading({}, {{"square.weight", Part::Start}})))
        EXPECT_EQ(parts.count("square.weight"), 0u);
}

// A score of two square matrices and no bridge: the first state takes neither of them.
TEST_F(Unsettled, TheScoresTwoMatricesAreNotTakenForTheFirstState) {
    add("e1.weight", 16, 8);
    add_gru("g1", 8, 12);
    add("e2.weight", 17, 8);
    add_gru("g2", 8, 12);
    add("one.weight", 12, 12);
    add("other.weight", 12, 12);
    add("third.weight", 1, 12);
    add_layer("mix", 12, 24);
    add_layer("fc", 17, 12);
    const Mapping mapping = reading().mapped();
    EXPECT_EQ(mapping.unit(Part::Start), nullptr);
    EXPECT_NE(mapping.unit(Part::ScoreQuery), nullptr);
    EXPECT_NE(mapping.unit(Part::ScoreKey), nullptr);
}

TEST_F(OtherParts, EachIsAnotherReadingThatCanBeRun) {
    const Reading by = reading();
    const std::vector<Parts> all = other_parts(by);
    EXPECT_THAT(all, testing::Contains(Parts{{"square.weight", Part::ScoreW}}));
    std::set<std::string> seen;
    for (const Parts& parts : all) {
        const Draft draft = with_parts(by, parts, {}).drafted();
        EXPECT_TRUE(draft.ready());
        std::string text;
        for (const Mapped& row : draft.mapping.as) text += std::string(info(row.part).id) + ";";
        EXPECT_TRUE(seen.insert(text).second) << text;
    }
}

} // namespace
} // namespace heed::io::mapping
