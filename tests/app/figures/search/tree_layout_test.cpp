// Where the tree stands in its room.
#include "tests/app/figures/scene_checks.h"
#include "tests/app/figures/search/searched.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace heed {

using namespace test::search;

namespace {

TEST(TreeLayout, FillsItsRoom) {
    for (const char* name : {"dates/additive", "translate/additive"})
        for (const int width : {1, 4, 5, 10, 50}) {
            const Trace trace = searched(name, input_of(name), width);
            TreeParts parts;
            parts.search = trace.lattice.get();
            const TreePlan plan = tree_plan(parts, plain_style());
            for (const Point size :
                 {Point{960, 200}, Point{918, 300}, Point{1240, 450}, Point{2000, 700}, Point{3000, 1100}}) {
                SCOPED_TRACE(std::string(name) + " " + std::to_string(width) + ", " + std::to_string(size.x));
                const TreeSettings settings{.width = size.x, .height = size.y};
                const TreeLayout at = tree_layout(plan, settings);
                EXPECT_GE(at.zoom, 0.8f - 1e-3f);
                EXPECT_EQ(at.overview.w > 0, at.most_x > 0 || at.most_y > 0);
                const float left = at.x(-1), right = at.x(plan.length() - 1);
                if (at.most_x == 0) { // across: up to the margins, or as far apart as columns are
                    float gap = 1e9f;
                    for (std::size_t n = 0; n < at.widths.size(); ++n) {
                        float label = 0;
                        for (const int node : plan.columns[n])
                            label = std::max(label, plan.at(node).label_width);
                        gap = std::min(gap, at.widths[n] / at.zoom - label);
                    }
                    EXPECT_TRUE(right - left > 0.8f * at.room.w - 160 * at.zoom || gap > 100)
                        << left << " to " << right << " of " << at.room.w;
                }
                if (at.most_y > 0) continue;
                for (const TreeNode& node : plan.nodes) {
                    EXPECT_GE(at.y(node.row) - 12 * at.zoom, at.room.y - 3);
                    EXPECT_LE(at.y(node.row) + 12 * at.zoom, at.room.bottom() + 3);
                }
            }
        }
}

TEST(TreeLayout, TheHeightThatIsAskedForShowsAllOfIt) {
    for (const int width : {4, 5, 10}) {
        const Trace trace = searched("dates/additive", "3 March 1987", width);
        TreeParts parts;
        parts.search = trace.lattice.get();
        const TreePlan plan = tree_plan(parts, plain_style());
        for (const float room : {918.0f, 1240.0f, 2000.0f}) {
            const TreeHeights heights = tree_heights(plan, room);
            EXPECT_LE(heights.least, heights.full);
            const TreeLayout at = tree_layout(plan, {.width = room, .height = std::round(heights.least)});
            EXPECT_EQ(at.most_y, 0) << width << " in " << room;
            EXPECT_GE(at.zoom, 0.97f);
        }
    }
}

TEST(TreeLayout, NothingOpaqueIsCutWhereItIsScrolled) {
    const Trace trace = searched("dates/additive", "3 March 1987", 50);
    TreeParts parts;
    parts.search = trace.lattice.get();
    const TreePlan plan = tree_plan(parts, plain_style());
    for (const float y : {0.0f, 7.0f, 13.0f, 100.0f, 111.0f, 127.0f}) {
        const TreeSettings settings{.width = 1240, .height = 350, .scroll_x = 40, .scroll_y = y};
        const TreeLayout at = tree_layout(plan, settings);
        ASSERT_GT(at.most_y, 0);
        const Scene scene = tree_figure(plan, settings, plain_style());
        for (const TextItem* text : items_of<TextItem>(scene)) {
            if (text->at.y < at.room.y - 6 || text->at.x > at.room.right()) continue; // title, numbers above
            const float half = text->size / 2;
            if (text->color.a == 255) {
                EXPECT_GE(text->at.y + 0.5f, at.room.y + half) << text->text;
                EXPECT_LE(text->at.y - 0.5f, at.room.bottom() - half) << text->text;
            }
        }
    }
}

TEST(TreeLayout, ItsZoomIsOfTheSizeThatItHasByItself) {
    const Trace trace = searched("dates/additive", "3 March 1987", 4);
    TreeParts parts;
    parts.search = trace.lattice.get();
    const TreePlan plan = tree_plan(parts, plain_style());
    TreeSettings settings{.width = 2000, .height = 700};
    const TreeLayout usual = tree_layout(plan, settings);
    settings.zoom = 1;
    EXPECT_EQ(tree_layout(plan, settings).zoom, usual.zoom);
    EXPECT_EQ(tree_layout(plan, settings).widths, usual.widths);
    settings.zoom = 1.1f; // the first press of +
    EXPECT_NEAR(tree_layout(plan, settings).zoom, 1.1f * usual.zoom, 1e-4f);
}

} // namespace
} // namespace heed
