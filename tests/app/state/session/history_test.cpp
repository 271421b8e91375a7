// What is a step of the history, and what a gesture is.
#include "app/state/session/history.h"

#include "app/state/jobs/runs.h"
#include "app/state/session/describe.h"
#include "app/state/update.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

AppState run_with_history() {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = s.settings.model = "dates";
    s.facts.title = "Dates";
    s.input = "3 March 1987";
    update(s, {"clear"});
    for (int n = 0; n < 10 && !s.runs.asked.empty(); ++n)
        for (const Request& request : std::vector(s.runs.asked)) {
            auto trace = std::make_shared<Trace>(sample_trace(13, 11));
            trace->request = request;
            apply(s, RunFinished{request, trace, 12, false, request.text.size()});
        }
    s.playback.at = s.total();
    return s;
}

std::vector<std::string> step_names(const AppState& s) {
    std::vector<std::string> all;
    for (const HistoryStep& step : s.history.steps) all.push_back(step.name);
    return all;
}

std::size_t step_count(const AppState& s) { return s.history.steps.size() - 1; }

TEST(History, WhatBelongsToTheWindowIsNoStep) {
    AppState s = run_with_history();
    for (const char* id :
         {"theme", "zoom-in", "inspector", "motion", "faster", "by-token", "step-back", "play", "play",
          "view-compare", "view-step", "palette", "close-dialog", "next-column"})
        update(s, {id});
    update(s, {"hover", "", -1, 3, 2});
    update(s, {"select-row", "", 0, 4});
    EXPECT_EQ(step_count(s), 0u) << step_names(s).back();
    for (const CommandInfo& row : commands()) {
        if (row.title.empty() || row.records == Records::Step) continue;
        EXPECT_FALSE(row.group == "What if" && row.records == Records::Passing) << row.id;
    }
}

TEST(History, HowThePictureIsDrawnIsAStepAndComesBack) {
    AppState s = run_with_history();
    for (const char* id : {"lift", "map-viridis", "numbers", "heatmap"}) update(s, {id});
    EXPECT_EQ(step_names(s),
              (std::vector<std::string>{"Opened Dates", "Lifted small weights", "Colours viridis",
                                        "Hid the numbers", "Hid the heatmap"}));
    for (int n = 0; n < 4; ++n) update(s, {"undo"});
    EXPECT_EQ(s.settings.scale, ValueScale::Linear);
    EXPECT_EQ(s.settings.map, ColorMapId::Ember);
    EXPECT_TRUE(s.settings.numbers && s.settings.heatmap);
}

TEST(History, WhatIsDoneInCompareIsTakenBackWhereItIsSeen) {
    AppState s = run_with_history();
    update(s, {"view-compare"});
    update(s, {"compare-inputs"});
    update(s, {"compare-other-input", "4 May"});
    update(s, {"compare-turn"});
    EXPECT_EQ(step_count(s), 3u);
    update(s, {"view-step"});
    update(s, {"undo"});
    EXPECT_EQ(s.view, "compare");
    EXPECT_FALSE(s.compare.turned);
    update(s, {"undo"});
    EXPECT_EQ(s.compare.other_input, "");
    update(s, {"undo"});
    EXPECT_EQ(s.compare.what, CompareWhat::Functions);
    for (int n = 0; n < 3; ++n) update(s, {"redo"});
    EXPECT_TRUE(s.compare.turned);
    EXPECT_EQ(s.compare.other_input, "4 May");
}

TEST(History, AChangeOfTheRunIsShownInStep) {
    AppState s = run_with_history();
    update(s, {.id = "force-token", .text = "7", .i = 3});
    update(s, {"view-compare"});
    update(s, {"undo"});
    EXPECT_EQ(s.view, "step") << "Compare shows what models do by themselves";
    update(s, {"view-search"});
    update(s, {"redo"});
    EXPECT_EQ(s.view, "search") << "there it is seen";
}

// D, an arrow, Esc, and then three others.
TEST(History, NothingIsAddedToAGestureThatHasEnded) {
    AppState s = run_with_history();
    s.selection.column = 2;
    update(s, {"hold"});
    update(s, {"weight-up"});
    update(s, {"hover", "", -1, 1, 1}); // the pointer passes over something
    update(s, {"weight-up"});
    EXPECT_EQ(step_count(s), 1u);
    update(s, {"clear"});
    update(s, {.id = "force-token", .text = "7", .i = 3});
    update(s, {"lift"});
    update(s, {.id = "edit-row", .text = "uniform", .i = 2});
    EXPECT_EQ(step_count(s), 4u);
    update(s, {"undo"});
    EXPECT_EQ(s.edits.rows.size(), 1u);
    EXPECT_EQ(s.edits.forced.size(), 1u);
}

// The view holds nothing more until the button is up.
TEST(History, UndoEndsTheDragThatIsOn) {
    AppState s = run_with_history();
    update(s, {"drag", "", 0, 1});
    update(s, {.id = "hold-weight", .value = 0.4, .i = 6, .j = 2});
    EXPECT_NE(s.gesture, 0);
    EXPECT_NE(s.what_if.laid_out.run, nullptr);
    update(s, {"undo"});
    EXPECT_EQ(s.gesture, 0);
    EXPECT_EQ(s.what_if.laid_out.run, nullptr);
    EXPECT_FALSE(s.edits.any());
}

TEST(History, ADragIsBrokenByAnotherCommandAndGoesOnAsAStepOfItsOwn) {
    AppState s = run_with_history();
    const auto hold = [&](double weight) {
        update(s, {.id = "hold-weight", .value = weight, .i = 6, .j = 2});
    };
    update(s, {"drag", "", 0, 1});
    hold(0.2);
    hold(0.3);
    update(s, {"clear"}); // Esc
    hold(0.4);
    hold(0.5);
    update(s, {"lift"});
    hold(0.6);
    update(s, {"drag", "", 0, 0});
    hold(0.7);
    hold(0.8);
    EXPECT_EQ(step_count(s), 6u);
    update(s, {"undo"});
    update(s, {"undo"});
    update(s, {"undo"});
    update(s, {"undo"});
    EXPECT_EQ(s.edits.rows.at(6).held.at(2), 0.5f);
    update(s, {"undo"});
    EXPECT_EQ(s.edits.rows.at(6).held.at(2), 0.3f);
}

TEST(History, AGestureThatComesToNothingIsNoStep) {
    AppState s = run_with_history();
    update(s, {"lift"});
    update(s, {"drag", "", 0, 1});
    update(s, {"set-temperature", "", 2});
    update(s, {"set-temperature", "", 3});
    update(s, {"set-temperature", "", 1});
    EXPECT_EQ(step_count(s), 1u);
    update(s, {"set-temperature", "", 0.5});
    update(s, {"drag", "", 0, 0});
    EXPECT_EQ(step_count(s), 2u);
    update(s, {"undo"});
    EXPECT_EQ(s.edits.temperature, 1);
    EXPECT_EQ(s.settings.scale, ValueScale::LiftSmall);
}

TEST(History, OneGoOfTypingIsAStepAndEachChosenExampleIsOne) {
    AppState s = run_with_history();
    for (const char* text : {"4", "4 ", "4 M"}) {
        update(s, {"type", text});
        update(s, {"caret", "typed", 0, 3});
    }
    EXPECT_EQ(step_count(s), 1u);
    update(s, {"field-left"});
    update(s, {"type", "an example"});
    update(s, {"menu", "", 0, static_cast<int>(Menu::Examples)});
    update(s, {"close-menu"});
    update(s, {"type", "another"});
    EXPECT_EQ(step_count(s), 3u);
}

// The edits of before are a step, whatever takes their place.
TEST(History, TheSameModelOnceMoreWritesOverNothing) {
    AppState s = run_with_history();
    update(s, {.id = "force-token", .text = "7", .i = 3});
    update(s, {"load", "dates"});
    LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "", {}, {}};
    apply(s, ModelLoaded{"dates", {}, loaded});
    EXPECT_FALSE(s.edits.any());
    EXPECT_EQ(step_count(s), 2u);
    update(s, {"undo"});
    EXPECT_EQ(s.edits.forced.at(3), "7");
}

TEST(History, TwoModelsOfOneFunctionAreToldApart) {
    Version from, dates, translate, file;
    dates.model = "dates/additive";
    translate.model = "translate/additive";
    file.model = "/home/me/models/mine";
    EXPECT_EQ(describe_change(from, dates, {}), "Opened dates/additive");
    EXPECT_EQ(describe_change(dates, translate, {}), "Opened translate/additive");
    EXPECT_EQ(describe_change(dates, file, {}), "Opened mine");
}

TEST(History, WhateverIsComparedIsNamed) {
    for (const auto& [what, words] : {std::pair(CompareWhat::Models, "Compared two models"),
                                      {CompareWhat::Forced, "Compared a free and a forced run"},
                                      {CompareWhat::Heads, "Compared the heads of one model"}}) {
        Version from, to;
        to.compare.what = what;
        EXPECT_EQ(describe_change(from, to, {}), words);
    }
}

TEST(History, WhatIsDoneToPointsIsCalledSo) {
    Version from;
    from.model = "hull/pointer";
    from.input = ".1,.2 .5,.7 .9,.1";
    const auto said = [&](const std::string& input) {
        Version to = from;
        to.input = input;
        return describe_change(from, to, {}, "point");
    };
    EXPECT_EQ(said(".1,.2 .5,.6 .9,.1"), "Moved point 2");
    EXPECT_EQ(said(".1,.2 .5,.7 .9,.1 .4,.4"), "Added point 4");
    EXPECT_EQ(said(".5,.7 .9,.1"), "Removed point 1");
    EXPECT_EQ(said(".1,.2 .4,.4 .5,.7 .9,.1"), "Added point 2");
    EXPECT_EQ(said(".3,.3 .4,.4 .8,.8"), "Typed “.3,.3 .4,.4 .8,.8”"); // more than one
    EXPECT_EQ(said(""), "Cleared the input");
    Version to = from;
    to.edits.muted = {4};
    EXPECT_EQ(describe_change(from, to, {}, "point"), "Muted point 5");
    EXPECT_EQ(describe_change(to, from, {}, "driver"), "Took all changes back");
    to = from;
    to.edits.masking = false;
    EXPECT_EQ(describe_change(from, to, {}, "point"), "Let what was chosen be chosen again");
    EXPECT_EQ(describe_change(from, to, {}), describe_change(from, to, {}, "moment"));
}

} // namespace
} // namespace heed
