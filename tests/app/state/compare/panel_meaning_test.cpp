// Compare's τ: the number that Step's view of meaning prints, when it is asked for, and what a click opens.
#include "app/figures/meaning/meaning.h"
#include "app/state/meaning/meaning.h"
#include "app/views/compare/press.h"
#include "core/analysis/meaning/sentence.h"
#include "tests/app/state/compare/compared_runs.h"
#include "tests/app/state/compare/family.h"

namespace heed {
namespace {

using compared::ComparedRuns;

bool asks_meaning(const EffectList& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const Effect& e) { return e.kind == Effect::Kind::PanelMeaning; });
}

PanelMeaning measured(double tau = 0.5) {
    PanelMeaning meaning;
    meaning.gradient = {tau, tau - 0.1, tau + 0.1, 11};
    return meaning;
}

const PanelState& panel_of(const AppState& s, const std::string& key) {
    return *std::find_if(s.compare.panels.begin(), s.compare.panels.end(),
                         [&](const PanelState& p) { return p.order.key == key; });
}

int place_of(const AppState& s, const std::string& key) {
    return static_cast<int>(&panel_of(s, key) - s.compare.panels.data());
}

TEST(PanelMeanings, AreAskedForOnceAllPanelsHaveTheirRuns) {
    AppState s = compare_test::with_family();
    EXPECT_FALSE(asks_meaning(update(s, {"view-compare"})));
    const std::vector<PanelState> panels = s.compare.panels;
    for (std::size_t n = 0; n < panels.size(); ++n)
        EXPECT_EQ(asks_meaning(apply(s, compare_test::finished(panels[n].order))), n + 1 == panels.size());
    ASSERT_EQ(s.compare.asked_meaning.size(), panels.size());
    const auto asked = s.compare.asked_meaning;
    EXPECT_FALSE(asks_meaning(apply(s, PanelMeasured{asked[1], measured(0.25)})));
    EXPECT_EQ(s.compare.asked_meaning.size(), panels.size() - 1);
    EXPECT_EQ(s.compare.numbers->rows[1].tau, 0.25);
    EXPECT_FALSE(s.compare.numbers->rows[0].tau);
    EXPECT_FALSE(asks_meaning(update(s, {"numbers"})));
    EXPECT_TRUE(asks_meaning(update(s, {"view-step"}))); // the rest is given up
    EXPECT_TRUE(s.compare.asked_meaning.empty());
    update(s, {"view-compare"}); // what was measured is known
    EXPECT_EQ(s.compare.panels[1].figure.meaning->gradient->mean, 0.25);
    EXPECT_EQ(s.compare.asked_meaning.size(), panels.size() - 1);
}

TEST(PanelMeanings, AnotherInputForgetsThemAndGivesUpWhatIsUnderWay) {
    AppState s = compare_test::with_family();
    update(s, {"view-compare"});
    compare_test::answer_all(s);
    const auto asked = s.compare.asked_meaning;
    apply(s, PanelMeasured{asked[0], measured()});
    EXPECT_TRUE(asks_meaning(update(s, {"type", "4 May 1988"})));
    EXPECT_TRUE(s.compare.asked_meaning.empty());
    for (const PanelState& panel : s.compare.panels) EXPECT_TRUE(panel.waiting);
}

TEST(PanelMeanings, OfAModelWithoutWeightsThereIsNone) {
    AppState s = compare_test::with_family();
    s.settings.compared = {"none", "additive"};
    update(s, {"view-compare"});
    for (const PanelState& panel : std::vector(s.compare.panels)) {
        PanelFinished event = compare_test::finished(panel.order);
        if (panel.order.key == "none") {
            auto blind = std::make_shared<Trace>(*event.run.trace);
            blind->erase(Quantity::Weights);
            event.run.trace = blind;
        }
        apply(s, event);
    }
    ASSERT_TRUE(panel_of(s, "none").figure.meaning);
    EXPECT_EQ(panel_of(s, "none").figure.meaning->none, "This model has no weights.");
    EXPECT_EQ(s.compare.asked_meaning.size(), 1u);
}

struct PanelTaus : testing::Test {
    ComparedRuns program{"reverse"};
    AppState& s = program.s;
    PanelTaus() {
        program.open("reverse/additive");
        s.settings.compared = {"additive", "general"};
        program.give("type", "decode");
        program.give("view-compare");
    }
    const PanelMeaning& meaning(const std::string& key) const { return *panel_of(s, key).figure.meaning; }
};

TEST_F(PanelTaus, TheNumberIsTheOneOfStep) {
    for (const char* key : {"additive", "general"}) {
        const PanelState& panel = panel_of(s, key);
        const auto own =
            analysis::meaning::measure_sentence(program.model_of(panel.order), *panel.figure.trace);
        EXPECT_EQ(meaning(key).gradient, own.gradient_mean) << key;
        EXPECT_EQ(meaning(key).left_out, own.left_out_mean) << key;
        EXPECT_FALSE(meaning(key).other_run);
        EXPECT_TRUE(panel_figures(s)[static_cast<std::size_t>(place_of(s, key))].meaning->opens);
    }
    program.give("compare-meaning", "", 0, place_of(s, "additive"));
    ASSERT_TRUE(shows_meaning(s));
    EXPECT_TRUE(s.compare.panels.empty());
    const std::atomic<bool> go_on{false};
    Engine engine;
    engine.run = [](const Model& model, const Request& request, const std::atomic<bool>& cancelled) {
        return std::make_shared<const Trace>(decode::run(model, request, &cancelled));
    };
    apply(s, WorkDone{"meaning", meaning_job(s)(engine, go_on), ""});
    ASSERT_TRUE(meaning_board(s));
    update(s, {"view-compare"});
    program.settle();
    EXPECT_EQ(meaning("additive").gradient, s.meaning.sentence->gradient_mean);
}

TEST_F(PanelTaus, OtherWeightsDoNotChangeItAndThatIsSaid) {
    const PanelMeaning before = meaning("general");
    program.give("set-temperature", "", 2.5);
    EXPECT_TRUE(meaning("general").other_run);
    const auto& panel = panel_of(s, "general");
    if (panel.figure.trace->target_text == "edoced") { // the same tokens are written
        EXPECT_EQ(meaning("general").gradient, before.gradient);
    }
    const auto own = analysis::meaning::own_weights(panel.figure.trace->request);
    const Model& model = program.model_of(panel.order);
    EXPECT_EQ(meaning("general").gradient,
              analysis::meaning::measure_sentence(model, decode::run(model, own)).gradient_mean);
}

TEST_F(PanelTaus, OverSharedStatesOnlyTheModelsOwnWeightsAreMeasured) {
    program.give("compare-shared");
    s.settings.compared = {"additive", "dot"};
    program.give("numbers");
    EXPECT_TRUE(meaning("additive").gradient);
    EXPECT_FALSE(meaning("dot").gradient);
    EXPECT_FALSE(meaning("dot").none.empty());
    program.give("compare-meaning", "", 0, place_of(s, "dot"));
    EXPECT_TRUE(s.comparing()) << "nothing to open";
}

TEST_F(PanelTaus, TheSecondOfTwoInputsOpensWithItsText) {
    program.give("compare-inputs");
    program.give("compare-other-input", "secret");
    EXPECT_TRUE(panel_figures(s)[1].meaning->opens);
    program.give("compare-meaning", "", 0, 1);
    EXPECT_EQ(s.input, "secret");
    EXPECT_TRUE(shows_meaning(s));
}

TEST_F(PanelTaus, WhatStepCannotShowDoesNotOpen) {
    program.give("rows-forced");
    EXPECT_TRUE(meaning("additive").gradient);
    EXPECT_FALSE(panel_figures(s)[0].meaning->opens) << "its output was given";
    program.give("compare-meaning", "", 0, 0);
    EXPECT_TRUE(s.comparing());
}

TEST_F(PanelTaus, AnotherModelOfTheFamilyIsOpened) {
    const EffectList effects = update(s, {"compare-meaning", "", 0, place_of(s, "general")});
    EXPECT_TRUE(std::any_of(effects.begin(), effects.end(), [](const Effect& e) {
        return e.kind == Effect::Kind::LoadModel && e.text == "reverse/general";
    }));
    EXPECT_TRUE(s.meaning.shown);
}

TEST_F(PanelTaus, TheCellIsAButtonThatSaysWhatWasMeasured) {
    const auto metrics = paper_metrics();
    FigureStyle style;
    style.metrics = metrics.get();
    const auto panels = panel_figures(s);
    const Scene side = compare_side(panels, compare_options(s), 420, 900, style);
    const auto found = std::find_if(side.picks.begin(), side.picks.end(), [](const Pick& pick) {
        return pick.id.kind == PickKind::Button && pick.id.name == "meaning";
    });
    ASSERT_NE(found, side.picks.end());
    EXPECT_EQ(compared::text_in(side, *found), tau_number(meaning("additive").gradient->mean));
    EXPECT_NE(found->tooltip.find("gradient × input"), std::string::npos);
    EXPECT_NE(found->tooltip.find("95% interval"), std::string::npos);
    const auto command = compare_press(found->id, found->id.k, -1, 1);
    ASSERT_TRUE(command);
    EXPECT_EQ(command->id, "compare-meaning");
    EXPECT_EQ(command->i, found->id.k);
}

} // namespace
} // namespace heed
