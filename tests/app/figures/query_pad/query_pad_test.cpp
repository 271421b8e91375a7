// The picture of the query pad: everything in its place, every number that of the scores.
#include "app/figures/query_pad/query_pad.h"

#include "app/figures/query_pad/plan.h"
#include "app/state/gallery/pad/pad.h"
#include "tests/app/figures/figure_test.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace heed {
namespace {

struct PadFigure : FigureTest {
    static QueryPad pad_with(int keys, int score, float temperature = 1) {
        QueryPad pad = first_pad();
        while (static_cast<int>(pad.keys.size()) > keys) pad.keys.pop_back();
        while (static_cast<int>(pad.keys.size()) < keys)
            pad.keys.push_back({0.3f * static_cast<float>(pad.keys.size()) - 2, 1.9f});
        pad.score = score;
        pad.temperature = temperature;
        ask_again(pad, true);
        return pad;
    }
};

TEST_F(PadFigure, NothingOverlapsAtAnySize) {
    struct Size {
        float width, height;
    };
    for (const int keys : {2, 5, 8})
        for (int score = 0; score < 7; ++score)
            for (const Size size :
                 {Size{1240, 808}, Size{960, 448}, Size{920, 608}, Size{1600, 956}, Size{3480, 1968}})
                for (const float temperature : {0.1f, 1.0f, 10.0f}) {
                    const QueryPad pad = pad_with(keys, score, temperature);
                    const PadSettings settings{size.width, size.height};
                    const Scene scene = pad_figure(pad, settings, style);
                    const std::string what = std::to_string(keys) + " keys, " + pad.now().id + ", " +
                                             std::to_string(size.width) + ", at " +
                                             std::to_string(temperature);
                    EXPECT_EQ(unsound(scene), "") << what;
                    EXPECT_EQ(outside(scene, *metrics), "") << what;
                    if (HasFailure()) return;
                }
}

TEST_F(PadFigure, AWindowOfMiddleHeightHasTheFieldsToo) {
    const QueryPad pad = first_pad();
    const auto fields = [&](float width, float height) {
        int count = 0;
        const Scene scene = pad_figure(pad, {width, height}, style);
        for (const MatrixItem* matrix : items_of<MatrixItem>(scene))
            count += matrix->columns == pad_field_size;
        return count;
    };
    EXPECT_EQ(fields(920, 608), 7); // 1280 x 800 with the panel
    EXPECT_EQ(fields(960, 448), 0);
}

TEST_F(PadFigure, TheLettersOfQueryAndContextStandOffTheThreads) {
    const QueryPad pad = first_pad();
    for (const auto& [width, height] : {std::pair{1240.0f, 808.0f}, std::pair{960.0f, 448.0f}}) {
        const PadLayout layout = pad_layout(pad, {width, height});
        const Scene scene = pad_figure(pad, {width, height}, style);
        const Point from = layout.place(pad.query), to = layout.place(pad.keys[0]),
                    zero = layout.place({0, 0});
        int seen = 0;
        for (const TextItem* text : items_of<TextItem>(scene)) {
            if ((text->text != "q" && text->text != "c") || !layout.pad.contains(text->at)) continue;
            ++seen;
            for (const auto& [a, b] : {std::pair{from, to}, std::pair{zero, from}}) {
                const float dx = b.x - a.x, dy = b.y - a.y, px = text->at.x - a.x, py = text->at.y - a.y;
                const float part = std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), 0.0f, 1.0f);
                EXPECT_GT(std::hypot(px - part * dx, py - part * dy), 6) << text->text << " at " << width;
            }
        }
        EXPECT_EQ(seen, 2);
    }
}

TEST_F(PadFigure, TheUsualPlacesAreThoseOfTheDesign) {
    const QueryPad pad = first_pad();
    const PadLayout layout = pad_layout(pad, {});
    EXPECT_FLOAT_EQ(layout.pad.x, 32);
    EXPECT_NEAR(layout.pad.w, 520, 12);
    EXPECT_EQ(layout.tiles.size(), 7u);
    EXPECT_NEAR(layout.tiles[0].w, 159, 3);
    for (std::size_t n = 0; n < pad.keys.size(); ++n) {
        EXPECT_EQ(pad_key_at(pad, layout, layout.place(pad.keys[n])), static_cast<int>(n));
        const Point back = layout.units(layout.place(pad.keys[n]));
        EXPECT_NEAR(back.x, pad.keys[n].x, 1e-4f);
        EXPECT_NEAR(back.y, pad.keys[n].y, 1e-4f);
    }
    EXPECT_EQ(pad_key_at(pad, layout, layout.place({0, 0})), -1);
    EXPECT_FLOAT_EQ(layout.units({-1000, -1000}).x, -pad_reach); // kept on the pad
    for (const float t : {0.1f, 0.5f, 1.0f, 10.0f}) EXPECT_NEAR(pad_temperature(pad_slider(t)), t, 1e-4f * t);
}

TEST_F(PadFigure, TheHullIsOfItsCorners) {
    const auto hull = pads::hull_of({{0, 0}, {1, 0}, {1, 1}, {0, 1}, {.5f, .5f}});
    EXPECT_EQ(hull.size(), 4u);
}

TEST_F(PadFigure, FieldsHoldTheLargestWeightEverywhere) {
    const QueryPad pad = first_pad();
    for (const PadAnswers& answers : pad.scores) {
        ASSERT_TRUE(answers.field);
        ASSERT_EQ(answers.field->size(), static_cast<std::size_t>(pad_field_size * pad_field_size));
        EXPECT_GE(*std::min_element(answers.field->begin(), answers.field->end()), 0.2f - 1e-5f);
        EXPECT_LE(*std::max_element(answers.field->begin(), answers.field->end()), answers.ceiling + 1e-5f)
            << answers.id;
        // The cell under the query says about what the query's own row says.
        const float cell = 2 * pad_reach / pad_field_size;
        QueryPad there = pad;
        const int row = 14, column = 33;
        there.query = {-pad_reach + (column + 0.5f) * cell, pad_reach - (row + 0.5f) * cell};
        ask_again(there, false);
        const auto& same = *std::find_if(there.scores.begin(), there.scores.end(),
                                         [&](const PadAnswers& a) { return a.id == answers.id; });
        EXPECT_NEAR((*answers.field)[static_cast<std::size_t>(row * pad_field_size + column)],
                    *std::max_element(same.weights.begin(), same.weights.end()), 1e-5f);
    }
}

TEST_F(PadFigure, TheInspectorKeepsTheBaseline) {
    for (int score = 0; score < 7; ++score)
        for (int phase = 0; phase < pad_phases; ++phase)
            for (const float height : {808.0f, 500.0f}) {
                const QueryPad pad = pad_with(5, score);
                PadSettings settings;
                settings.phase = phase;
                const Scene scene = pad_inspector(pad, settings, 360, height, style);
                EXPECT_EQ(unsound(scene), "");
                EXPECT_EQ(overlapping(scene, *metrics), "") << pad.now().id << phase;
                const auto texts = items_of<TextItem>(scene);
                EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                                        [](const TextItem* t) { return t->text == "Against its baseline"; }));
                EXPECT_TRUE(pad_narration(pad, phase, style.colors()).sentence.ends_with('.'));
            }
}

TEST_F(PadFigure, TheMiniatureStaysInItsBox) {
    const Scene small = pad_miniature(first_pad(), 343, 216, style);
    EXPECT_EQ(unsound(small), "");
    EXPECT_EQ(outside(small, *metrics), "");
}

} // namespace
} // namespace heed
