// A long run: a part of it beside a picture of the whole.
#include "app/figures/maps/part.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/seq2seq/network/whole.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed {
namespace {

const Trace& long_run(int length, int outputs) {
    static std::map<std::pair<int, int>, Trace> made;
    auto found = made.find({length, outputs});
    if (found == made.end()) {
        SampleOptions options;
        options.words = true;
        options.embedding = options.hidden = options.state = options.attention = 8;
        found = made.emplace(std::pair{length, outputs}, sample_trace(length, outputs, options)).first;
    }
    return found->second;
}

struct NetworkZoom : FigureTest {
    NetworkSettings settings;
    NetworkZoom() { settings.overview = true; }
    static Playhead at(const Trace& trace, const PhaseInfo& phase, int i) {
        return {.at = at_of(trace.outline, {phase, 0}, i)};
    }
    /// As the window does it: the whole map as it lies in memory.
    void know(const Trace& trace) {
        settings.whole = whole_run(trace, std::shared_ptr<const void>(&trace, [](const void*) {}));
    }
};

TEST_F(NetworkZoom, WhatFitsHasNoPictureOfTheWhole) {
    EXPECT_FALSE(network_layout(long_run(13, 11), {}, settings).zoomed);
    EXPECT_FALSE(network_layout(long_run(40, 38), {}, settings).zoomed);
    EXPECT_TRUE(network_layout(long_run(500, 533), {}, settings).zoomed);
    EXPECT_TRUE(network_layout(long_run(12, 300), {}, settings).zoomed);
}

TEST_F(NetworkZoom, InAndOutByTheSameNotchesGivesBackTheWindow) {
    const Trace& trace = long_run(500, 533);
    const Playhead head = at(trace, seq2seq::Softmax, 355);
    for (const float type : {1.0f, 1.5f})
        for (const float start : {0.1f, 0.4f, 1.0f, 1.8f})
            for (const Point point : {Point{300, 600}, {160, 420}, {900, 740}, {500, 100}}) {
                settings.type = type;
                settings.zoom = {start, false, 300, 320};
                const NetworkLayout before = network_layout(trace, head, settings);
                for (int n = 0; n < 6; ++n)
                    settings.zoom =
                        zoom_about(trace, head, settings,
                                   network_layout(trace, head, settings).scale * zoom_notch, point);
                const NetworkLayout closer = network_layout(trace, head, settings);
                EXPECT_GT(closer.window.cell.width, 1.5f * before.window.cell.width);
                for (int n = 0; n < 6; ++n)
                    settings.zoom =
                        zoom_about(trace, head, settings,
                                   network_layout(trace, head, settings).scale / zoom_notch, point);
                const NetworkLayout after = network_layout(trace, head, settings);
                EXPECT_NEAR(after.scale, before.scale, 1e-3f * before.scale);
                EXPECT_NEAR(after.window.column, before.window.column, 0.05f) << start << " " << point.x;
                EXPECT_NEAR(after.window.row, before.window.row, 0.05f) << start << " " << point.y;
            }
}

TEST_F(NetworkZoom, TheCellUnderThePointerStays) {
    const Trace& trace = long_run(500, 533);
    const Playhead head = at(trace, seq2seq::Softmax, 355);
    const Point point{500, 600};
    const auto column_under = [&] {
        const NetworkLayout now = network_layout(trace, head, settings);
        return now.window.column + (point.x - now.cells.x) / now.window.cell.width;
    };
    settings.zoom = {0.3f, false, 100, 100};
    const float before = column_under();
    for (int n = 0; n < 8; ++n) {
        settings.zoom = zoom_about(trace, head, settings,
                                   network_layout(trace, head, settings).scale * zoom_notch, point);
        EXPECT_NEAR(column_under(), before, 0.05f);
    }
}

TEST_F(NetworkZoom, TheNewestOutputIsInViewWhileItIsFollowed) {
    const Trace& trace = long_run(500, 533);
    for (const float scale : {0.0f, 0.05f, 0.4f, 1.4f, 3.0f, 9.0f})
        for (const int output : {0, 1, 17, 200, 355, 531, 532})
            for (const float width : {684.0f, 1240.0f, 3480.0f}) {
                settings.width = width;
                settings.zoom.scale = scale;
                const Playhead head = at(trace, seq2seq::Softmax, output);
                const NetworkLayout layout = network_layout(trace, head, settings);
                EXPECT_LE(layout.window.row, static_cast<float>(output) + 0.01f);
                EXPECT_GE(layout.window.row + layout.window.rows, static_cast<float>(output) + 0.99f);
                // So is its state.
                bool state = false;
                if (layout.window.cell.width < 17) continue;
                const Scene scene = network_figure(trace, head, settings, style);
                for (const Pick& pick : scene.picks)
                    state =
                        state || (pick.id.kind == PickKind::State && pick.id.i == output &&
                                  pick.box.centre().x > 144 && pick.box.centre().x < layout.cells.x + width);
                EXPECT_TRUE(state) << output << " at " << scale;
            }
}

TEST_F(NetworkZoom, EveryStopIsSoundAtEverySize) {
    const Trace& trace = long_run(500, 533);
    for (const bool known : {false, true})
        for (const auto& [width, height] :
             {std::pair{684.0f, 448.0f}, {920.0f, 608.0f}, {1240.0f, 808.0f}, {2200.0f, 1248.0f}})
            for (const float scale : {0.0f, 0.01f, 0.3f, 1.0f, 2.5f, 6.0f})
                for (const int output : {-1, 0, 355, 532}) {
                    settings = {.width = width, .height = height, .overview = true};
                    settings.zoom = {scale, output % 2 == 0, 123.4f, 56.7f};
                    if (known) know(trace);
                    const Playhead head =
                        output < 0 ? Playhead{.at = 40} : at(trace, seq2seq::Softmax, output);
                    const Scene scene = network_figure(trace, head, settings, style);
                    SCOPED_TRACE(std::to_string(width) + " scale " + std::to_string(scale) + " output " +
                                 std::to_string(output));
                    EXPECT_EQ(unsound(scene), "");
                    EXPECT_EQ(outside(scene, *metrics), "");
                    EXPECT_EQ(overlapping(scene, *metrics), "");
                }
}

TEST_F(NetworkZoom, AFrameHoldsNoMoreForALongerRun) {
    constexpr std::size_t most = 6000; // items, and picks
    for (const int length : {500, 2000}) {
        const Trace& trace = long_run(length, length);
        know(trace);
        for (const float scale : {0.0f, 0.001f, 0.05f, 0.3f, 1.0f, 3.0f, 9.0f})
            for (const int output : {0, length / 2, length - 1}) {
                settings.zoom.scale = scale;
                const Scene scene =
                    network_figure(trace, at(trace, seq2seq::Softmax, output), settings, style);
                EXPECT_LE(scene.items.size(), most) << length << " at " << scale;
                EXPECT_LE(scene.picks.size(), most) << length << " at " << scale;
            }
    }
}

TEST_F(NetworkZoom, WhatIsOutOfSightIsSaid) {
    const Trace& trace = long_run(500, 533);
    Playhead head = at(trace, seq2seq::Softmax, 355);
    settings.zoom = {1.4f, false, 200, 340};
    const Scene scene = network_figure(trace, head, settings, style);
    const NetworkLayout layout = network_layout(trace, head, settings);
    const auto& weights = trace.at(Quantity::Weights);
    int left = 0, right = 0;
    for (const Pick& pick : scene.picks) {
        if (pick.tooltip.find("out of sight") == std::string::npos) continue;
        Eigen::Index strongest = 0;
        if (pick.box.centre().x < layout.cells.x) {
            ++left;
            weights.col(355).head(200).maxCoeff(&strongest);
            EXPECT_EQ(pick.id.j, strongest);
        } else {
            ++right;
            const auto from = static_cast<Eigen::Index>(std::lround(200 + layout.window.columns));
            weights.col(355).tail(500 - from).maxCoeff(&strongest);
            EXPECT_EQ(pick.id.j, from + strongest);
        }
    }
    EXPECT_EQ(left, 1);
    EXPECT_EQ(right, 1);
}

TEST_F(NetworkZoom, RowsAndColumnsAreNumbered) {
    const Trace& trace = long_run(500, 533);
    settings.zoom = {1.4f, false, 320, 340};
    const Scene scene = network_figure(trace, at(trace, seq2seq::Softmax, 355), settings, style);
    std::set<std::string> words;
    for (const TextItem* text : items_of<TextItem>(scene)) words.insert(text->text);
    for (const char* number : {"341", "350", "356", "325", "330", "340"})
        EXPECT_TRUE(words.contains(number)) << number;
    EXPECT_TRUE(words.contains("Whole map"));
}

TEST_F(NetworkZoom, ALargeCanvasIsFilledWithLargerType) {
    const Trace& trace = long_run(13, 11);
    EXPECT_FLOAT_EQ(type_scale(trace, settings), 1);
    for (const auto& [width, height] : {std::pair{2200.0f, 1248.0f}, {3480.0f, 1968.0f}}) {
        settings.width = width;
        settings.height = height;
        settings.type = type_scale(trace, settings);
        EXPECT_GT(settings.type, 1.3f);
        const Scene scene = network_figure(trace, at(trace, seq2seq::Softmax, 6), settings, style);
        EXPECT_EQ(unsound(scene), "");
        EXPECT_EQ(outside(scene, *metrics), "");
        const NetworkLayout layout = network_layout(trace, at(trace, seq2seq::Softmax, 6), settings);
        EXPECT_GT(layout.cells.bottom(), 0.85f * height);
        EXPECT_GT(layout.cells.w, 0.5f * width);
    }
}

TEST_F(NetworkZoom, ThirtyColumnsHaveTheirCellsInTheUsualCanvas) {
    for (int length = 3; length <= 31; ++length)
        EXPECT_TRUE(network_layout(long_run(length, 12), {}, settings).full) << length;
}

TEST_F(NetworkZoom, RowsHaveLabelsInTheSmallestWindow) {
    settings.width = 960;
    settings.height = 448;
    const Trace trace = sample_trace(13, 11);
    const Scene scene = network_figure(trace, {.at = trace.outline.total()}, settings, style);
    int labels = 0;
    const NetworkLayout layout = network_layout(trace, {}, settings);
    for (const TextItem* text : items_of<TextItem>(scene))
        labels += text->align == Align::Right && text->at.y > layout.cells.y &&
                  text->at.y < layout.cells.bottom() && text->at.x < layout.cells.x;
    EXPECT_EQ(labels, 11);
}

// --------------------------------------------------------------------------------------------- a map of a
// file

TEST_F(NetworkZoom, AnEnlargedMapIsZoomedInTheSameWay) {
    const Trace& trace = long_run(2000, 2000);
    LabelledMap labels;
    for (int k = 0; k < 2000; ++k) {
        labels.rows.push_back({"out" + std::to_string(k)});
        labels.columns.push_back({"in" + std::to_string(k)});
    }
    MapSettings map;
    map.width = 1208;
    map.height = 784;
    map.card = map.overview = true;
    map.values = whole_run(trace, std::shared_ptr<const void>(&trace, [](const void*) {}))->weights;
    EXPECT_TRUE(map_part(2000, 2000, map).zoomed);
    EXPECT_TRUE(map_part(2000, 2000, map).all);
    EXPECT_FALSE(map_part(12, 9, map).zoomed);
    for (const float scale : {0.0f, 0.02f, 0.3f, 1.0f, 4.0f, 9.0f})
        for (const int row : {-1, 700}) {
            map.zoom = {scale, false, 690, 690};
            map.row = map.column = row;
            const MapPart part = map_part(2000, 2000, map);
            const Scene scene = part_figure(labels, part, map, style);
            EXPECT_EQ(unsound(scene), "");
            EXPECT_EQ(outside(scene, *metrics), "");
            EXPECT_LE(scene.items.size(), 3000u);
            EXPECT_LE(scene.picks.size(), 10u);
        }
    map.zoom = {0.3f, false, 690, 690};
    const MapPart before = map_part(2000, 2000, map);
    for (const float way : {zoom_notch, zoom_notch, 1 / zoom_notch, 1 / zoom_notch})
        map.zoom = zoom_about(2000, 2000, map, map_part(2000, 2000, map).scale * way, {600, 400});
    const MapPart after = map_part(2000, 2000, map);
    EXPECT_NEAR(after.window.column, before.window.column, 0.05f);
    EXPECT_NEAR(after.window.row, before.window.row, 0.05f);
    const Scene scene = part_figure(labels, after, map, style);
    const Pick* cell = scene.hit({600, 400});
    ASSERT_TRUE(cell);
    EXPECT_EQ(cell->at({600, 400}).i,
              static_cast<int>(after.window.row + (400 - after.cells.y) / after.window.cell.height));
}

} // namespace
} // namespace heed
