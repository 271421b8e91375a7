// The Step canvas: where everything stands, and what of it is drawn when.
#include "tests/app/figures/seq2seq/network_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace heed {

using namespace test::network;

namespace {

TEST(Network, OneColumnIsOneX) {
    const Fixture f;
    const Trace trace = sample_trace();
    for (const auto& [width, height] : {std::pair{1240.0f, 808.0f}, {960.0f, 448.0f}, {600.0f, 400.0f}}) {
        const Scene scene = draw(trace, after(trace, seq2seq::Softmax, 6), f.style(), width, height);
        std::map<int, std::set<int>> centres; // of column j, in tenths of px
        for (const Pick& pick : scene.picks)
            if (pick.id.j >= 0)
                centres[pick.id.j].insert(static_cast<int>(std::lround(pick.box.centre().x * 10)));
        ASSERT_EQ(centres.size(), 13u);
        for (const auto& [j, x] : centres)
            EXPECT_LE(*x.rbegin() - *x.begin(), 1) << "column " << j << " at width " << width;
        const MatrixItem* heat = heat_of(scene);
        ASSERT_NE(heat, nullptr);
        const float pitch = heat->box.w / 13;
        for (const auto& [j, x] : centres)
            EXPECT_NEAR(heat->box.x + (static_cast<float>(j) + 0.5f) * pitch,
                        static_cast<float>(*x.begin()) / 10, 0.2);
    }
}

// What is kept free right of them for the measures of each row is empty at first.
TEST(Network, FewColumnsStandInTheMiddleOfAWideWindow) {
    const Trace trace = sample_trace(6, 5);
    for (const auto& [width, beside] : {std::pair(1240.0f, 0.0f), std::pair(1470.0f, 0.0f),
                                        std::pair(1470.0f, 140.0f), std::pair(1800.0f, 140.0f)}) {
        NetworkSettings settings;
        settings.width = width;
        settings.height = 850;
        settings.beside = beside;
        const NetworkLayout layout = network_layout(trace, {}, settings);
        EXPECT_GE(layout.pitch, 100) << width;
        EXPECT_NEAR(layout.left + layout.content_width / 2, width / 2, 1) << width << ", " << beside;
    }
}

TEST(Network, StandsWhereTheDesignHasIt) {
    const Fixture f;
    const Trace trace = sample_trace(12, 10);
    const Scene scene = draw(trace, after(trace, seq2seq::Softmax, 6), f.style());
    Playhead playhead;
    playhead.at = after(trace, seq2seq::Softmax, 6);
    const NetworkLayout layout = network_layout(trace, playhead, {});
    EXPECT_FLOAT_EQ(layout.pitch, 76);
    EXPECT_FLOAT_EQ(layout.left, 154);
    EXPECT_TRUE(layout.full);
    std::map<std::string, float> y; // the row names
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->at.x == 16 && t->face == Face::Medium && y.count(t->text) == 0) y[t->text] = t->at.y;
    EXPECT_NEAR(y["Output"], 28, 1);
    EXPECT_NEAR(y["Decoder"], 69.5, 1);
    EXPECT_NEAR(y["Context"], 129.5, 1);
    EXPECT_NEAR(y["Attention"], 232, 1);
    EXPECT_NEAR(y["Annotation"], 289, 1);
    EXPECT_NEAR(y["Backward"], 323.5, 1);
    EXPECT_NEAR(y["Forward"], 371.5, 1);
    EXPECT_NEAR(y["Embedding"], 416, 1);
    EXPECT_NEAR(y["Source"], 445, 1);
    const MatrixItem* heat = heat_of(scene);
    ASSERT_NE(heat, nullptr);
    EXPECT_NEAR(heat->box.y, 468, 0.5);
    EXPECT_NEAR(heat->box.h, 280, 0.5); // 28 a row
}

TEST(Network, BarsAreAsHighAsTheirWeights) {
    const Fixture f;
    const Trace trace = sample_trace();
    const int i = 6;
    const Scene scene = draw(trace, after(trace, seq2seq::Context, i), f.style());
    const Palette& c = dark_palette;
    std::vector<Box> bars;
    for (const RectItem* r : items_of<RectItem>(scene))
        if (r->fill == c.attention && r->box.w > 20) bars.push_back(r->box);
    ASSERT_EQ(bars.size(), 13u);
    const float ceiling = bar_ceiling(trace, i);
    for (int j = 0; j < 13; ++j)
        EXPECT_NEAR(bars[static_cast<std::size_t>(j)].h, std::max(1.5f, 60 * trace.weight(i, j) / ceiling),
                    0.01)
            << j;
    for (const Box& bar : bars) EXPECT_NEAR(bar.bottom(), 258, 0.01);
}

TEST(Network, HeatmapHoldsTheWeights) {
    const Fixture f;
    const Trace trace = sample_trace();
    const Scene scene = draw(trace, trace.outline.total(), f.style());
    const MatrixItem* heat = heat_of(scene);
    ASSERT_NE(heat, nullptr);
    ASSERT_EQ(heat->rows, 11);
    ASSERT_EQ(heat->columns, 13);
    for (int i = 0; i < 11; ++i)
        for (int j = 0; j < 13; ++j)
            EXPECT_EQ((*heat->values)[static_cast<std::size_t>(i * 13 + j)], trace.weight(i, j));
}

TEST(Network, ARowFillsFromTheLeft) {
    const Fixture f;
    const Trace trace = sample_trace();
    const int at = after(trace, seq2seq::Softmax, 2);
    int before = 2 * 13;
    for (const float progress : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f}) {
        const Scene scene = draw(trace, at, f.style(), 1240, 808, progress);
        const int cells = revealed_cells(scene);
        EXPECT_GE(cells, before);
        before = cells;
        const MatrixItem* heat = heat_of(scene);
        bool ended = false;
        for (int j = 0; j < 13; ++j) {
            const bool missing = std::isnan((*heat->values)[static_cast<std::size_t>(2 * 13 + j)]);
            EXPECT_FALSE(ended && !missing);
            ended = ended || missing;
        }
    }
    EXPECT_EQ(before, 3 * 13);
}

TEST(Network, RevealsMoreAndMore) {
    const Fixture f;
    for (const char* score : {"additive", "none"}) {
        SampleOptions options;
        options.score = score;
        const Trace trace = sample_trace(7, 5, options);
        int cells = 0, outputs = 0, dashed = 1 << 20;
        for (int at = 0; at <= trace.outline.total(); ++at) {
            const Scene scene = draw(trace, at, f.style());
            EXPECT_GE(revealed_cells(scene), cells) << at;
            EXPECT_GE(picks_of(scene, PickKind::OutputBox), outputs) << at;
            EXPECT_LE(dashed_boxes(scene), dashed) << at;
            cells = revealed_cells(scene);
            outputs = picks_of(scene, PickKind::OutputBox);
            dashed = dashed_boxes(scene);
        }
        EXPECT_EQ(outputs, 5);
        EXPECT_EQ(cells, std::string(score) == "none" ? 0 : 35);
        EXPECT_EQ(dashed,
                  std::string(score) == "none" ? 1 : 0); // the words "No weights" stand in a dashed box
    }
}

TEST(Network, EveryMomentIsSound) {
    const Fixture f;
    struct Case {
        int source, outputs;
        SampleOptions options;
    };
    SampleOptions lstm, rnn, fixed, deep, one;
    lstm.cell = "lstm";
    rnn.cell = "rnn";
    fixed.score = "none";
    deep.layers = 2;
    one.bidirectional = false;
    for (const Case& c : {Case{13, 11, {}},
                          {1, 1, {}},
                          {2, 3, words()},
                          {6, 6, lstm},
                          {5, 4, rnn},
                          {5, 4, fixed},
                          {5, 4, deep},
                          {5, 4, one},
                          {3, 30, {}}}) {
        const Trace trace = sample_trace(c.source, c.outputs, c.options);
        for (int at = 0; at <= trace.outline.total(); ++at)
            for (const float progress : {0.0f, 0.3f, 0.7f, 1.0f}) {
                const Scene scene = draw(trace, at, f.style(), 1240, 808, progress);
                ASSERT_EQ(unsound(scene), "") << c.source << " to " << c.outputs << " at " << at;
                if (progress < 1) continue;
                ASSERT_EQ(outside(scene, *f.metrics), "") << c.source << " to " << c.outputs << " at " << at;
            }
    }
}

class NetworkSizes : public testing::TestWithParam<std::tuple<int, std::pair<int, int>, Theme, bool>> {};

TEST_P(NetworkSizes, NothingIsCutOrOverlaps) {
    const auto [length, size, theme, of_words] = GetParam();
    const Fixture f;
    SampleOptions options;
    options.words = of_words;
    const Trace trace = sample_trace(length + 1, length + 2, options);
    const int last = std::min(length, 9);
    for (const int at :
         {0, length / 2, trace.outline.start_of(Axis::Output), after(trace, seq2seq::Score, last),
          after(trace, seq2seq::Softmax, last), after(trace, seq2seq::State, last), trace.outline.total()}) {
        const Scene scene =
            draw(trace, at, f.style(theme), static_cast<float>(size.first), static_cast<float>(size.second));
        ASSERT_EQ(unsound(scene), "") << at;
        EXPECT_EQ(outside(scene, *f.metrics), "") << at;
        EXPECT_EQ(overlapping(scene, *f.metrics), "") << at;
        for (const Pick& pick : scene.picks) {
            EXPECT_GE(pick.box.y, -0.5f) << pick.tooltip;
            EXPECT_LE(pick.box.bottom(), scene.height + 0.5f) << pick.tooltip;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Lengths, NetworkSizes,
                         testing::Combine(testing::Values(1, 5, 12, 60, 200),
                                          testing::Values(std::pair{1240, 808}, std::pair{960, 448},
                                                          std::pair{900, 350}, std::pair{2200, 1300}),
                                          testing::Values(Theme::Dark, Theme::Light), testing::Bool()));

TEST(Network, LongRunsStayWithTheNewest) {
    const Fixture f;
    const Trace trace = sample_trace(200, 300, words());
    Playhead playhead;
    for (const int j : {0, 100, 199}) {
        playhead.at = j + 1;
        const NetworkLayout layout = network_layout(trace, playhead, {});
        EXPECT_FLOAT_EQ(layout.pitch, 17);
        EXPECT_FALSE(layout.full);
        const float x = layout.left + (static_cast<float>(j) + 0.5f) * layout.pitch;
        EXPECT_GT(x, 128) << j;
        EXPECT_LT(x, 1240 - 44) << j;
    }
    for (const int i : {0, 150, 299}) { // its state and its row are in view
        const Scene scene = draw(trace, after(trace, seq2seq::Choose, i), f.style());
        bool state = false, row = false;
        for (const Pick& pick : scene.picks) {
            state = state || (pick.id.kind == PickKind::State && pick.id.i == i && pick.box.x > 100 &&
                              pick.box.right() < 1240);
            row = row || (pick.id.kind == PickKind::Row && pick.id.i == i);
        }
        EXPECT_TRUE(state && row) << i;
    }
    playhead.at = 1;
    NetworkSettings settings;
    settings.scroll = 500;
    EXPECT_FLOAT_EQ(network_layout(trace, playhead, settings).scroll, 500);
    settings.scroll = 1e6f; // clamped to the end
    const NetworkLayout layout = network_layout(trace, playhead, settings);
    EXPECT_NEAR(layout.left + layout.content_width, 128 + 62 * 17, 0.5); // whole columns only
}

TEST(Network, WhatScrollsRestsOnWholeColumns) {
    const Trace trace = sample_trace(200, 300, words());
    Playhead playhead;
    for (const int at : {1, 60, 100, 333, 801, 1400, 2000})
        for (const float width : {1240.0f, 960.0f, 840.0f, 823.0f}) {
            playhead.at = at;
            NetworkSettings settings;
            settings.width = width;
            const float columns = network_layout(trace, playhead, settings).scroll / 17;
            EXPECT_NEAR(columns, std::round(columns), 1e-3) << at << " in " << width;
        }
}

TEST(Network, ThePointerDoesNotScroll) {
    const Fixture f;
    const Trace trace = sample_trace(200, 300, words());
    Playhead playhead;
    playhead.at = after(trace, seq2seq::Choose, 200);
    NetworkSettings settings;
    const auto rows_in_view = [&] {
        std::set<int> rows;
        for (const Pick& pick : network_figure(trace, playhead, settings, f.style()).picks)
            if (pick.id.kind == PickKind::Row) rows.insert(pick.id.i);
        return rows;
    };
    const float scroll = network_layout(trace, playhead, settings).scroll;
    const std::set<int> rows = rows_in_view();
    playhead.hover_row = *rows.begin();
    playhead.hover_column = 3;
    EXPECT_FLOAT_EQ(network_layout(trace, playhead, settings).scroll, scroll);
    EXPECT_EQ(rows_in_view(), rows);
    playhead.row = 5; // chosen by key: must be seen, with its state and its column
    playhead.column = 199;
    const NetworkLayout layout = network_layout(trace, playhead, settings);
    EXPECT_LE(layout.left + 200 * layout.pitch, 1240 - 44 + 0.5f);
    EXPECT_TRUE(rows_in_view().count(5));
}

TEST(Network, ARunThatWroteNothingIsDrawn) {
    const Fixture f;
    for (const char* score : {"additive", "none"}) {
        SampleOptions options;
        options.score = score;
        const Trace whole = sample_trace(4, 3, options);
        Trace trace;
        trace.model = whole.model;
        trace.outline = whole.outline;
        trace.outline.stages.back().count = 0;
        trace.source = whole.source;
        trace.source_text = whole.source_text;
        for (const Quantity q : {Quantity::SourceEmbedding, Quantity::ForwardState, Quantity::BackwardState,
                                 Quantity::Annotation})
            trace.set(q, 0, whole.at(q));
        for (int at = 0; at <= trace.outline.total(); ++at)
            EXPECT_EQ(unsound(draw(trace, at, f.style())), "");
        trace.source.clear();
        trace.outline.stages.front().count = 0;
        EXPECT_TRUE(draw(trace, 0, f.style()).items.empty());
    }
}

TEST(Network, NoWeightsSaysSo) {
    const Fixture f;
    SampleOptions options;
    options.score = "none";
    const Trace trace = sample_trace(13, 11, options);
    const Scene scene = draw(trace, trace.outline.total(), f.style());
    EXPECT_EQ(heat_of(scene), nullptr);
    EXPECT_EQ(picks_of(scene, PickKind::Context), 12); // under every step, and the one they share
    bool said = false;
    for (const TextItem* t : items_of<TextItem>(scene)) said = said || t->text == "No weights in this model";
    EXPECT_TRUE(said);
}

TEST(Network, SteppingBackDrawsWhatGoesAway) {
    const Fixture f;
    const Trace trace = sample_trace();
    Playhead playhead;
    playhead.at = after(trace, seq2seq::Choose, 3);
    playhead.backwards = true;
    playhead.progress = 0;
    NetworkSettings settings;
    const Scene start = network_figure(trace, playhead, settings, f.style());
    EXPECT_EQ(start.items.size(), draw(trace, playhead.at + 1, f.style()).items.size());
    playhead.progress = 1;
    EXPECT_EQ(network_figure(trace, playhead, settings, f.style()).items.size(),
              draw(trace, playhead.at, f.style()).items.size());
}

} // namespace
} // namespace heed
