#include "app/export/export.h"
#include "app/figures/maps/cells.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/sample_grid.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed {
namespace {

struct GridTest : testing::Test {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style;
    GridTest() { style.metrics = metrics.get(); }

    static bool says(const Scene& scene, const std::string& word) {
        const auto texts = items_of<TextItem>(scene);
        return std::any_of(texts.begin(), texts.end(), [&](const TextItem* t) { return t->text == word; });
    }
    static const Pick* button(const Scene& scene, int k) {
        for (const Pick& pick : scene.picks)
            if (pick.id.kind == PickKind::Button && pick.id.k == k) return &pick;
        return nullptr;
    }
};

TEST_F(GridTest, EverythingStaysInsideAndApartWhateverTheSize) {
    for (const auto& [layers, heads] : {std::pair{1, 1}, {1, 2}, {4, 4}, {6, 8}, {12, 12}, {12, 16}})
        for (const auto& [width, height] : {std::pair{960.0f, 640.0f}, {1132.0f, 784.0f}, {1600.0f, 1000.0f}})
            for (const bool named : {true, false}) {
                SCOPED_TRACE(std::to_string(layers) + " × " + std::to_string(heads) + " at " +
                             std::to_string(width));
                const SampleGrid grid = sample_grid(layers, heads, 13, 11, named);
                GridSettings settings{width, height};
                settings.chosen = 0;
                const Scene scene = grid_figure(grid.maps, settings, style);
                EXPECT_EQ(unsound(scene), "");
                EXPECT_EQ(outside(scene, *metrics), "");
                EXPECT_EQ(overlapping(scene, *metrics), "");
                EXPECT_EQ(grid_plan(grid.maps, settings, style).most_scroll_x, 0);
                EXPECT_EQ(grid_plan(grid.maps, settings, style).most_scroll_y, 0);
                for (int k = 0; k < layers * heads; ++k) ASSERT_NE(button(scene, k), nullptr) << k;
            }
}

TEST_F(GridTest, TheLastLayerStandsAtTheTop) {
    const SampleGrid grid = sample_grid(4, 4);
    GridSettings settings;
    const GridPlan up = grid_plan(grid.maps, settings, style);
    EXPECT_GT(up.box({.layer = 0}).y, up.box({.layer = 3}).y);
    settings.top_down = true;
    const GridPlan down = grid_plan(grid.maps, settings, style);
    EXPECT_LT(down.box({.layer = 0}).y, down.box({.layer = 3}).y);
    EXPECT_LT(down.box({.head = 0}).x, down.box({.head = 3}).x);
}

TEST_F(GridTest, NumbersAreGivenOrHowSpreadTheRowsAre) {
    Eigen::MatrixXf even(4, 3), one(4, 3);
    even.setConstant(0.25f);
    one.setZero();
    one.row(2).setOnes();
    EXPECT_NEAR(entropy_share(even), 1, 1e-5);
    EXPECT_NEAR(entropy_share(one), 0, 1e-5);
    std::vector<GridMap> maps{{0, 0, &even}, {0, 1, &one}};
    maps[1].measure = 0.37f;
    const Scene scene = grid_figure(maps, {}, style);
    EXPECT_TRUE(says(scene, "1"));
    EXPECT_TRUE(says(scene, ".37"));
    EXPECT_TRUE(says(scene, "below each map: entropy, 0 to 1"));
}

TEST_F(GridTest, AClickNamesTheMapAndTheHoveredOneItsCells) {
    const SampleGrid grid = sample_grid(2, 3);
    GridSettings settings;
    const Scene scene = grid_figure(grid.maps, settings, style);
    const Pick* pick = button(scene, 4);
    ASSERT_NE(pick, nullptr);
    EXPECT_EQ(pick->id, (PickId{PickKind::Button, 1, 1, 4, "map"}));
    EXPECT_EQ(pick->tooltip.substr(0, 16), "Layer 2, head 2,");
    settings.hovered = 4;
    const Scene hovered = grid_figure(grid.maps, settings, style);
    const Box box = grid_plan(grid.maps, settings, style).box(grid.maps[4]);
    const Pick* cell = hovered.hit({box.x + box.w * 2.5f / 9, box.y + box.h * 7.5f / 9});
    ASSERT_NE(cell, nullptr);
    EXPECT_EQ(cell->id, (PickId{PickKind::Cell, 7, 2, 4, "map"}));
}

TEST_F(GridTest, AThinDiagonalDoesNotVanish) {
    Eigen::MatrixXf values = Eigen::MatrixXf::Zero(900, 900);
    values.diagonal().setOnes();
    std::vector<GridMap> maps(192, {0, 0, &values});
    for (int k = 0; k < 192; ++k) {
        maps[static_cast<std::size_t>(k)].layer = k / 16;
        maps[static_cast<std::size_t>(k)].head = k % 16;
    }
    const Scene scene = grid_figure(maps, {}, style);
    int seen = 0;
    for (const MatrixItem* m : items_of<MatrixItem>(scene)) {
        if (m->rows == 1) continue;
        EXPECT_LE(m->columns, m->box.w);
        EXPECT_GE(std::count(m->values->begin(), m->values->end(), 1.0f), std::min(m->rows, m->columns));
        ++seen;
    }
    EXPECT_EQ(seen, 192);
}

TEST_F(GridTest, WhatDoesNotFitScrollsBelowItsNames) {
    const SampleGrid grid = sample_grid(24, 16);
    GridSettings settings{960, 640};
    const GridPlan plan = grid_plan(grid.maps, settings, style);
    EXPECT_GE(plan.pitch_y, 40);
    ASSERT_GT(plan.most_scroll_y, 0);
    const Scene top = grid_figure(grid.maps, settings, style);
    EXPECT_TRUE(says(top, "layer 24"));
    EXPECT_FALSE(says(top, "layer 1"));
    EXPECT_EQ(outside(top, *metrics), "");
    settings.scroll_y = 1e6f; // brought back to the most there is
    const Scene bottom = grid_figure(grid.maps, settings, style);
    EXPECT_FALSE(says(bottom, "layer 24"));
    EXPECT_TRUE(says(bottom, "layer 1"));
    EXPECT_TRUE(says(bottom, "16"));
}

TEST_F(GridTest, OneMapEnlargedReadsTheCellLookedAt) {
    LabelledMap map;
    for (const char* word : {"the", "green", "bank"}) {
        map.rows.push_back({word});
        map.columns.push_back({word});
    }
    map.values = Eigen::MatrixXf::Identity(3, 3);
    MapSettings settings;
    settings.title = "Layer 5, head 3";
    settings.row = settings.column = 1;
    const Scene scene = map_figure(map, settings, style);
    EXPECT_EQ(unsound(scene), "");
    EXPECT_EQ(outside(scene, *metrics), "");
    EXPECT_TRUE(says(scene, "green → green"));
    EXPECT_TRUE(says(scene, "Layer 5, head 3"));
    EXPECT_TRUE(says(scene, "1"));
}

} // namespace
} // namespace heed
