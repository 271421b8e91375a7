// The map under the states of a long run: a part of it beside a picture of the whole.
#include "app/figures/states/states.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>
#include <map>

namespace heed {
namespace {

struct States {
    Trace trace;
    StatePath encoder, decoder;
};

const States& run_of(int tokens) {
    static std::map<int, States> made;
    auto found = made.find(tokens);
    if (found == made.end()) {
        SampleOptions options;
        options.words = true;
        options.embedding = options.hidden = options.state = options.attention = 8;
        States run{sample_trace(tokens, tokens, options), {}, {}};
        run.encoder = state_path(run.trace, nullptr, {analysis::StateKind::Annotation, 0});
        run.decoder = state_path(run.trace, nullptr, {analysis::StateKind::Decoder, 0});
        found = made.emplace(tokens, std::move(run)).first;
    }
    return found->second;
}

struct StatesZoom : FigureTest {
    StatesSettings settings;
    StatesZoom() {
        settings.overview = true;
        settings.head_right = 160;
    }
    static Playhead at(const States& run, int output) {
        return {.at = at_of(run.trace.outline, {seq2seq::Softmax, 0}, output)};
    }
    NetworkLayout layout(const States& run, const Playhead& head) const {
        return states_layout(run.trace, head, settings);
    }
};

TEST_F(StatesZoom, WhatDoesNotFitHasAPictureOfTheWhole) {
    for (const int tokens : {5, 12, 60, 200}) {
        const States& run = run_of(tokens);
        const NetworkLayout now = layout(run, at(run, tokens / 2));
        EXPECT_EQ(now.zoomed, tokens > 12) << tokens;
        EXPECT_EQ(now.whole.h > 0, now.zoomed);
        EXPECT_EQ(now.all, !now.zoomed);
        const Scene scene =
            states_figure({run.trace, run.encoder, run.decoder, {}}, at(run, 3), settings, style);
        bool picture = false;
        for (const Pick& pick : scene.picks) picture = picture || pick.id.name == "whole-map";
        EXPECT_EQ(picture, now.zoomed) << tokens;
    }
    settings.overview = false; // on paper
    EXPECT_FALSE(layout(run_of(200), {}).zoomed);
}

TEST_F(StatesZoom, TheNewestOutputIsInViewWhileItIsFollowed) {
    const States& run = run_of(200);
    for (const float scale : {0.0f, 0.1f, 0.6f, 1.5f, 5.0f})
        for (const int output : {0, 1, 50, 198, 199}) {
            settings.zoom.scale = scale;
            const MapWindow window = layout(run, at(run, output)).window;
            EXPECT_LE(window.row, static_cast<float>(output) + 0.01f) << scale;
            EXPECT_GE(window.row + window.rows, static_cast<float>(output) + 0.99f) << scale;
        }
}

TEST_F(StatesZoom, TheCellUnderThePointerStays) {
    const States& run = run_of(200);
    const Playhead head = at(run, 120);
    settings.zoom = {0.5f, false, 40, 60};
    const NetworkLayout first = layout(run, head);
    const Point point{first.cells.x + 300, first.cells.y + 40};
    const auto under = [&] {
        const NetworkLayout now = layout(run, head);
        return now.window.column + (point.x - now.cells.x) / now.window.cell.width;
    };
    const float before = under();
    for (int n = 0; n < 8; ++n) {
        const NetworkLayout now = layout(run, head);
        StatesSettings then = settings;
        then.zoom = {now.scale * zoom_notch, false, 0, 0};
        settings.zoom = zoom_about(now, states_layout(run.trace, head, then), 1, point);
        EXPECT_NEAR(under(), before, 0.05f) << n;
    }
}

TEST_F(StatesZoom, EveryStopIsSoundAtEverySize) {
    for (const int tokens : {12, 60, 200})
        for (const auto& [width, height] :
             {std::pair{960.0f, 448.0f}, {920.0f, 608.0f}, {1240.0f, 808.0f}, {2200.0f, 1248.0f}})
            for (const float scale : {0.0f, 0.01f, 0.3f, 1.0f, 2.5f, 6.0f})
                for (const int output : {-1, 0, tokens / 2, tokens - 1}) {
                    settings.width = width;
                    settings.height = height;
                    settings.zoom = {scale, output % 2 == 0, 23.4f, 6.7f};
                    const States& run = run_of(tokens);
                    Playhead head = output < 0 ? Playhead{.at = 4} : at(run, output);
                    head.column = 3;
                    const Scene scene =
                        states_figure({run.trace, run.encoder, run.decoder, {}}, head, settings, style);
                    SCOPED_TRACE(std::to_string(tokens) + " tokens, " + std::to_string(width) + " scale " +
                                 std::to_string(scale) + " output " + std::to_string(output));
                    EXPECT_EQ(unsound(scene), "");
                    EXPECT_EQ(outside(scene, *metrics), "");
                    if (!layout(run, head).zoomed) continue;
                    // The labels of the paths have a test of their own.
                    const float top = layout(run, head).whole.y - 30;
                    Scene below;
                    below.width = scene.width;
                    below.height = scene.height;
                    for (const TextItem* text : items_of<TextItem>(scene))
                        if (text->at.y >= top) below.add(*text);
                    EXPECT_EQ(overlapping(below, *metrics), "");
                }
}

} // namespace
} // namespace heed
