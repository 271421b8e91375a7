// Weights that were computed elsewhere, opened in the place of a model.
#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/session/state_json.h"
#include "tests/app/state/opening_samples.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;
using namespace opening_test;

AppState with_maps() {
    AppState s = with_dates();
    update(s, {"clear"});
    update(s, {"load", "/home/ana/attn.npz"});
    LoadedModel loaded;
    for (const char* name : {"head 1", "head 2"}) {
        auto map = std::make_shared<Trace>();
        const Trace run = sample_trace(5, 3);
        map->model.name = name;
        map->model.architecture = "weights";
        map->source = run.source;
        map->steps = run.steps;
        map->source_text = name;
        map->set(Quantity::Weights, 0, run.at(Quantity::Weights));
        loaded.maps.push_back(map);
    }
    loaded.opened_from = "/home/ana/attn.npz";
    apply(s, ModelLoaded{s.opening, s.opening_with, loaded});
    return s;
}

TEST(Opening, WeightsComputedElsewhereTakeThePlaceOfAModel) {
    AppState s = with_maps();
    EXPECT_TRUE(s.weights_only());
    EXPECT_FALSE(s.model);
    EXPECT_EQ(s.trace, s.maps[0].run);
    EXPECT_EQ(s.input, "head 1");
    EXPECT_EQ(s.settings.input, "3 March 1987"); // for the next model
    EXPECT_EQ(s.settings.recent.front(), "/home/ana/attn.npz");
    EXPECT_FALSE(is_enabled(command_info("play"), s));
    EXPECT_TRUE(is_enabled(command_info("export"), s));
    update(s, {"next-map"});
    update(s, {"next-map"}); // there is no third
    EXPECT_EQ(s.trace, s.maps[1].run);
    EXPECT_EQ(state_to_json(s)["maps"]["chosen"], 1);
}

// Opening them is a step like another: undo brings the model back, redo the weights.
TEST(Opening, WeightsAreAStepOfTheHistory) {
    AppState s = with_maps();
    ASSERT_EQ(s.history.steps.size(), 2u);
    EXPECT_EQ(s.history.steps.back().name, "Opened attn.npz");
    update(s, {"next-map"});
    EXPECT_EQ(s.history.steps.size(), 2u);
    ASSERT_TRUE(asks(update(s, {"undo"}), Kind::LoadModel));
    EXPECT_EQ(s.opening, "dates");
    LoadedModel dates;
    dates.model = some_model();
    dates.facts.task = "dates";
    apply(s, ModelLoaded{s.opening, s.opening_with, dates});
    EXPECT_EQ(s.input, "3 March 1987");
    EXPECT_EQ(s.history.now, 0);
    EXPECT_EQ(s.history.steps.size(), 2u);
    ASSERT_TRUE(asks(update(s, {"redo"}), Kind::LoadModel));
    EXPECT_EQ(s.opening, "/home/ana/attn.npz");
    LoadedModel maps;
    maps.maps.push_back(std::make_shared<Trace>(*with_maps().maps[0].run));
    maps.opened_from = "/home/ana/attn.npz";
    apply(s, ModelLoaded{s.opening, s.opening_with, maps});
    EXPECT_TRUE(s.weights_only());
    EXPECT_EQ(s.input, "head 1");
    EXPECT_EQ(s.settings.input, "3 March 1987");
    EXPECT_EQ(s.history.now, 1);
    EXPECT_EQ(s.history.steps.size(), 2u);
}

TEST(Opening, WeightsLeaveNothingStandingOfTheModelBefore) {
    AppState s = with_maps();
    s.toasts.push_back({s.next_toast++, false, "Opened model.pt", "all known", s.clock + 8, "report"});
    s.toasts.push_back({s.next_toast++, false, "Saved map.pdf", "", s.clock + 8});
    update(s, {"load", "/home/ana/other.npz"});
    LoadedModel maps;
    maps.maps.push_back(std::make_shared<Trace>(*s.maps[0].run));
    maps.opened_from = "/home/ana/other.npz";
    apply(s, ModelLoaded{s.opening, s.opening_with, maps});
    bool reports = false, saved = false;
    for (const Toast& toast : s.toasts) {
        reports = reports || toast.action == "report"; // there is none that its button could open
        saved = saved || toast.title == "Saved map.pdf";
    }
    EXPECT_FALSE(reports);
    EXPECT_TRUE(saved);
}

TEST(Opening, MapsAreComparedWithoutAnythingBeingRun) {
    AppState s = with_maps();
    EXPECT_FALSE(asks(update(s, {"view-compare"}), Kind::Run));
    ASSERT_EQ(s.compare.panels.size(), 2u);
    EXPECT_FALSE(s.compare.panels[1].waiting);
    EXPECT_EQ(s.compare.panels[1].figure.trace, s.maps[1].alone);
    EXPECT_EQ(s.compare.panels[1].figure.title, "head 2");
    const CompareNumbers numbers = compare_numbers(panel_figures(s));
    EXPECT_FALSE(numbers.rows[0].log_prob);
    EXPECT_TRUE(numbers.rows[0].entropy);
    EXPECT_TRUE(numbers.divergence[1]);
    update(s, {"compare-open", "", 0, 1});
    EXPECT_EQ(s.view, "step");
    EXPECT_EQ(s.map, 1);
}

TEST(Opening, AModelAfterMapsBringsTheOldInputBack) {
    AppState s = with_maps();
    update(s, {"load", "dates"});
    LoadedModel loaded;
    loaded.model = some_model();
    loaded.facts.task = "dates";
    const EffectList effects = apply(s, ModelLoaded{s.opening, s.opening_with, loaded});
    EXPECT_FALSE(s.weights_only());
    EXPECT_TRUE(asks(effects, Kind::Run));
    EXPECT_NE(s.input, "head 1");
    EXPECT_FALSE(s.trace); // the map is no run of it
}

} // namespace
} // namespace heed
