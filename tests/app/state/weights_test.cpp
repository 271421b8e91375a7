// One map of a file or all of them.
#include "app/state/weights/weights.h"

#include "app/export/export.h"
#include "app/state/session/state_json.h"
#include "app/state/update.h"
#include "core/trace/given_facts.h"
#include "tests/support/samples/sample_maps.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace heed {
namespace {

AppState opened(const std::vector<std::shared_ptr<const Trace>>& runs) {
    AppState s;
    update(s, {"load", "/home/ana/file.json"});
    LoadedModel loaded;
    loaded.maps = runs;
    loaded.opened_from = "/home/ana/file.json";
    apply(s, ModelLoaded{s.opening, s.opening_with, loaded});
    return s;
}

AppState layers_of_heads() { return opened({sample_maps(3, 4)}); }

TEST(Weights, AFileOfLayersAndHeadsOffersEachOfThem) {
    AppState s = layers_of_heads();
    ASSERT_EQ(s.maps.size(), 12u);
    EXPECT_FALSE(shows_all_maps(s));
    EXPECT_EQ(s.trace, s.maps[0].alone);
    update(s, {"choose-map", "", 0, 7});
    EXPECT_EQ(s.trace->at(Quantity::Weights), s.maps[7].run->at(Quantity::Weights, 1, 3));
    EXPECT_EQ(s.facts.name, "file, layer 2, head 4");
    EXPECT_EQ(s.input, s.maps[0].run->source_text);
}

TEST(Weights, WhatTheAxesMayBeAsWellIsOffered) {
    Trace run = *sample_maps(2, 3);
    run.model.edit<GivenFacts>() = {{}, {}, 0, "LHTS", {"BHTS", "TS", "LTHS", "LTBS"}};
    AppState s = opened({std::make_shared<const Trace>(std::move(run))});
    const auto readings = other_readings(s);
    ASSERT_EQ(readings.size(), 3u); // of another number of axes none
    EXPECT_EQ(readings[0].label, "Axis 1: batch");
    EXPECT_EQ(readings[1].label, "Axis 2: outputs");
    EXPECT_EQ(readings[2].label, "Axis 2: outputs (LTBS)");
    EXPECT_EQ(readings[0].words,
              "Reads the file again as batch × heads × outputs × source tokens; now layers × "
              "heads × outputs × source tokens");
    Command answer{"load-axes", s.model_name};
    answer.family = readings[0].axes;
    update(s, answer);
    EXPECT_EQ(s.opening, "/home/ana/file.json");
    EXPECT_EQ(s.opening_with.axes, "BHTS");
    EXPECT_TRUE(other_readings(layers_of_heads()).empty());
}

TEST(Weights, AStartInPlaceOfAnEndIsOffered) {
    Trace run = *sample_maps(1, 1);
    run.model.edit<GivenFacts>().may_start = true;
    AppState s = opened({std::make_shared<const Trace>(std::move(run))});
    const auto readings = other_readings(s);
    ASSERT_EQ(readings.size(), 1u);
    EXPECT_EQ(readings[0].label, "First: a start");
    update(s, {"load-start", s.model_name});
    EXPECT_TRUE(s.opening_with.start);
}

TEST(Weights, AllMapsAndBackKeepWhatIsMarkedAndWhereItHasScrolled) {
    AppState s = layers_of_heads();
    update(s, {"all-maps"});
    EXPECT_TRUE(shows_all_maps(s));
    update(s, {"maps-scroll", "", 0, 0, 120});
    update(s, {"select-row", "", 0, 2});
    update(s, {"enlarge-map", "", 0, 5});
    EXPECT_FALSE(shows_all_maps(s));
    EXPECT_EQ(s.map, 5);
    EXPECT_EQ(s.selection.row, 2);
    update(s, {"clear"}); // Esc
    EXPECT_TRUE(shows_all_maps(s));
    EXPECT_FALSE(s.weights.follow); // it lies where it was
    EXPECT_EQ(s.weights.scroll_y, 120);
    EXPECT_EQ(s.selection.row, 2);
    EXPECT_EQ(s.map, 5);
    update(s, {"clear"});
    EXPECT_TRUE(shows_all_maps(s));
    EXPECT_EQ(s.selection.row, -1);
    update(s, {"one-map"});
    update(s, {"clear"}); // it was not enlarged: there is nothing to go back to
    EXPECT_FALSE(shows_all_maps(s));
}

TEST(Weights, TheChosenMapIsInSightWhenTheyAreFirstShown) {
    AppState s = layers_of_heads();
    update(s, {"choose-map", "", 0, 3});
    update(s, {"all-maps"});
    EXPECT_TRUE(s.weights.follow);
    update(s, {"maps-scroll", "", 0, 0, 40}); // as the view answers
    EXPECT_FALSE(s.weights.follow);
    update(s, {"enlarge-map"});
    update(s, {"next-map"});
    update(s, {"clear"});
    EXPECT_TRUE(s.weights.follow); // another than the one that was enlarged
}

TEST(Weights, TheCellThatWasClickedStaysMarked) { // 5 source tokens, 4 outputs
    AppState s = layers_of_heads();
    update(s, {"all-maps"});
    update(s, {"select-row", "", 0, 2});
    update(s, {"enlarge-map", "", 0, 6, 1 * 5 + 3});
    EXPECT_EQ(s.map, 6);
    EXPECT_EQ(s.selection, (Pointing{.column = 3, .row = 1}));
    update(s, {"clear"});
    EXPECT_EQ(grid_cell(s), (GridCell{-1, 1, 3}));
    update(s, {"enlarge-map", "", 0, 6, 1 * 5 + 3}); // and once more
    EXPECT_EQ(s.selection, (Pointing{.column = 3, .row = 1}));
    update(s, {"clear"});
    update(s, {"enlarge-map", "", 0, 2, 1000});
    EXPECT_EQ(s.selection, (Pointing{.column = 3, .row = 1})); // there is no such cell
}

TEST(Weights, ArrowsWalkOverTheMapsAsTheyStand) {
    AppState s = layers_of_heads();
    update(s, {"all-maps"});
    const auto press = [&](const char* chord) {
        const CommandInfo* command = command_for(chord, s, false);
        ASSERT_TRUE(command) << chord;
        update(s, {command->id});
    };
    press("Right");
    EXPECT_EQ(s.map, 1);
    EXPECT_TRUE(s.weights.follow); // the view brings it into sight
    press("Up");                   // the next layer: they are stacked
    EXPECT_EQ(s.map, 5);
    press("Down");
    press("Down");
    EXPECT_EQ(s.map, 1);
    press("Left");
    press("Left");
    EXPECT_EQ(s.map, 0);
    press("PageDown");
    EXPECT_EQ(s.map, 1);
    press("Enter");
    EXPECT_FALSE(shows_all_maps(s));
    EXPECT_EQ(s.map, 1);
    press("G");
    EXPECT_TRUE(shows_all_maps(s));
    press("G");
    EXPECT_FALSE(shows_all_maps(s));
    EXPECT_EQ(command_for("Down", s, false)->id, "next-column");
}

TEST(Weights, SentencesStandFromTheTop) {
    AppState s = opened(sample_sentences(6));
    update(s, {"all-maps"});
    update(s, {"select-row", "", 0, 1});
    update(s, {"map-down"});
    EXPECT_EQ(s.map, 2);            // wide ones: two in a row
    EXPECT_EQ(s.selection.row, -1); // other words stand there
    update(s, {"map-up"});
    EXPECT_EQ(s.map, 0);
}

TEST(Weights, WhatIsPointedAtIsThePointersElseTheChosen) {
    AppState s = layers_of_heads();
    update(s, {"all-maps"});
    update(s, {"select-row", "", 0, 2});
    EXPECT_EQ(grid_cell(s), (GridCell{-1, 2, -1}));
    update(s, {"hover", "", 6, 3, 1}); // map 6, column 3, row 1
    EXPECT_EQ(grid_cell(s), (GridCell{6, 1, 3}));
    update(s, {"hover", "", -1, -1, -1});
    EXPECT_EQ(grid_cell(s), (GridCell{-1, 2, -1}));
}

TEST(Weights, KeysMeanOneThingAndStatesSayIt) {
    AppState s = layers_of_heads();
    for (const bool all : {false, true}) {
        update(s, {all ? "all-maps" : "one-map"});
        std::set<std::string_view> first;
        for (const CommandInfo& info : commands())
            for (const auto key : info.keys) {
                const bool again = is_enabled(info, s) && info.first && !first.insert(key).second;
                EXPECT_FALSE(again) << key;
            }
        EXPECT_EQ(state_to_json(s)["maps"]["all"], all);
    }
    update(s, {"maps-scroll", "", 0, 30, 40});
    EXPECT_EQ(state_to_json(s)["maps"]["scroll"], (std::vector<float>{30, 40}));
    const Command enlarge{"enlarge-map", "", 0, 3};
    EXPECT_EQ(command_to_json(enlarge).dump(), R"({"command":"enlarge-map","map":3})");
    EXPECT_EQ(command_from_json(command_to_json(enlarge)).i, 3);
}

TEST(Weights, AnotherFileBeginsWithOneMapAndOneMapHasNoSwitch) {
    AppState s = layers_of_heads();
    update(s, {"all-maps"});
    update(s, {"load", "/home/ana/one.json"});
    LoadedModel loaded;
    loaded.maps = {sample_maps(1, 1)};
    apply(s, ModelLoaded{s.opening, s.opening_with, loaded});
    EXPECT_EQ(s.weights, WeightsState{});
    update(s, {"all-maps"});
    update(s, {"enlarge-map", "", 0, 0});
    EXPECT_EQ(s.weights, WeightsState{});
    EXPECT_FALSE(is_enabled(command_info("all-maps"), s));
}

TEST(Weights, WhatIsExportedIsWhatIsShown) {
    AppState s = layers_of_heads();
    const auto metrics = paper_metrics();
    const auto maps_drawn = [&] {
        const Picture picture = export_picture(s, s.exporting, *metrics);
        return std::count_if(picture.scene.picks.begin(), picture.scene.picks.end(),
                             [](const Pick& pick) { return pick.id.name == "map"; });
    };
    update(s, {"all-maps"});
    update(s, {"export"});
    EXPECT_EQ(s.exporting.figure, "grid");
    EXPECT_EQ(maps_drawn(), 12);
    update(s, {"export-figure", "heatmap"});
    EXPECT_EQ(maps_drawn(), 0);
    update(s, {"export-figure", "compare"});
    EXPECT_EQ(s.exporting.figure, "heatmap"); // that is another workspace's
    update(s, {"export-figure", "grid"});
    update(s, {"close-dialog"});
    update(s, {"one-map"});
    update(s, {"export"});
    EXPECT_EQ(s.exporting.figure, "heatmap");
    s.exporting.figure = "network"; // of the model before
    update(s, {"export"});
    EXPECT_EQ(s.exporting.figure, "heatmap");
}

TEST(Weights, CompareOpensAMapByItself) {
    AppState s = layers_of_heads();
    update(s, {"all-maps"});
    update(s, {"view-compare"});
    EXPECT_FALSE(shows_all_maps(s));
    ASSERT_GE(s.compare.panels.size(), 4u);
    update(s, {"compare-open", "", 0, 3});
    EXPECT_EQ(s.view, "step");
    EXPECT_EQ(s.map, 3);
    EXPECT_FALSE(shows_all_maps(s));
}

} // namespace
} // namespace heed
