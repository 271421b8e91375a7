// Edits as values: what they ask for, and the way back.
#include "app/state/step/what_if.h"

#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

bool orders(const EffectList& effects, Effect::Kind kind) {
    return std::any_of(effects.begin(), effects.end(), [&](const Effect& e) { return e.kind == kind; });
}

/// Answers what the state asks for, each request with a run of its own.
void answer(AppState& s) {
    for (int n = 0; n < 10 && !s.runs.asked.empty(); ++n) {
        const std::vector<Request> asked = s.runs.asked;
        for (const Request& request : asked) {
            if (known_run(s, request)) continue;
            auto trace = std::make_shared<Trace>(sample_trace(13, 11));
            trace->request = request;
            trace->target_vocabulary = std::make_shared<const std::vector<std::string>>(40, "x");
            if (request.beam.width > 0) {
                auto lattice = std::make_shared<Lattice>();
                lattice->nodes.push_back({});
                lattice->hypotheses.push_back({{0}, -1, -1, true});
                trace->lattice = lattice;
            }
            apply(s, RunFinished{request, trace, 12, false, request.text.size()});
        }
    }
}

AppState with_changeable_run() {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = "dates";
    s.facts.title = "Dates";
    s.input = "3 March 1987";
    update(s, {"clear"});
    answer(s);
    return s;
}

std::vector<std::string> names(const AppState& s) {
    std::vector<std::string> all;
    for (const HistoryStep& step : s.history.steps) all.push_back(step.name);
    return all;
}

TEST(WhatIf, AnEditAsksForItsRunAndForTheOneItIsComparedWith) {
    AppState s = with_changeable_run();
    const auto own = s.trace;
    EXPECT_EQ(s.baseline, nullptr);
    EXPECT_TRUE(orders(update(s, {.id = "force-token", .text = "7", .i = 3}), Effect::Kind::Run));
    EXPECT_TRUE(s.running);
    EXPECT_EQ(s.trace, own);                                          // until the other has come
    EXPECT_EQ(s.runs.asked, std::vector<Request>{wanted_request(s)}); // the model's own run is known
    answer(s);
    EXPECT_FALSE(s.running);
    EXPECT_EQ(s.trace->request.edits.forced.at(3), "7");
    EXPECT_EQ(s.baseline, own);
}

TEST(WhatIf, UndoReturnsTheIdenticalRunWithoutAskingForIt) {
    AppState s = with_changeable_run();
    const auto own = s.trace;
    update(s, {.id = "hold-weight", .value = 0.62, .i = 6, .j = 2});
    answer(s);
    const auto changed = s.trace;
    EXPECT_NE(changed, own);
    EXPECT_FALSE(orders(update(s, {"undo"}), Effect::Kind::Run));
    EXPECT_EQ(s.trace, own);
    EXPECT_EQ(s.edits, Edits{});
    EXPECT_EQ(s.baseline, nullptr);
    EXPECT_FALSE(orders(update(s, {"redo"}), Effect::Kind::Run));
    EXPECT_EQ(s.trace, changed);
    EXPECT_EQ(s.baseline, own);
}

TEST(WhatIf, ADragIsOneStepAndTwoDragsAreTwo) {
    AppState s = with_changeable_run();
    for (int drag = 0; drag < 2; ++drag) {
        update(s, {.id = "drag", .i = 1});
        for (int n = 1; n <= 20; ++n)
            update(s, {.id = "hold-weight", .value = 0.01 * n + 0.3 * drag, .i = 6, .j = 2});
        update(s, {.id = "drag", .i = 0});
    }
    EXPECT_EQ(names(s), (std::vector<std::string>{"Opened Dates", "Held “M” at .20 for output 7",
                                                  "Held “M” at .50 for output 7"}));
    update(s, {"undo"});
    EXPECT_EQ(s.edits.rows.at(6).held.at(2), 0.2f);
    update(s, {"undo"});
    EXPECT_FALSE(s.edits.any());
    EXPECT_FALSE(s.history.can_undo());
}

TEST(WhatIf, TypingDropsTheEditsAndUndoBringsBothBack) {
    AppState s = with_changeable_run();
    update(s, {.id = "force-token", .text = "7", .i = 3});
    answer(s);
    for (const char* text : {"4", "4 ", "4 M"}) {
        update(s, {"type", text});
        s.clock += 0.2;
    }
    EXPECT_FALSE(s.edits.any());
    EXPECT_EQ(s.history.steps.size(), 3u); // one go of typing
    EXPECT_EQ(s.history.steps.back().name, "Typed “4 M”");
    update(s, {"undo"});
    EXPECT_EQ(s.input, "3 March 1987");
    EXPECT_EQ(s.edits.forced.at(3), "7");
    s.clock += 5;
    update(s, {"type", "5"});
    EXPECT_EQ(names(s), (std::vector<std::string>{"Opened Dates", "Forced output 4 to “7”",
                                                  "Typed “5”"})); // what was undone is gone
}

TEST(WhatIf, KeepMakesTheChangedRunTheOneToCompareWith) {
    AppState s = with_changeable_run();
    update(s, {.id = "edit-row", .text = "uniform", .i = 2});
    answer(s);
    const auto changed = s.trace;
    update(s, {"keep"});
    EXPECT_EQ(s.baseline, nullptr);
    update(s, {.id = "edit-row", .text = "strongest", .i = 4});
    answer(s);
    EXPECT_EQ(s.baseline, changed);
    update(s, {"reset"});
    EXPECT_EQ(s.trace, changed);
}

TEST(WhatIf, HeldWeightsOfARowAreFreedOneByOne) {
    AppState s = with_changeable_run();
    update(s, {.id = "hold-weight", .value = 0.3, .i = 1, .j = 2});
    update(s, {.id = "hold-weight", .value = 0.4, .i = 1, .j = 5});
    EXPECT_EQ(s.edits.rows.at(1).held.size(), 2u);
    update(s, {.id = "free-weight", .i = 1, .j = 2});
    EXPECT_EQ(s.edits.rows.at(1).held, (std::map<int, float>{{5, 0.4f}}));
    update(s, {.id = "free-weight", .i = 1, .j = 5});
    EXPECT_TRUE(s.edits.rows.empty());
}

// One number for several heads is not what any of them has.
TEST(WhatIf, AWeightLockedInEveryHeadIsSaid) {
    AppState s = with_changeable_run();
    update(s, {"last"});
    const std::size_t before = s.toasts.size();
    update(s, {"lock", "", 0, 1, 2});
    EXPECT_EQ(s.toasts.size(), before) << "one head has that weight";
    update(s, {"lock", "", 0, 1, 2});
    auto heads = std::make_shared<Trace>(*s.trace);
    heads->set({Quantity::HeadWeights, 0, 0}, heads->at(Quantity::Weights));
    heads->set({Quantity::HeadWeights, 0, 1}, heads->at(Quantity::Weights));
    s.trace = heads;
    update(s, {"lock", "", 0, 1, 2});
    ASSERT_GT(s.toasts.size(), before);
    EXPECT_EQ(s.toasts.back().title.substr(0, 8), "Held at ");
    EXPECT_TRUE(s.toasts.back().title.ends_with(" in every head"));
}

TEST(WhatIf, SearchAsksForBothSearchesAndFollowsItsSettings) {
    AppState s = with_changeable_run();
    update(s, {"view-search"});
    answer(s);
    ASSERT_NE(s.search.found, nullptr);
    EXPECT_EQ(s.search.found->request.beam.width, 4);
    EXPECT_EQ(s.search.changed, nullptr);
    ASSERT_NE(s.search.probe, nullptr);
    update(s, {.id = "force-token", .text = "7", .i = 3});
    answer(s);
    ASSERT_NE(s.search.changed, nullptr);
    EXPECT_EQ(s.search.changed->request.edits.forced.size(), 4u); // the whole beginning stands
    const auto four = s.search.found;
    update(s, {.id = "beam-width", .value = 6});
    EXPECT_EQ(s.search.found, four); // until the other is there
    answer(s);
    EXPECT_EQ(s.search.found->request.beam.width, 6);
    EXPECT_EQ(s.history.steps.back().name, "Beam width 6");
    update(s, {"undo"});
    EXPECT_EQ(s.search.found, four);
}

TEST(WhatIf, UndoAcrossModelsOpensTheModelAgainAndPutsItsEditsBack) {
    AppState s = with_changeable_run();
    update(s, {.id = "force-token", .text = "7", .i = 3});
    answer(s);
    const auto load = [&](const std::string& name) {
        LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "", {}, {}};
        loaded.facts.task = name;
        apply(s, ModelLoaded{name, {}, loaded});
        answer(s);
    };
    update(s, {"load", "reverse"});
    load("reverse");
    EXPECT_FALSE(s.edits.any());
    EXPECT_EQ(s.history.steps.back().name, "Opened reverse");
    const EffectList effects = update(s, {"undo"});
    EXPECT_TRUE(orders(effects, Effect::Kind::LoadModel));
    load("dates");
    EXPECT_EQ(s.input, "3 March 1987");
    EXPECT_EQ(s.edits.forced.at(3), "7");
    EXPECT_EQ(s.history.now, 1);
    EXPECT_EQ(s.history.steps.size(), 3u);
    EXPECT_TRUE(s.history.can_redo());
}

TEST(WhatIf, AnUndoToAnotherModelMayBeStoppedTurnedRoundOrFail) {
    const auto load = [&](AppState& s, const std::string& name) {
        LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "", {}, {}};
        loaded.facts.task = name;
        apply(s, ModelLoaded{name, {}, loaded});
        answer(s);
    };
    for (const char* end : {"stopped", "turned", "failed"}) {
        AppState s = with_changeable_run();
        update(s, {.id = "force-token", .text = "7", .i = 3});
        answer(s);
        update(s, {"load", "reverse"});
        load(s, "reverse");
        update(s, {.id = "force-token", .text = "x", .i = 1});
        answer(s);
        const std::size_t steps = s.history.steps.size();
        const int last = s.history.now;
        update(s, {"undo"}); // still reverse
        update(s, {"undo"}); // dates is on its way
        EXPECT_EQ(s.opening, "dates");
        if (end == std::string("stopped")) update(s, {"cancel-loading"});
        if (end == std::string("turned")) update(s, {"redo"});
        if (end == std::string("failed")) apply(s, ModelFailed{"dates", "gone"});
        EXPECT_TRUE(s.opening.empty()) << end;
        load(s, "dates"); // too late: nobody waits for it
        EXPECT_EQ(s.model_name, "reverse") << end;
        EXPECT_EQ(s.history.steps.size(), steps) << end;
        while (s.history.can_redo()) update(s, {"redo"});
        EXPECT_EQ(s.history.now, last) << end;
        EXPECT_EQ(s.edits.forced.at(1), "x") << end;
        update(s, {.id = "force-token", .text = "y", .i = 2}); // and the history goes on
        EXPECT_EQ(s.history.steps.size(), steps + 1) << end;
    }
}

} // namespace
} // namespace heed
