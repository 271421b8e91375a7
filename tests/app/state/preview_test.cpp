// Changes that are looked at before they are made: no step of the history, and gone with Esc.
#include "app/state/commands/row.h"
#include "app/state/event.h"
#include "app/state/jobs/runs.h"
#include "app/state/step/what_if.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

bool asks_for(const EffectList& effects, Effect::Kind kind) {
    return std::any_of(effects.begin(), effects.end(), [&](const Effect& e) { return e.kind == kind; });
}

EffectList answer_runs(AppState& s) {
    EffectList all;
    for (int n = 0; n < 10 && !s.runs.asked.empty(); ++n) {
        const std::vector<Request> asked = s.runs.asked;
        for (const Request& request : asked) {
            if (known_run(s, request)) continue;
            auto trace = std::make_shared<Trace>(sample_trace(13, 11));
            trace->request = request;
            for (const auto& [i, token] : request.edits.forced)
                trace->steps[static_cast<std::size_t>(i)].forced = true;
            const EffectList more = apply(s, RunFinished{request, trace, 12, false, request.text.size()});
            all.insert(all.end(), more.begin(), more.end());
        }
    }
    return all;
}

/// At the last output's choice.
AppState at_the_end() {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = "dates";
    s.input = "3 March 1987";
    update(s, {"clear"});
    answer_runs(s);
    s.playback.at = s.total();
    return s;
}

FlipState found_for(const AppState& s) {
    FlipState flip = s.what_if.flip;
    flip.busy = false;
    flip.found = flip.shown = true;
    flip.weights.assign(13, 1.0f / 13);
    flip.token = "3";
    return flip;
}

void find(AppState& s) {
    update(s, {"flip"});
    apply(s, FlipFound{found_for(s)});
    answer_runs(s);
}

FragilityFound fragile(const AppState& s, int output, float moved) {
    FragilityFound found{s.what_if.fragility.asked.model,
                         s.what_if.fragility.asked.request,
                         s.what_if.fragility.asked.run,
                         output,
                         {}};
    found.row.mark = {FragilityMark::State::Found, moved, 2, "3"};
    found.row.weights.assign(13, 1.0f / 13);
    return found;
}

TEST(Preview, IsNoStepAndItsRunIsAskedFor) {
    AppState s = at_the_end();
    const std::size_t steps = s.history.steps.size();
    find(s);
    ASSERT_NE(preview_of(s), nullptr);
    ASSERT_NE(s.what_if.previewed, nullptr);
    EXPECT_EQ(s.what_if.previewed->request.edits.rows.at(10).weights.size(), 13u);
    EXPECT_EQ(s.edits, Edits{});
    EXPECT_EQ(s.trace->request.edits, Edits{});
    EXPECT_EQ(s.history.steps.size(), steps);
    update(s, {"clear"}); // Esc
    EXPECT_EQ(preview_of(s), nullptr);
    EXPECT_EQ(s.what_if.previewed, nullptr);
    EXPECT_EQ(s.history.steps.size(), steps);
}

TEST(Preview, EnterUsesItOnceAndUndoDoesNotBringItBack) {
    AppState s = at_the_end();
    const std::size_t steps = s.history.steps.size();
    const auto enter_is_use = [&] {
        const CommandInfo* enter = command_for("Enter", s, false);
        return enter && enter->id == "apply-flip";
    };
    EXPECT_FALSE(enter_is_use()); // there is nothing to use
    find(s);
    ASSERT_TRUE(enter_is_use());
    update(s, {"apply-flip"});
    answer_runs(s);
    EXPECT_FALSE(enter_is_use());
    EXPECT_EQ(s.edits.rows.at(10).kind, RowEdit::Kind::Given);
    EXPECT_EQ(s.history.steps.size(), steps + 1);
    EXPECT_EQ(preview_of(s), nullptr);
    update(s, {"undo"});
    EXPECT_EQ(s.edits, Edits{});
    EXPECT_EQ(preview_of(s), nullptr);
}

TEST(Preview, BelongsToItsOutputAndItsRun) {
    AppState s = at_the_end();
    find(s);
    s.selection.row = 4; // another output is looked at
    EXPECT_EQ(preview_of(s), nullptr);
    s.selection.row = -1;
    EXPECT_NE(preview_of(s), nullptr);
    update(s, {.id = "hold-weight", .value = 0.5, .i = 2, .j = 3});
    EXPECT_EQ(preview_of(s), nullptr); // of a run that is no longer shown
}

TEST(Preview, TheButtonOnceMoreDropsItAndNothingFoundIsSaid) {
    AppState s = at_the_end();
    find(s);
    update(s, {"flip"});
    EXPECT_EQ(preview_of(s), nullptr);
    update(s, {"flip"});
    FlipState none = s.what_if.flip;
    none.busy = false;
    apply(s, FlipFound{none});
    EXPECT_TRUE(found_nothing(s));
    EXPECT_EQ(preview_of(s), nullptr);
}

TEST(FragilityColumn, AsksFromTheOutputThatIsLookedAtAndForWhatIsMissing) {
    AppState s = at_the_end();
    EXPECT_TRUE(asks_for(update(s, {"select-row", "", 0, 4}), Effect::Kind::FindFragility));
    ASSERT_EQ(s.what_if.fragility.asked.outputs.size(), 11u);
    EXPECT_EQ(s.what_if.fragility.asked.outputs[0], 4);
    EXPECT_EQ(s.what_if.fragility.asked.outputs[1], 0);
    apply(s, fragile(s, 4, 0.39f));
    EXPECT_EQ(s.what_if.fragility.asked.outputs.size(), 10u);
    const std::vector<FragilityMark> marks = fragility_marks(s);
    ASSERT_EQ(marks.size(), 11u);
    EXPECT_EQ(marks[4].state, FragilityMark::State::Found);
    EXPECT_EQ(marks[5].state, FragilityMark::State::Pending);
}

TEST(HeldWeight, KeepsTheLayoutOfTheRunThatItWasTakenFromUntilItIsLetGo) {
    AppState s = at_the_end();
    update(s, {.id = "hold-weight", .value = 0.4, .i = 2, .j = 3});
    EXPECT_EQ(s.what_if.laid_out.run, nullptr); // no hand is on it
    answer_runs(s);
    const auto taken = s.trace;
    update(s, {.id = "drag", .i = 1});
    for (const double weight : {0.5, 0.6}) {
        update(s, {.id = "hold-weight", .value = weight, .i = 2, .j = 3});
        answer_runs(s);
        EXPECT_EQ(s.what_if.laid_out.run, taken);
    }
    update(s, {.id = "drag", .i = 0});
    EXPECT_EQ(s.what_if.laid_out.run, nullptr);
}

TEST(FragilityColumn, IsLeftAloneWhileAWeightIsDraggedAndKeptForEachRun) {
    AppState s = at_the_end();
    update(s, {"clear"});
    for (int i = 0; i < 11; ++i) apply(s, fragile(s, i, 0.3f));
    EXPECT_TRUE(s.what_if.fragility.asked.outputs.empty());
    update(s, {.id = "drag", .i = 1});
    update(s, {.id = "hold-weight", .value = 0.5, .i = 2, .j = 3});
    answer_runs(s);
    EXPECT_EQ(s.what_if.fragility.asked.run, nullptr);
    update(s, {.id = "drag", .i = 0});
    EXPECT_EQ(s.what_if.fragility.asked.outputs.size(), 11u); // of the changed run
    update(s, {"undo"});
    EXPECT_TRUE(s.what_if.fragility.asked.outputs.empty()); // known
    EXPECT_EQ(fragility_marks(s)[0].state, FragilityMark::State::Found);
}

TEST(FragilityColumn, AForcedTokenIsSaidToBeForced) {
    AppState s = at_the_end();
    update(s, {.id = "force-token", .text = "7", .i = 3});
    answer_runs(s);
    const auto& asked = s.what_if.fragility.asked.outputs;
    EXPECT_EQ(fragility_marks(s)[3].state, FragilityMark::State::Forced);
    EXPECT_EQ(asked.size(), 10u);
    EXPECT_EQ(std::count(asked.begin(), asked.end(), 3), 0) << "what came of it would depend on who is first";
}

TEST(FragilityColumn, AClickLooksAtTheMoveAndASecondDropsIt) {
    AppState s = at_the_end();
    update(s, {"clear"});
    apply(s, fragile(s, 3, 0.39f));
    const std::size_t steps = s.history.steps.size();
    update(s, {.id = "preview-fragility", .i = 3});
    answer_runs(s);
    ASSERT_NE(preview_of(s), nullptr);
    EXPECT_TRUE(preview_of(s)->to_one);
    EXPECT_EQ(s.selection.row, 3);
    EXPECT_EQ(s.history.steps.size(), steps);
    update(s, {.id = "preview-fragility", .i = 3});
    EXPECT_EQ(preview_of(s), nullptr);
    update(s, {.id = "preview-fragility", .i = 5}); // not known yet
    EXPECT_EQ(preview_of(s), nullptr);
}

} // namespace
} // namespace heed
