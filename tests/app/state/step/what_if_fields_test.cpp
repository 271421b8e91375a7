// What the user's hand does to the state: exact weights, the chooser, arrows, ablations.
#include "app/state/step/what_if.h"

#include "app/state/commands/command.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

/// A run in Step, at the context of output 6; runs that are asked for never come.
AppState at_context(int output = 5) {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = "dates";
    s.input = "3 March 1987";
    auto trace = std::make_shared<Trace>(sample_trace(13, 11));
    auto words = std::vector<std::string>{"<pad>", "<s>", "</s>", "<unk>", "alpha", "Alp", "beta", "alps"};
    words.resize(static_cast<std::size_t>(trace->at(Quantity::LogProbs).rows()), "z");
    trace->target_vocabulary = std::make_shared<const std::vector<std::string>>(words);
    s.trace = trace;
    s.playback.at = at_of(trace->outline, {seq2seq::Context, 0}, output);
    return s;
}

TEST(ReadWeight, TakesNumbersAndPercentAndSaysWhatIsWrong) {
    std::string problem;
    EXPECT_EQ(read_weight(".62", 1, problem), 0.62f);
    EXPECT_EQ(read_weight("0.62", 1, problem), 0.62f);
    EXPECT_EQ(read_weight(" 62 % ", 1, problem), 0.62f);
    EXPECT_EQ(read_weight("0,5", 1, problem), 0.5f);
    EXPECT_EQ(read_weight("1", 1, problem), 1.0f);
    EXPECT_EQ(problem, "");
    for (const char* wrong : {"", "abc", ".6.2", "1e", "nan", "%", "1/2"}) {
        EXPECT_FALSE(read_weight(wrong, 1, problem)) << wrong;
        EXPECT_EQ(problem, "A number from 0 to 1 is needed, such as .62 or 62%.") << wrong;
    }
    EXPECT_FALSE(read_weight("62", 1, problem));
    EXPECT_EQ(problem, "A weight lies between 0 and 1.");
    EXPECT_FALSE(read_weight("-.1", 1, problem));
    EXPECT_FALSE(read_weight(".5", 0.3f, problem));
    EXPECT_NE(problem.find("At most 0.300"), std::string::npos);
}

TEST(WhatIfUpdate, WeightsHeldTogetherNeverPassWhatTheSourceGets) {
    AppState s = at_context();
    update(s, {.id = "hold-weight", .value = 0.7, .i = 5, .j = 2});
    update(s, {.id = "hold-weight", .value = 0.7, .i = 5, .j = 3});
    EXPECT_EQ(s.edits.rows.at(5).held.at(2), 0.7f);
    EXPECT_NEAR(s.edits.rows.at(5).held.at(3), 0.3f, 1e-5f);
    EXPECT_NEAR(most_weight(s, 5, 2), 0.7f, 1e-5f);
    update(s, {.id = "hold-weight", .value = -1, .i = 5, .j = 3});
    EXPECT_EQ(s.edits.rows.at(5).held.at(3), 0.0f);
}

TEST(WhatIfUpdate, AWrongExactWeightStaysInItsFieldAndAGoodOneHolds) {
    AppState s = at_context();
    s.selection.column = 4;
    update(s, {"type-weight"});
    ASSERT_EQ(s.menu, Menu::Weight);
    EXPECT_EQ(s.what_if.output, 5);
    EXPECT_EQ(s.what_if.column, 4);
    update(s, {"field-text", "much"});
    update(s, {"field-enter"});
    EXPECT_EQ(s.menu, Menu::Weight);
    EXPECT_NE(s.what_if.problem, "");
    EXPECT_FALSE(s.edits.any());
    update(s, {"field-text", "25%"});
    EXPECT_EQ(s.what_if.problem, "");
    update(s, {"field-enter"});
    EXPECT_EQ(s.menu, Menu::None);
    EXPECT_EQ(s.edits.rows.at(5).held, (std::map<int, float>{{4, 0.25f}}));
}

TEST(WhatIfUpdate, TheChooserOffersTheLikeliestAndWhatReadsAsTyped) {
    AppState s = at_context();
    update(s, {"force"});
    ASSERT_EQ(s.menu, Menu::Force);
    EXPECT_EQ(s.what_if.output, 5);
    ASSERT_GT(s.what_if.found.size(), 2u);
    const auto p = s.trace->at(Quantity::LogProbs).col(5);
    for (std::size_t n = 1; n < s.what_if.found.size(); ++n)
        EXPECT_GE(p(s.what_if.found[n - 1]), p(s.what_if.found[n]));
    update(s, {"field-text", "ALP"});
    ASSERT_EQ(s.what_if.found.size(), 3u);
    EXPECT_EQ(s.what_if.found.front(), 5); // just so
    update(s, {.id = "field-move", .i = 9});
    EXPECT_EQ(s.what_if.chosen, 2);
    update(s, {.id = "field-enter", .i = 0});
    EXPECT_EQ(s.menu, Menu::None);
    EXPECT_EQ(s.edits.forced.at(5), "Alp");
    update(s, {"force"});
    update(s, {"field-text", "no such"});
    EXPECT_TRUE(s.what_if.found.empty());
    update(s, {"field-enter"});
    EXPECT_EQ(s.menu, Menu::Force);
}

TEST(WhatIfUpdate, ArrowsMoveTheWeightOfTheColumnInRoundSteps) {
    AppState s = at_context();
    s.selection.column = 2;
    EXPECT_EQ(command_for("Up", s, false)->id, "previous-column");
    update(s, {"hold"});
    ASSERT_TRUE(s.what_if.arrows);
    EXPECT_EQ(command_for("Up", s, false)->id, "weight-up");
    EXPECT_EQ(command_for("Left", s, false)->id, "weight-left");
    const float own = s.trace->weight(5, 2);
    update(s, {"weight-up"});
    EXPECT_NEAR(s.edits.rows.at(5).held.at(2), own + 0.05f, 0.0051f);
    update(s, {"weight-down-fine"});
    EXPECT_NEAR(s.edits.rows.at(5).held.at(2), own + 0.04f, 0.0051f);
    const std::size_t steps = s.history.steps.size();
    update(s, {"weight-up"});
    EXPECT_EQ(s.history.steps.size(), steps); // in one place they are one step
    update(s, {"weight-right"});
    EXPECT_EQ(s.selection.column, 3);
    update(s, {"weight-up"});
    EXPECT_EQ(s.history.steps.size(), steps + 1);
    EXPECT_EQ(s.edits.rows.at(5).held.size(), 2u);
    update(s, {"clear"});
    EXPECT_FALSE(s.what_if.arrows);
    EXPECT_TRUE(s.edits.any());
}

TEST(WhatIfUpdate, AnAblationOnceMoreEndsItAndOthersAddToThemselves) {
    AppState s = at_context();
    update(s, {"uniform"});
    EXPECT_EQ(s.edits.rows.at(5).kind, RowEdit::Kind::Uniform);
    update(s, {"uniform"});
    EXPECT_TRUE(s.edits.rows.empty());
    s.selection.column = 3;
    update(s, {"without"});
    s.selection.column = 1;
    update(s, {"without"});
    EXPECT_EQ(s.edits.rows.at(5).without, (std::vector<int>{1, 3}));
    update(s, {"without"});
    EXPECT_EQ(s.edits.rows.at(5).without, std::vector<int>{3});
    update(s, {"shuffle"});
    const auto seed = s.edits.rows.at(5).seed;
    update(s, {"shuffle"});
    EXPECT_EQ(s.edits.rows.at(5).seed, seed + 1);
    update(s, {"own-weights"});
    EXPECT_TRUE(s.edits.rows.empty());
    update(s, {.id = "every-output", .i = 1});
    update(s, {"row-before"});
    EXPECT_TRUE(s.edits.rows.empty());
    EXPECT_EQ(s.edits.every_row->kind, RowEdit::Kind::Previous);
}

TEST(WhatIfUpdate, ALockHoldsTheWeightAsItIs) {
    AppState s = at_context();
    s.selection.column = 2;
    update(s, {"lock"});
    EXPECT_EQ(s.edits.rows.at(5).held.at(2), s.trace->weight(5, 2));
    update(s, {"lock"});
    EXPECT_TRUE(s.edits.rows.empty());
}

TEST(WhatIfUpdate, WhereNothingIsWrittenYetThereIsNothingToChange) {
    AppState s = at_context();
    s.playback.at = 3; // still reading
    EXPECT_EQ(edited_output(s), -1);
    for (const char* key : {"F", "D", "K", "W"}) EXPECT_EQ(command_for(key, s, false), nullptr) << key;
    update(s, {"uniform"});
    EXPECT_FALSE(s.edits.any());
    s.playback.at = s.total();
    EXPECT_EQ(edited_output(s), 10);
    s.selection.row = 4;
    EXPECT_EQ(edited_output(s), 4);
}

TEST(WhatIfUpdate, TheLeastChangeIsAskedForAndApplied) {
    AppState s = at_context();
    const EffectList effects = update(s, {"flip"});
    ASSERT_TRUE(s.what_if.flip.busy);
    EXPECT_TRUE(std::any_of(effects.begin(), effects.end(),
                            [](const Effect& e) { return e.kind == Effect::Kind::FindFlip; }));
    FlipState flip;
    flip.request = s.what_if.flip.request;
    flip.output = 4; // of another output: it comes too late
    apply(s, FlipFound{flip});
    EXPECT_TRUE(s.what_if.flip.busy);
    flip.output = 5;
    flip.found = flip.shown = true;
    flip.weights.assign(13, 1.0f / 13);
    apply(s, FlipFound{flip});
    EXPECT_FALSE(s.what_if.flip.busy);
    update(s, {"apply-flip"});
    EXPECT_EQ(s.edits.rows.at(5).kind, RowEdit::Kind::Given);
    EXPECT_EQ(s.edits.rows.at(5).weights.size(), 13u);
}

} // namespace
} // namespace heed
