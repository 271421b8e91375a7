// How panels get their runs, and what is run again.
#include "tests/app/state/compare/family.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed::compare_test {
namespace {

TEST(Compare, PanelsAppearAsTheyComeAndTheNewestRequestWins) {
    AppState s = with_family();
    update(s, {"view-compare"});
    const PanelOrder old = s.compare.panels[1].order;
    apply(s, finished(s.compare.panels[0].order, {true, {{0, 0}}, {}, {}}));
    EXPECT_FALSE(s.compare.panels[0].waiting);
    EXPECT_TRUE(s.compare.panels[0].figure.judged.has_gold);
    EXPECT_TRUE(s.compare.panels[1].waiting);
    EXPECT_EQ(panel_figures(s)[1].trace, nullptr);
    EXPECT_TRUE(asks(update(s, {"type", "4 May 1988"})));
    apply(s, finished(old)); // too late
    EXPECT_TRUE(s.compare.panels[1].waiting);
    EXPECT_EQ(s.compare.panels[1].figure.trace, nullptr);
    EXPECT_TRUE(s.compare.panels[0].waiting);
    EXPECT_NE(panel_figures(s)[0].trace, nullptr); // the picture of before, for a moment
    advance(s, 0.3);
    EXPECT_EQ(panel_figures(s)[0].trace, nullptr);
}

TEST(Compare, ARunThatStepHasMadeIsOnlyJudgedAndOneThatItMakesIsWaitedFor) {
    AppState s = with_family(); // with a run of additive
    update(s, {"view-compare"});
    const auto work_of = [&](const std::string& key) {
        const auto& asked = s.compare.asked;
        const auto found =
            std::find_if(asked.begin(), asked.end(), [&](const auto& w) { return w.order.key == key; });
        return found == asked.end() ? nullptr : &*found;
    };
    ASSERT_NE(work_of("additive"), nullptr);
    EXPECT_EQ(work_of("additive")->run, s.trace);
    ASSERT_NE(work_of("dot"), nullptr);
    EXPECT_EQ(work_of("dot")->run, nullptr);
    update(s, {"type", "4 May 1988"});
    ASSERT_EQ(s.runs.asked, std::vector<Request>{wanted_request(s)});
    EXPECT_EQ(work_of("additive"), nullptr) << "the same run is made for Step";
    ASSERT_NE(work_of("dot"), nullptr);
    EXPECT_TRUE(asks(apply(s, RunFinished{wanted_request(s), a_run(), 10, false, 10})));
    ASSERT_NE(work_of("additive"), nullptr);
    EXPECT_EQ(work_of("additive")->run, s.trace);
    apply(s, PanelFinished{work_of("additive")->order, *known_run(s, wanted_request(s)), {}, ""});
    EXPECT_EQ(s.compare.panels[0].figure.trace, s.trace);
    EXPECT_FALSE(s.compare.panels[0].waiting);
}

TEST(Compare, WhatStepCouldNotRunIsNotWaitedFor) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"type", "4 May 1988"});
    EXPECT_TRUE(asks(apply(s, RunFailed{wanted_request(s), "there is not enough memory", 0})));
    EXPECT_TRUE(std::any_of(s.compare.asked.begin(), s.compare.asked.end(),
                            [](const PanelWork& w) { return w.order.key == "additive" && !w.run; }));
}

TEST(Compare, ARunOfAPanelIsThereWhenItsModelIsOpened) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    const auto dot = std::find_if(s.compare.panels.begin(), s.compare.panels.end(),
                                  [](const PanelState& p) { return p.order.key == "dot"; });
    ASSERT_NE(dot, s.compare.panels.end());
    const std::shared_ptr<const Trace> run = dot->figure.trace;
    update(s, {"view-step"});
    ModelFacts facts = s.facts;
    facts.name = "dates/dot";
    facts.score = "dot";
    update(s, {"load", "dates/dot"});
    apply(s, ModelLoaded{"dates/dot", {}, {std::make_shared<Model>(), facts, 2000, ""}});
    EXPECT_EQ(s.trace, run);
    EXPECT_FALSE(s.running);
    EXPECT_TRUE(s.runs.asked.empty());
}

TEST(Compare, GoingBackCostsNothing) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"view-step"});
    EXPECT_TRUE(s.compare.panels.empty());
    EXPECT_FALSE(asks(update(s, {"view-compare"})));
    for (const PanelState& panel : s.compare.panels) EXPECT_TRUE(panel.figure.trace && !panel.waiting);
}

TEST(Compare, AModelOfAnotherFileUnderTheSameNameIsAnotherModel) {
    AppState s = with_family();
    s.model_id = "1";
    apply(s, RunFinished{wanted_request(s), a_run(), 12, false, s.input.size(), {}, "1"});
    EXPECT_NE(known_run(s, wanted_request(s)), nullptr);
    s.model_id = "2";
    EXPECT_EQ(known_run(s, wanted_request(s)), nullptr);
    s.model_id = "1";
    s.model_name = "dates/additive"; // one model has two names
    EXPECT_NE(known_run(s, wanted_request(s)), nullptr);
}

TEST(Compare, AnotherFunctionIsNotAskedForAgain) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    EXPECT_FALSE(asks(update(s, {"lift"})));
    update(s, {"compare-toggle", "local-m"});
    for (const PanelState& panel : s.compare.panels) EXPECT_EQ(panel.waiting, panel.order.key == "local-m");
}

TEST(Compare, AFailureIsShownInItsPanelOnly) {
    AppState s = with_family();
    update(s, {"view-compare"});
    apply(s, PanelFinished{s.compare.panels[2].order, {}, {}, "the file has gone"});
    EXPECT_EQ(s.compare.panels[2].figure.problem, "The file has gone.");
    EXPECT_FALSE(s.failure.has_value());
    EXPECT_TRUE(s.input_problem.empty());
    EXPECT_TRUE(s.toasts.empty());
}

TEST(Compare, TemperatureIsThatOfStepAndEveryPanelIsRunAgain) {
    AppState s = with_family();
    update(s, {"compare-toggle", "none"});
    update(s, {"view-compare"});
    update(s, {"compare-toggle", "none"});
    answer_all(s);
    EXPECT_TRUE(asks(update(s, {"softer"})));
    EXPECT_NEAR(s.edits.temperature, 1.19, 1e-9);
    for (const PanelState& panel : s.compare.panels) {
        const bool none = panel.order.key == "none";
        EXPECT_EQ(panel.order.request.edits.temperature, none ? 1 : 1.19) << panel.order.key;
        EXPECT_EQ(panel.waiting, !none) << panel.order.key;
    }
    EXPECT_EQ(compare_options(s).temperature, s.edits.temperature);
    update(s, {"sharper"});
    EXPECT_EQ(s.edits.temperature, 1);
    update(s, {"set-temperature", "", 0.3});
    update(s, {"type", "4 May 1988"}); // it speaks of no run
    EXPECT_EQ(s.edits.temperature, 0.3);
    update(s, {"temperature"});
    EXPECT_EQ(s.edits.temperature, 1);
    update(s, {"set-temperature", "", 0.3});
    update(s, {"undo"});
    EXPECT_EQ(s.edits.temperature, 1);
}

TEST(Compare, WhatIsChangedInStepIsChangedInEveryPanel) {
    AppState s = with_family();
    update(s, {"force-token", "x", 0, 3});
    update(s, {"hold-weight", "", 0.5, 2, 1});
    update(s, {"view-compare"});
    for (const PanelState& panel : s.compare.panels) EXPECT_EQ(panel.order.request.edits, s.edits);
    EXPECT_EQ(changes_words(s), "In every panel output 4 is “x” and the weights of output 3 are changed, and "
                                "everything is computed again.");
    Edits heads = s.edits;
    heads.heads[{HeadKind::Cross, 1, 0}] = {HeadEdit::Kind::Off};
    std::swap(s.edits, heads);
    EXPECT_EQ(changes_words(s).find("In every panel head 2:1 is off"), 0u) << changes_words(s);
    std::swap(s.edits, heads);
    update(s, {"compare-inputs"}); // a place of one sentence is none of the other
    EXPECT_EQ(s.compare.panels[0].order.request.edits, s.edits);
    EXPECT_FALSE(s.compare.panels[1].order.request.edits.any());
    EXPECT_EQ(changes_words(s), "In A alone output 4 is “x” and the weights of output 3 are changed.");
    update(s, {"compare-forced"});
    EXPECT_TRUE(s.compare.panels[1].order.request.edits.forced.empty());
    EXPECT_EQ(s.compare.panels[1].order.request.edits.rows, s.edits.rows);
    update(s, {"compare-functions"});
    update(s, {"reset"});
    EXPECT_EQ(changes_words(s), "");
    EXPECT_FALSE(s.compare.panels[0].order.request.edits.any());
}

TEST(Compare, EveryPanelCanBeMadeToWriteTheRightAnswer) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"rows-forced"});
    for (const PanelState& panel : s.compare.panels) EXPECT_EQ(panel.order.request.target, "1987-03-03");
    update(s, {"compare-inputs"});
    EXPECT_EQ(s.compare.panels[0].order.request.target, "1987-03-03");
    ASSERT_TRUE(s.compare.panels[1].order.request.target.has_value());
    EXPECT_NE(s.compare.panels[1].order.request.target, "1987-03-03");
    update(s, {"rows-written"});
    for (const PanelState& panel : s.compare.panels) EXPECT_FALSE(panel.order.request.target.has_value());
    update(s, {"compare-forced"});
    update(s, {"rows-forced"}); // what is forced there is the answer
    EXPECT_EQ(s.compare.target, "1987-03-03");
    EXPECT_FALSE(s.compare.panels[0].order.request.target.has_value());
}

} // namespace
} // namespace heed::compare_test
