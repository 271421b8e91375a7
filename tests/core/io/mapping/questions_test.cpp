// What is asked of a draft, and what is said where it cannot be run: of units that are made by hand.
#include "core/io/mapping/questions.h"

#include "core/io/mapping/family_draft.h"
#include "core/io/mapping/parts/written_tensors.h"
#include "core/io/mapping/word_questions.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed::io::mapping {
namespace {

Unit cell(const std::string& stack, bool reversed, std::int64_t columns, std::int64_t hidden) {
    Unit unit;
    unit.kind = Unit::Kind::Cell;
    const std::string end = reversed ? "_l0_reverse" : "_l0";
    unit.name = stack + ".*" + end;
    unit.stack = stack;
    unit.weight_ih = stack + ".weight_ih" + end;
    unit.weight_hh = stack + ".weight_hh" + end;
    unit.reversed = reversed;
    unit.columns = columns;
    unit.hidden = hidden;
    unit.gates = 3;
    return unit;
}

Unit layer(const std::string& name, std::int64_t rows, std::int64_t columns) {
    Unit unit;
    unit.kind = Unit::Kind::Layer;
    unit.name = unit.weight = name;
    unit.shape = {rows, columns};
    unit.rows = rows;
    unit.columns = columns;
    return unit;
}

/// keon's, of one layer: both directions added, the decoder as large as one of them.
std::vector<Unit> units() {
    return {layer("encoder.embed.weight", 13, 5), cell("encoder.gru", false, 5, 6),
            cell("encoder.gru", true, 5, 6),      layer("decoder.embed.weight", 10, 5),
            cell("decoder.gru", false, 11, 6),    layer("decoder.out.weight", 10, 12)};
}

TEST(Questions, OneLayerHasNoLastStatesToChooseFrom) {
    const Draft asked = draft(guess(units()), {});
    ASSERT_TRUE(asked.ready()) << asked.problems.front();
    EXPECT_EQ(asked.answer("start"), "forward");
    EXPECT_EQ(asked.find("from"), nullptr);
}

TEST(Questions, WhatHasNoPlaceIsNamed) {
    std::vector<Unit> all = units();
    all.push_back(layer("decoder.key.weight", 8, 7));
    const Draft asked = draft(guess(all, {{"decoder.key.weight", Part::ScoreKey}}), {});
    ASSERT_FALSE(asked.ready());
    EXPECT_NE(
        asked.problems.front().find("“U on the annotation” (decoder.key.weight, 8 × 7) has no place beside "
                                    "annotations of 6 numbers"),
        std::string::npos)
        << asked.problems.front();
}

// What the cell reads is no size of theirs where the target's embedding is not known either; nor can that
// embedding make them where nothing of its width is there.
TEST(Questions, NothingIsSaidOfLogitsThatAreNotThereYet) {
    using Given = std::map<std::string, Part>;
    for (const Given& given :
         {Given{{"decoder.embed.weight", Part::None}, {"decoder.out.weight", Part::None}},
          Given{{"decoder.out.weight", Part::None}}})
        EXPECT_EQ(draft(guess(units(), given), {}).problems,
                  std::vector<std::string>{"Nothing makes the logits yet"});
}

Part part_of(const Mapping& mapping, const std::string& name) {
    for (std::size_t n = 0; n < mapping.units.size(); ++n)
        if (mapping.units[n].name == name) return mapping.as[n].part;
    return Part::None;
}

/// A reader of one direction as large as the decoder, so that no shape tells state from annotation.
std::vector<Unit> alike(std::vector<Unit> score) {
    std::vector<Unit> units{layer("e1.weight", 16, 8),   cell("g1", false, 8, 12),
                            layer("e2.weight", 17, 8),   cell("g2", false, 8, 12),
                            layer("mix.weight", 12, 24), layer("fc.weight", 17, 12)};
    units.insert(units.end(), score.begin(), score.end());
    return units;
}

TEST(Guess, ListsOfWordsTellWhatNamesDoNot) {
    const Mapping bare = guess(alike({}));
    EXPECT_EQ(part_of(bare, "e1.weight"), Part::None);
    const Mapping found = guess(alike({}), {}, {{16}, {17}});
    EXPECT_EQ(part_of(found, "e1.weight"), Part::SourceEmbedding);
    EXPECT_EQ(part_of(found, "e2.weight"), Part::TargetEmbedding);
    EXPECT_EQ(part_of(found, "fc.weight"), Part::Output);
}

TEST(Guess, TheQueryIsTheStateAndTheKeyTheAnnotation) {
    const std::vector<Unit> v{layer("attn_Wq.weight", 9, 12), layer("attn_Wk.weight", 9, 12),
                              layer("attn_v.weight", 1, 9)};
    const Mapping found = guess(alike(v), {}, {{16}, {17}});
    EXPECT_EQ(part_of(found, "attn_Wq.weight"), Part::ScoreQuery);
    EXPECT_EQ(part_of(found, "attn_Wk.weight"), Part::ScoreKey);
    const Mapping bare =
        guess(alike({layer("K.weight", 12, 12), layer("Q.weight", 12, 12)}), {}, {{16}, {17}});
    EXPECT_EQ(part_of(bare, "Q.weight"), Part::ScoreQuery);
    EXPECT_EQ(part_of(bare, "K.weight"), Part::ScoreKey);
    EXPECT_EQ(part_of(guess(alike({layer("Wa.weight", 12, 12)}), {}, {{16}, {17}}), "Wa.weight"),
              Part::ScoreW);
}

TEST(Questions, WithoutAVTheTwoMatricesAreMultiplied) {
    std::vector<Unit> units = alike({layer("Q.weight", 10, 12), layer("K.weight", 10, 12)});
    const Draft asked = draft(guess(units, {}, {{16}, {17}}), {});
    ASSERT_TRUE(asked.ready()) << asked.problems.front();
    EXPECT_EQ(asked.answer("projected"), "root");
    EXPECT_EQ(asked.find("unit"), nullptr);
    EXPECT_EQ(family_json(asked, "a", "a", {})["config"]["attention"]["score"], "projected-scaled");
    EXPECT_TRUE(read_by_nothing(asked).empty());
    units.back().rows = 11;
    const std::map<std::string, Part> given{{"Q.weight", Part::ScoreQuery}, {"K.weight", Part::ScoreKey}};
    EXPECT_EQ(draft(guess(units, given, {{16}, {17}}), {}).problems,
              std::vector<std::string>{
                  "The score’s two matrices have 10 and 11 rows: no product, and there is no v"});
}

TEST(Questions, APartThatNothingReadsIsKnown) {
    const std::vector<Unit> units = alike({layer("M.weight", 10, 12)});
    const Draft asked = draft(guess(units, {{"M.weight", Part::ScoreQuery}}, {{16}, {17}}), {});
    ASSERT_TRUE(asked.ready()) << asked.problems.front();
    EXPECT_EQ(read_by_nothing(asked), std::vector<std::size_t>{units.size() - 1});
    EXPECT_EQ(asked.find("scale")->text.find("no tensor"), std::string::npos);
}

Unit vector(const std::string& name, std::int64_t length) {
    Unit unit;
    unit.kind = Unit::Kind::Vector;
    unit.name = unit.weight = name;
    unit.shape = {length};
    unit.rows = length;
    unit.columns = 1;
    unit.tensors = 1;
    return unit;
}

// keon's with the logits' bias under a name of its own.
TEST(Guess, ABiasThatLiesApartIsOfTheOneLayerThatIsAsLong) {
    std::vector<Unit> all = units();
    all.push_back(vector("decoder.b_out", 10));
    const Draft asked = draft(guess(all), {});
    EXPECT_EQ(part_of(asked.mapping, "decoder.b_out"), Part::OutputBias);
    ASSERT_TRUE(asked.ready()) << asked.problems.front();
    EXPECT_TRUE(read_by_nothing(asked).empty());
    EXPECT_EQ(family_json(asked, "a", "a", {})["tensors"]["readout.output.bias"], "decoder.b_out");
    all.back() = vector("decoder.b_out", 9);
    EXPECT_EQ(part_of(guess(all), "decoder.b_out"), Part::None);
    all.back() = vector("decoder.norm_b", 10);
    EXPECT_EQ(part_of(guess(all), "decoder.norm_b"), Part::None);
    for (const Part part : {Part::StartBias, Part::CombineBias, Part::OutputBias}) {
        EXPECT_TRUE(takes(part, all.back()));
        EXPECT_FALSE(takes(part, all.front()));
    }
}

TEST(Guess, AListOfOneWholeNumberIsNotNeeded) {
    std::vector<Unit> all = units();
    for (const bool integers : {true, false}) {
        all.push_back({});
        all.back().name = integers ? "START" : "scale";
        all.back().shape = {1};
        all.back().integers = integers;
    }
    const Mapping found = guess(all);
    EXPECT_EQ(part_of(found, "START"), Part::Ignored);
    EXPECT_EQ(part_of(found, "scale"), Part::None);
}

TEST(Guess, ABiasBesideAnotherIsAddedToIt) {
    std::vector<Unit> all = units();
    all.back().bias = "decoder.out.bias";
    all.push_back(vector("more", 10));
    const Draft asked = draft(guess(all, {{"more", Part::OutputBias}}), {});
    EXPECT_EQ(family_json(asked, "a", "a", {})["tensors"]["readout.output.bias"],
              (nlohmann::json{{"sum", {"decoder.out.bias", "more"}}}));
}

const Question& cutting(const std::vector<Question>& asked) {
    return *std::find_if(asked.begin(), asked.end(), [](const Question& q) { return q.id == "text"; });
}

TEST(Questions, ListsOfSingleCharactersLeaveOpenHowTextIsCut) {
    const auto ask = [](std::vector<std::string> words) {
        words.insert(words.begin(), {"<unk>", "<sos>", "<eos>"});
        return word_questions({}, {words, words, {}, {}, {}, {}});
    };
    const auto digits = ask({"0", "1", "2"}), letters = ask({"a", "b", "ü"}), spaced = ask({"a", "b", " "}),
               words = ask({"one", "2"});
    EXPECT_TRUE(cutting(digits).open());
    EXPECT_EQ(cutting(digits).options.back().id, "character");
    EXPECT_TRUE(cutting(letters).open());
    EXPECT_EQ(cutting(letters).answer, "character");
    EXPECT_FALSE(cutting(spaced).open());
    EXPECT_EQ(cutting(spaced).answer, "character");
    EXPECT_FALSE(cutting(words).open());
    EXPECT_EQ(cutting(words).options.back().id, "word");
}

TEST(FamilyDraft, WhatWasChangedByHandIsKnown) {
    const Draft asked = draft(guess(units()), {});
    nlohmann::json family = family_json(asked, "a", "a", {});
    ASSERT_FALSE(mark_in(family).empty());
    family["title"] = "Ours";
    family["about"] = "Of us.";
    family["comment"]["mapping"]["answers"]["unit"] = "relu";
    EXPECT_EQ(written_mark(family), mark_in(family));
    family["config"]["attention"]["score"] = "general";
    EXPECT_NE(written_mark(family), mark_in(family));
    EXPECT_EQ(mark_in({{"comment", "mine"}}), "");
}

} // namespace
} // namespace heed::io::mapping
