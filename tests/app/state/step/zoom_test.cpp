#include "app/state/step/zoom.h"

#include "app/state/commands/command.h"
#include "app/state/states/states.h"
#include "app/state/step/what_if.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

struct Zoom : testing::Test {
    AppState s;
    Zoom() {
        SampleOptions options;
        options.words = true;
        options.embedding = options.hidden = options.state = options.attention = 8;
        static const auto run = std::make_shared<const Trace>(sample_trace(300, 320, options));
        s.trace = run;
        s.input = "words";
        s.playback.at = at_of(run->outline, {seq2seq::Softmax, 0}, 200);
        s.settings.reduced_motion = true;
    }
    MapInView view() const { return *map_in_view(s); }
    void scroll_to(double column, double row) {
        Command command{"map-scroll-to"};
        command.x = column;
        command.y = row;
        update(s, command);
    }
};

TEST_F(Zoom, TheNewestIsFollowedUntilTheFrameIsMovedAndAgainOnWish) {
    const MapWindow followed = view().window;
    EXPECT_LE(followed.row, 200);
    EXPECT_GE(followed.row + followed.rows, 201);
    scroll_to(3, 5);
    EXPECT_FALSE(s.zoom.now.following);
    EXPECT_FLOAT_EQ(view().window.column, 3);
    EXPECT_FLOAT_EQ(view().window.row, 5);
    update(s, {"step"});
    EXPECT_FLOAT_EQ(view().window.row, 5); // playing does not pull it along any more
    update(s, {"map-follow"});
    EXPECT_GE(view().window.row + view().window.rows, 201);
    EXPECT_LE(view().window.row, 201);
}

TEST_F(Zoom, TheWholeAndBack) {
    scroll_to(30, 50);
    const MapInView before = view();
    update(s, {"map-zoom-whole"});
    EXPECT_TRUE(view().all);
    update(s, {"map-zoom-whole"});
    EXPECT_FLOAT_EQ(view().scale, before.scale);
    EXPECT_FLOAT_EQ(view().window.column, 30);
    EXPECT_FLOAT_EQ(view().window.row, 50);
}

TEST_F(Zoom, InAndOutLeadBack) {
    scroll_to(100, 120);
    const MapInView before = view();
    for (int n = 0; n < 4; ++n) update(s, {"map-zoom-in"});
    EXPECT_GT(view().window.cell.width, 1.8f * before.window.cell.width);
    for (int n = 0; n < 4; ++n) update(s, {"map-zoom-out"});
    EXPECT_NEAR(view().scale, before.scale, 1e-3);
    EXPECT_NEAR(view().window.column, 100, 0.5);
    for (int n = 0; n < 40; ++n) update(s, {"map-zoom-out"});
    EXPECT_TRUE(view().all); // not beyond the whole
}

TEST_F(Zoom, WhatIsChosenComesIntoView) {
    scroll_to(0, 0);
    update(s, {"select-column", "", 0, 250});
    update(s, {"select-row", "", 0, 300});
    EXPECT_GE(view().window.column + view().window.columns, 251);
    EXPECT_GE(view().window.row + view().window.rows, 301);
}

TEST_F(Zoom, AZoomIsOnItsWayForAMoment) {
    s.settings.reduced_motion = false;
    scroll_to(10, 10); // a scale is known
    update(s, {"map-zoom-in"});
    EXPECT_TRUE(s.animating());
    EXPECT_NE(shown_zoom(s).scale, s.zoom.now.scale);
    advance(s, 1);
    EXPECT_FALSE(s.animating());
    EXPECT_EQ(shown_zoom(s), s.zoom.now);
    EXPECT_GT(s.zoom.told_until, 0);
}

TEST_F(Zoom, QuickNotchesCountWholeThoughTheFirstIsStillOnItsWay) {
    s.settings.reduced_motion = false;
    scroll_to(10, 10);
    const float before = view().scale;
    for (int n = 0; n < 3; ++n) {
        update(s, {"map-zoom-in"});
        advance(s, 0.016);
    }
    EXPECT_NEAR(aimed_scale(s, view()), before * std::pow(zoom_notch, 3.0f), 1e-3);
    for (int n = 0; n < 20; ++n) {
        update(s, {"map-zoom-out"});
        advance(s, 0.016);
    }
    advance(s, 1);
    EXPECT_TRUE(view().all);
}

TEST_F(Zoom, KeysCountFromWhereTheMapIsGoing) {
    const auto after = [this](bool quick, const char* first, const char* then) {
        s.settings.reduced_motion = !quick;
        s.zoom = {};
        scroll_to(100, 120);
        if (first == std::string_view("map-zoom-whole")) { // there already, and on the way back
            update(s, {"map-zoom-whole"});
            advance(s, 1);
        }
        update(s, {first});
        if (quick) advance(s, 0.016); // a frame of many
        update(s, {then});
        advance(s, 1);
        return view().window;
    };
    for (const char* first : {"map-zoom-in", "map-zoom-whole"})
        for (const char* then : {"map-scroll-left", "map-scroll-down", "map-zoom-out", "map-zoom-whole"}) {
            const MapWindow slow = after(false, first, then), quick = after(true, first, then);
            EXPECT_NEAR(quick.column, slow.column, 1e-2) << first << " " << then;
            EXPECT_NEAR(quick.row, slow.row, 1e-2) << first << " " << then;
            EXPECT_NEAR(quick.columns, slow.columns, 1e-2) << first << " " << then;
        }
}

TEST(ZoomByKeys, KnowsTheRoomThatTheFragilitiesTake) {
    AppState s;
    s.trace = s.baseline = std::make_shared<const Trace>(sample_trace());
    s.model = std::make_shared<Model>();
    s.facts.architecture = "seq2seq";
    s.facts.score = "additive";
    s.input = "3 March 1987";
    s.playback.at = s.trace->outline.total();
    s.settings.reduced_motion = true;
    const std::vector<FragilityMark> marks = fragility_marks(s);
    ASSERT_FALSE(marks.empty());
    const CanvasSize canvas = canvas_size(s);
    NetworkSettings drawn = network_settings(s, canvas.width, canvas.height);
    drawn.fragility = &marks;
    drawn.beside = fragility_room(*s.trace, drawn);
    ASSERT_GT(drawn.beside, 0);
    update(s, {"map-zoom-in"});
    drawn.zoom = shown_zoom(s);
    const NetworkLayout layout = network_layout(*s.trace, playhead_of(s), drawn);
    const MapInView view = *map_in_view(s);
    EXPECT_FLOAT_EQ(view.room.width, layout.room.width);
    EXPECT_FLOAT_EQ(view.window.columns, layout.window.columns);
    EXPECT_FLOAT_EQ(view.scale, layout.scale);
}

TEST_F(Zoom, TheMapUnderTheStatesIsZoomedByTheSameKeys) {
    Paths paths;
    paths.order.trace = s.trace;
    s.states.paths = std::make_shared<const Paths>(paths);
    s.states.shown = true;
    s.model = std::make_shared<Model>();
    ASSERT_TRUE(shows_states(s));
    EXPECT_FALSE(view().all);
    EXPECT_GT(view().whole.h, 0);
    scroll_to(30, 50);
    EXPECT_FLOAT_EQ(view().window.column, 30);
    EXPECT_FLOAT_EQ(view().window.row, 50);
    const float width = view().window.cell.width;
    update(s, {"map-zoom-in"});
    EXPECT_GT(view().window.cell.width, width);
    update(s, {"map-scroll-right"});
    EXPECT_GT(view().window.column, 30);
    update(s, {"map-zoom-whole"});
    EXPECT_TRUE(view().all);
    update(s, {"map-follow"});
    EXPECT_GE(view().window.row + view().window.rows, 201);
}

TEST_F(Zoom, CommandsSurviveARecording) {
    Command command{"map-zoom-to", "", 1.25};
    command.x = 12.5;
    command.y = 3.25;
    const auto json = command_to_json(command);
    EXPECT_EQ(json["scale"], 1.25);
    EXPECT_EQ(json["column"], 12.5);
    EXPECT_EQ(json["row"], 3.25);
    const Command read = command_from_json(json);
    EXPECT_EQ(read.x, 12.5);
    AppState other = s;
    update(s, command);
    update(other, read);
    EXPECT_EQ(s.zoom.now, other.zoom.now);
}

TEST_F(Zoom, NothingIsZoomedWithoutAMap) {
    s.view = "compare";
    EXPECT_FALSE(map_in_view(s));
    update(s, {"map-zoom-in"});
    EXPECT_EQ(s.zoom.now, MapZoom{});
}

} // namespace
} // namespace heed
