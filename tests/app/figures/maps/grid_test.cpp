#include "app/figures/maps/cells.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

struct GridTest : FigureTest {
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
                const GridPlan plan = grid_plan(grid.maps, settings, style);
                EXPECT_GE(std::min(plan.width, plan.height), 24);
                const bool fits = static_cast<float>(layers) * 49 + 92 <= height;
                if (!fits) continue; // it scrolls
                EXPECT_EQ(plan.most_scroll_x, 0);
                EXPECT_EQ(plan.most_scroll_y, 0);
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
    EXPECT_TRUE(prints(scene, "1"));
    EXPECT_TRUE(prints(scene, ".37"));
    EXPECT_TRUE(prints(scene, "below each map: entropy, 0 to 1"));
}

TEST_F(GridTest, APointIsInAMapAndACellOfIt) {
    const SampleGrid grid = sample_grid(2, 3);
    const GridSettings settings;
    const Scene scene = grid_figure(grid.maps, settings, style);
    const Pick* pick = button(scene, 4);
    ASSERT_NE(pick, nullptr);
    EXPECT_EQ(pick->id, (PickId{PickKind::Button, 1, 1, 4, "map"}));
    EXPECT_EQ(pick->tooltip.substr(0, 16), "Layer 2, head 2,");
    const Box box = grid_plan(grid.maps, settings, style).box(grid.maps[4]);
    const auto at = [&](float x, float y) {
        return grid_at(grid.maps, settings, style, {box.x + box.w * x, box.y + box.h * y});
    };
    EXPECT_EQ(at(2.5f / 9, 7.5f / 9), (GridCell{4, 7, 2}));
    EXPECT_EQ(at(0, 0), (GridCell{4, 0, 0}));
    EXPECT_EQ(at(0.999f, 0.999f), (GridCell{4, 8, 8}));
    EXPECT_EQ(grid_at(grid.maps, settings, style, {box.x + 4, box.bottom() + 8}), (GridCell{4, -1, -1}));
    EXPECT_EQ(grid_at(grid.maps, settings, style, {box.x - 3, box.centre().y}), GridCell{}); // between two
}

TEST_F(GridTest, WhatIsPointedAtIsMarkedInEveryMapThatHasIt) {
    SampleGrid grid = sample_grid(2, 3);
    const Eigen::MatrixXf small = Eigen::MatrixXf::Constant(4, 4, 0.25f);
    grid.maps[5].values = &small;
    const GridSettings settings{.chosen = 0};
    const auto marks = [&](const GridCell& cell) {
        const Scene scene = grid_pointing(grid.maps, settings, cell, style);
        EXPECT_EQ(unsound(scene), "");
        EXPECT_EQ(outside(scene, *metrics), "");
        std::vector<Box> boxes;
        for (const RectItem* rect : items_of<RectItem>(scene)) boxes.push_back(rect->box);
        return boxes;
    };
    EXPECT_EQ(marks({}).size(), 0u);
    EXPECT_EQ(marks({1, -1, -1}).size(), 1u);                      // round the map
    EXPECT_EQ(marks({0, -1, -1}).size(), 0u);                      // which is chosen, and has its frame
    EXPECT_EQ(marks({1, 3, 3}).size(), 1u + 6u);                   // and the cell
    EXPECT_EQ(marks({1, 3, 7}).size(), 1u + 5u);                   // which the small one has not
    const auto row = marks({-1, 3, -1}), cell = marks({-1, 3, 2}); // by keyboard
    ASSERT_EQ(row.size(), 6u);
    EXPECT_GT(row[0].w, 5 * cell[0].w);
    EXPECT_NEAR(row[0].centre().y, cell[0].centre().y, 0.01);
}

TEST_F(GridTest, TheChosenMapIsBroughtIntoSight) {
    const SampleGrid grid = sample_grid(24, 16);
    GridSettings settings{960, 640};
    for (const int k : {0, 15, 200, 383}) {
        const GridMap& map = grid.maps[static_cast<std::size_t>(k)];
        const Point to = grid_plan(grid.maps, settings, style).scroll_to(map);
        settings.scroll_x = to.x;
        settings.scroll_y = to.y;
        const GridPlan plan = grid_plan(grid.maps, settings, style);
        const Box box = plan.box(map);
        EXPECT_GE(box.y, plan.area.y);
        EXPECT_LE(box.bottom() + 17, plan.area.bottom() + 0.5f);
        EXPECT_GE(box.x, plan.area.x);
        EXPECT_LE(box.right(), plan.area.right() + 0.5f);
        EXPECT_EQ(plan.scroll_to(map).y, plan.scroll_y); // and stays
    }
}

TEST_F(GridTest, AThinDiagonalDoesNotVanish) {
    Eigen::MatrixXf values = Eigen::MatrixXf::Zero(900, 900);
    values.diagonal().setOnes();
    std::vector<GridMap> maps(192, {0, 0, &values});
    for (int k = 0; k < 192; ++k) {
        maps[static_cast<std::size_t>(k)].layer = k / 16;
        maps[static_cast<std::size_t>(k)].head = k % 16;
    }
    const Scene scene = grid_figure(maps, {.width = 1132, .height = 1000}, style);
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
    EXPECT_GE(plan.pitch_y, 48 + 17); // larger than where all of them fit
    ASSERT_GT(plan.most_scroll_y, 0);
    const float part = plan.area.h / plan.pitch_y - std::floor(plan.area.h / plan.pitch_y);
    EXPECT_GE(part, 0.3f); // of a map, below the last whole one: more follow
    EXPECT_LE(part, 0.76f);
    const Scene top = grid_figure(grid.maps, settings, style);
    EXPECT_TRUE(prints(top, "layer 24"));
    EXPECT_FALSE(prints(top, "layer 1"));
    EXPECT_EQ(outside(top, *metrics), "");
    settings.scroll_x = settings.scroll_y = 1e6f; // brought back to the most there is
    const Scene bottom = grid_figure(grid.maps, settings, style);
    EXPECT_FALSE(prints(bottom, "layer 24"));
    EXPECT_TRUE(prints(bottom, "layer 1"));
    EXPECT_TRUE(prints(bottom, "head 16"));
    EXPECT_TRUE(prints(bottom, "head 1")); // across they fit
}

TEST_F(GridTest, TwelveBySixteenFitACanvasAndColumnsScrollAboveTheirBar) {
    const SampleGrid grid = sample_grid(12, 16, 10, 9, false);
    const GridPlan canvas = grid_plan(grid.maps, {.width = 1225, .height = 770, .ramp = false}, style);
    EXPECT_EQ(canvas.most_scroll_x, 0);
    EXPECT_EQ(canvas.most_scroll_y, 0);
    const GridSettings narrow{.width = 420, .height = 390, .ramp = false};
    const GridPlan plan = grid_plan(grid.maps, narrow, style);
    ASSERT_GT(plan.most_scroll_x, 0);
    EXPECT_GE(plan.width, 48);
    const float columns = plan.area.w / plan.pitch_x;
    EXPECT_GE(columns - std::floor(columns), 0.3f);
    EXPECT_LE(columns - std::floor(columns), 0.76f);
    const Scene scene = grid_figure(grid.maps, narrow, style);
    EXPECT_EQ(outside(scene, *metrics), "");
    for (const MatrixItem* m : items_of<MatrixItem>(scene)) // by the clip
        EXPECT_LE(std::min(m->box.bottom(), plan.area.bottom() + 7), plan.area.bottom() + 10);
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
    map.values(1, 1) = 0.0151f;
    const Scene scene = map_figure(map, settings, style);
    EXPECT_EQ(unsound(scene), "");
    EXPECT_EQ(outside(scene, *metrics), "");
    EXPECT_TRUE(prints(scene, "green → green"));
    EXPECT_TRUE(prints(scene, "Layer 5, head 3"));
    EXPECT_TRUE(prints(scene, "0.015")); // as the table beside it
    EXPECT_TRUE(prints(scene, "1"));
    map.columns[1].text = " green"; // a piece, as it was typed
    EXPECT_TRUE(prints(map_figure(map, settings, style), "green → green"));
    const auto tooltip = [&](const char* words) {
        return std::count_if(scene.picks.begin(), scene.picks.end(),
                             [&](const Pick& pick) { return pick.tooltip == words; });
    };
    EXPECT_EQ(tooltip("This row sums to 0.02"), 1);
}

TEST_F(GridTest, OneMapFillsItsCardAndNoLabelLeavesIt) {
    for (const auto& [rows, columns] : {std::pair{6, 5}, {2, 3}, {22, 20}, {9, 14}, {100, 80}, {1, 1}})
        for (const auto& [width, height] :
             {std::pair{928.0f, 380.0f}, {1195.0f, 750.0f}, {340.0f, 340.0f}, {3400.0f, 1800.0f}}) {
            SCOPED_TRACE(std::to_string(rows) + " × " + std::to_string(columns) + " at " +
                         std::to_string(width));
            LabelledMap map;
            for (int i = 0; i < rows; ++i) map.rows.push_back({"output" + std::to_string(i)});
            for (int j = 0; j < columns; ++j)
                map.columns.push_back({(j % 3 == 0 ? "internationally" : "tok") + std::to_string(j)});
            for (int i = 0; i < rows; ++i) map.rows[static_cast<std::size_t>(i)].number = i + 1;
            map.values = Eigen::MatrixXf::Constant(columns, rows, 1.0f / static_cast<float>(columns));
            MapSettings settings;
            settings.width = width;
            settings.height = height;
            settings.row = 0;
            settings.column = columns - 1;
            settings.card = true;
            const Scene scene = map_figure(map, settings, style);
            EXPECT_EQ(unsound(scene), "");
            EXPECT_EQ(outside(scene, *metrics), "");
            const MatrixItem* cells = items_of<MatrixItem>(scene).at(0);
            if (rows == 6) {
                EXPECT_GE(cells->box.h, 0.59f * height);
            }
            EXPECT_LE(cells->box.bottom(), height);
            settings.card = false;
            const Scene small = map_figure(map, settings, style);
            EXPECT_EQ(outside(small, *metrics), "");
            EXPECT_LE(items_of<MatrixItem>(small).at(0)->box.h / static_cast<float>(rows), 48);
        }
}

TEST(LabelledMaps, WhatDoesNotStandIsNotSummed) {
    constexpr float blank = std::numeric_limits<float>::quiet_NaN();
    LabelledMap map;
    map.rows.resize(3);
    map.columns.resize(2);
    map.values.resize(2, 3); // (columns, rows)
    map.values << blank, 1, .5f, blank, blank, .4f;
    EXPECT_FALSE(row_sum(map, 0));
    EXPECT_NEAR(*row_sum(map, 1), 1, 1e-6);
    EXPECT_NEAR(*row_sum(map, 2), .9, 1e-6);
    EXPECT_TRUE(rows_sum_to_one(map, 0, 1)); // a row of nothing says nothing
    EXPECT_FALSE(rows_sum_to_one(map, 0, 2));
}

} // namespace
} // namespace heed
