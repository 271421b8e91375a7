#include "app/state/compare/compare.h"

#include "app/state/jobs/runs.h"
#include "app/state/session/session.h"
#include "app/state/session/settings.h"
#include "app/state/session/state_json.h"
#include "app/views/compare/press.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/sample_trace.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Keys = std::vector<std::string>;

std::shared_ptr<const Trace> a_run(int source = 13, int outputs = 11, const char* text = "3 March 1987") {
    auto trace = std::make_shared<Trace>(sample_trace(source, outputs));
    trace->source_text = text;
    return trace;
}

/// The family of the mockup and two more; additive is open.
AppState with_family() {
    AppState s;
    const auto add = [&](const char* score, const char* alignment = "global") {
        const std::string name = std::string(alignment) == "global" ? score : alignment;
        s.models.push_back({"dates/" + name, "Dates", "GRU 48, " + name, "dates", score, false, alignment});
    };
    for (const char* score :
         {"none", "additive", "dot", "scaled", "general", "cosine-beta", "location", "concat", "token"})
        add(score);
    add("general", "local-m");
    add("general", "local-p");
    s.models.push_back(
        {"reverse/additive", "Reverse", "GRU 48, additive", "reverse", "additive", false, "global"});
    s.model = std::make_shared<Model>();
    s.model_name = "dates";
    s.input = "3 March 1987";
    s.trace = a_run();
    s.facts = s.trace->model;
    s.facts.name = "dates/additive";
    s.facts.task = "dates";
    s.cache.keep({wanted_request(s), s.trace, 12, false, s.input.size()});
    return s;
}

Keys keys_of(const AppState& s) {
    Keys keys;
    for (const PanelState& panel : s.compare.panels) keys.push_back(panel.order.key);
    return keys;
}

bool asks(const EffectList& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const Effect& e) { return e.kind == Effect::Kind::Compare; });
}

PanelFinished finished(const PanelOrder& order, const Judgement& judgement = {}) {
    return {order, {order.request, a_run(), 12, false, order.request.text.size()}, judgement, ""};
}

void answer_all(AppState& s) {
    for (const PanelState& panel : std::vector(s.compare.panels)) apply(s, finished(panel.order));
}

TEST(Compare, BeginsWithSixFunctionsThatHaveWeightsAndEverythingRevealed) {
    AppState s = with_family();
    EXPECT_TRUE(wanted_panels(s).empty()); // Step asks for none
    EXPECT_TRUE(asks(update(s, {"view-compare"})));
    EXPECT_EQ(keys_of(s), (Keys{"additive", "dot", "scaled", "general", "location", "local-p"}));
    EXPECT_EQ(s.playback.at, s.total());
    EXPECT_EQ(revealed_outputs(s), -1);
    EXPECT_EQ(s.compare.panels[0].order.loaded, s.model); // what is open is not read again
    EXPECT_EQ(s.compare.panels[1].order.loaded, nullptr);
    EXPECT_EQ(s.compare.panels[1].order.model, "dates/dot");
}

TEST(Compare, TheOpenModelIsAmongTheFirstSix) {
    AppState s = with_family();
    s.facts.name = "dates/token";
    update(s, {"view-compare"});
    EXPECT_EQ(keys_of(s), (Keys{"additive", "dot", "scaled", "general", "location", "token"}));
}

TEST(Compare, ARunThatIsUnderWayKeepsItsPlace) {
    AppState s = with_family();
    const int at = at_of(s.trace->outline, {seq2seq::Softmax, 0}, 4);
    update(s, {"go-to", "", static_cast<double>(at)});
    update(s, {"view-compare"});
    EXPECT_EQ(s.playback.at, at);
    EXPECT_EQ(revealed_outputs(s), 5);
    update(s, {"first"});
    EXPECT_EQ(revealed_outputs(s), 0);
}

TEST(Compare, NumberKeysShowAndHideFromOneToAll) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"function", "3"});
    EXPECT_EQ(keys_of(s), (Keys{"additive", "scaled", "general", "location", "local-p"}));
    update(s, {"function", "1"}); // none
    EXPECT_EQ(keys_of(s).front(), "none");
    for (const char* key : {"none", "additive", "scaled", "general", "local-p"})
        update(s, {"compare-toggle", key});
    EXPECT_EQ(keys_of(s), Keys{"location"});
    update(s, {"compare-toggle", "location"}); // the last one stays
    EXPECT_EQ(keys_of(s), Keys{"location"});
    EXPECT_EQ(s.toasts.back().title, "At least one function is shown");
    EXPECT_TRUE(s.toasts.back().refused) << "nothing was done";
    for (const CompareMember& m : compare_members(s))
        if (m.key != "location") update(s, {"compare-toggle", m.key});
    EXPECT_EQ(keys_of(s).size(), 11u) << "the whole family";
    EXPECT_EQ(settings_from_json(settings_to_json(s.settings)), s.settings);
}

TEST(Compare, KeysCountFromTheFirstChipThatIsSeen) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-chips", "", 0, 8});
    update(s, {"function", "2"}); // the tenth
    EXPECT_EQ(keys_of(s)[5], "local-m");
}

TEST(Compare, WhatIsShownInAnotherFamilyIsKept) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-toggle", "local-m"});
    const Keys before = keys_of(s);
    s.facts.task = "reverse";
    s.facts.name = "reverse/additive";
    update(s, {"close-menu"});
    EXPECT_EQ(keys_of(s), Keys{"additive"});
    update(s, {"compare-toggle", "additive"}); // refused: it is the last one
    s.facts.task = "dates";
    s.facts.name = "dates/additive";
    update(s, {"close-menu"});
    EXPECT_EQ(keys_of(s), before);
}

TEST(Compare, InStepANumberKeyOpensTheFunction) {
    AppState s = with_family();
    const EffectList effects = update(s, {"function", "3"});
    EXPECT_TRUE(
        std::any_of(effects.begin(), effects.end(), [](const Effect& e) { return e.text == "dates/dot"; }));
    EXPECT_EQ(s.opening, "dates/dot");
}

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

TEST(Compare, OneEncoderForAllFunctions) {
    AppState s = with_family();
    s.shared_functions = {"additive", "dot", "cosine"};
    update(s, {"view-compare"});
    update(s, {"compare-shared"});
    EXPECT_EQ(keys_of(s), (Keys{"additive", "dot", "cosine"}));
    for (const PanelState& panel : s.compare.panels) {
        EXPECT_EQ(panel.order.loaded, s.model);
        EXPECT_EQ(panel.order.request.score, panel.order.key == "additive" ? "" : panel.order.key);
    }
    update(s, {"compare-alone"});
    EXPECT_EQ(keys_of(s).size(), 6u);
}

TEST(Compare, TwoModels) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-models"});
    ASSERT_EQ(keys_of(s), (Keys{"first", "second"}));
    EXPECT_EQ(s.compare.panels[1].order.model, "dates/dot");
    update(s, {"compare-other-model", "dates/local-p"});
    EXPECT_EQ(s.compare.panels[1].order.model, "dates/local-p");
    EXPECT_EQ(s.compare.panels[1].order.request.text, s.input);
    update(s, {"compare-swap"});
    EXPECT_EQ(s.opening, "dates/local-p");
    EXPECT_EQ(s.compare.other_model, "dates/additive");
}

TEST(Compare, TwoInputs) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-inputs"});
    const std::string pair = second_input(s); // one letter is another
    EXPECT_EQ(pair.size(), s.input.size());
    int other = 0;
    for (std::size_t n = 0; n < pair.size(); ++n) other += pair[n] != s.input[n];
    EXPECT_EQ(other, 1) << pair;
    EXPECT_EQ(s.compare.panels[1].order.request.text, pair);
    update(s, {"type", "3 March 1988"}); // it follows
    EXPECT_NE(second_input(s), pair);
    EXPECT_EQ(second_input(s).substr(0, 8), "3 March ");
    update(s, {"type", "3 March 1987"});
    update(s, {"compare-other-input", "4 May 1988"});
    EXPECT_EQ(s.compare.panels[1].order.request.text, "4 May 1988");
    update(s, {"compare-swap"});
    EXPECT_EQ(s.input, "4 May 1988");
    EXPECT_EQ(second_input(s), "3 March 1987");
    update(s, {"compare-other-input", ""});
    EXPECT_FALSE(s.compare.panels[1].waiting);
    EXPECT_EQ(s.compare.panels[1].figure.problem, "Type a second input.");
    update(s, {"compare-pair"});
    EXPECT_FALSE(second_input(s).empty());
}

TEST(Compare, FreeAndForced) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-forced"});
    EXPECT_EQ(s.compare.target, s.trace->target_text);
    update(s, {"compare-target", "1987-03-04"});
    EXPECT_FALSE(s.compare.panels[0].order.request.target.has_value());
    EXPECT_EQ(s.compare.panels[1].order.request.target, "1987-03-04");
    update(s, {"compare-swap"});
    EXPECT_EQ(s.compare.target, s.trace->target_text);
    update(s, {"compare-target", ""});
    EXPECT_FALSE(s.compare.panels[1].waiting);
}

TEST(Compare, PinningPointingAndEsc) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"hover", "", 2, 5, 3}); // column 5, row 3, panel 2
    EXPECT_EQ(compare_options(s).hover, (CompareCell{2, 3, 5}));
    update(s, {"compare-pin", "", 2, 3, 5});
    EXPECT_EQ(s.compare.pinned, (CompareCell{2, 3, 5}));
    update(s, {"compare-toggle", "additive"}); // the panel moves up, the pin with it
    EXPECT_EQ(s.compare.pinned, (CompareCell{1, 3, 5}));
    update(s, {"next-row"});
    update(s, {"previous-column"});
    EXPECT_EQ(s.compare.pinned, (CompareCell{1, 4, 4}));
    update(s, {"compare-difference", "", 0, 3, 1});
    EXPECT_EQ(s.compare.difference_a, 1);
    EXPECT_EQ(s.compare.difference_b, 3);
    update(s, {"clear"});
    EXPECT_EQ(s.compare.difference_a, -1);
    EXPECT_EQ(s.compare.pinned.row, 4);
    update(s, {"clear"});
    EXPECT_EQ(s.compare.pinned, CompareCell{});
    update(s, {"compare-pin", "", 0, 1, 1});
    update(s, {"compare-pin", "", 3, 1, 1}); // the same weight, in another panel: lets go
    EXPECT_EQ(s.compare.pinned, CompareCell{});
}

TEST(Compare, ADoubleClickPinsAndEnlargesAndLetsGoOfNothing) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"clear"});
    const std::size_t before = s.history.steps.size();
    const PickId cell{PickKind::Cell, 3, 5, 2};
    for (const int clicks : {1, 2}) update(s, compare_press(cell, 2, 2, clicks).value());
    EXPECT_EQ(s.compare.enlarged, s.compare.panels[2].order.key);
    EXPECT_EQ(s.compare.pinned, (CompareCell{2, 3, 5}));
    ASSERT_EQ(s.history.steps.size(), before + 2);
    EXPECT_TRUE(s.history.steps[before].name.starts_with("Pinned")) << s.history.steps[before].name;
    EXPECT_TRUE(s.history.steps[before + 1].name.starts_with("Enlarged")) << s.history.steps[before + 1].name;
    EXPECT_EQ(compare_press(cell, 2, -1, 2)->id, "compare-pin") << "where nothing can be enlarged";
}

TEST(Compare, ADifferenceGoesWithASecondClickOrWithItsPanel) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-difference", "", 0, 1, 0});
    update(s, {"compare-difference", "", 0, 1, 0});
    EXPECT_EQ(s.compare.difference_a, -1);
    update(s, {"compare-difference", "", 0, 2, 1});
    update(s, {"compare-toggle", "additive"});
    EXPECT_EQ(s.compare.difference_a, 0);
    EXPECT_EQ(s.compare.difference_b, 1);
    update(s, {"compare-toggle", "dot"});
    EXPECT_EQ(s.compare.difference_a, -1);
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

TEST(Compare, OnePanelHasAllTheRoomUntilEsc) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"compare-enlarge", "", 0, 2});
    EXPECT_EQ(s.compare.enlarged, "scaled");
    update(s, {"compare-enlarge", "", 0, 2});
    EXPECT_EQ(s.compare.enlarged, "");
    update(s, {"compare-enlarge", "", 0, 1});
    update(s, {"clear"});
    EXPECT_EQ(s.compare.enlarged, "");
    update(s, {"compare-models"});
    answer_all(s);
    update(s, {"compare-enlarge", "", 0, 2});
    EXPECT_EQ(s.compare.enlarged, "difference");
    update(s, {"compare-inputs"});
    EXPECT_EQ(s.compare.enlarged, "");
}

TEST(Compare, APanelsNameOpensItStepByStep) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-open", "", 0, 1});
    EXPECT_EQ(s.view, "step");
    EXPECT_EQ(s.opening, "dates/dot");
    EXPECT_TRUE(s.compare.panels.empty());
}

TEST(Compare, IsWrittenAndReadBack) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"compare-toggle", "local-m"});
    update(s, {"compare-pin", "", 1, 2, 3});
    update(s, {"compare-difference", "", 0, 2, 0});
    update(s, {"compare-other-input", "4 May"});
    update(s, {"compare-turn"});
    const auto json = state_to_json(s);
    EXPECT_EQ(json["view"], "compare");
    EXPECT_EQ(json["compare"]["shown"],
              (Keys{"additive", "dot", "scaled", "general", "location", "local-m", "local-p"}));
    EXPECT_EQ(json["compare"]["pinned"]["column"], 3);
    EXPECT_EQ(json["compare"]["panels"].size(), 7u);

    const test::TemporaryFolder folder;
    std::ofstream(folder / "session.json") << state_text(s);
    AppState back;
    begin_session(back, read_session(folder / "session.json"));
    EXPECT_EQ(back.view, "compare");
    EXPECT_EQ(back.settings.compared, s.settings.compared);
    const CompareState& c = back.compare;
    EXPECT_EQ(c.pinned, s.compare.pinned);
    EXPECT_EQ(c.difference_a, 0);
    EXPECT_EQ(c.difference_b, 2);
    EXPECT_EQ(c.other_input, "4 May");
    EXPECT_TRUE(c.other_typed);
    EXPECT_TRUE(c.turned);
}

TEST(Compare, ASessionsPairWaitsForTheFamily) {
    AppState s = with_family();
    const std::vector<ModelChoice> models = std::exchange(s.models, {});
    s.compare.difference_a = 1;
    s.compare.difference_b = 2;
    s.view = "compare";
    update(s, {"close-menu"});
    EXPECT_TRUE(s.compare.panels.empty());
    apply(s, ModelsListed{models});
    EXPECT_EQ(s.compare.panels.size(), 6u);
    EXPECT_EQ(s.compare.difference_b, 2);
}

TEST(Compare, ItsFigureIsExportedFromItAlone) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"export"});
    EXPECT_EQ(s.exporting.figure, "compare");
    EXPECT_EQ(s.exporting.paper.width_mm, 174);
    update(s, {"close-dialog"});
    update(s, {"view-step"});
    update(s, {"export"});
    EXPECT_EQ(s.exporting.figure, "heatmap");
    EXPECT_EQ(s.exporting.paper.width_mm, 84);
    update(s, {"export-figure", "", 0, 2});
    EXPECT_EQ(s.exporting.figure, "heatmap");
}

TEST(Compare, ASessionsWrongValuesAreLeftOut) {
    CompareState c;
    compare_from_json(
        nlohmann::json::parse(R"({"what": "music", "shared": 3, "pinned": {"row": -7, "column": "x"},
        "difference": {"a": 2, "b": 1}, "temperature": -1, "first_chip": 1e9})"),
        c);
    EXPECT_EQ(c.what, CompareWhat::Functions);
    EXPECT_FALSE(c.shared);
    EXPECT_EQ(c.pinned, CompareCell{});
    EXPECT_EQ(c.difference_a, -1);
    EXPECT_EQ(c.first_chip, 0);
}

} // namespace
} // namespace heed
