// The tree of a search as a picture: in view, zoomed, with its numbers, on paper.
#include "tests/app/figures/scene_checks.h"
#include "tests/app/figures/search/drawn_tree.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace heed {

using namespace test::search;

namespace {

using Fate = LatticeNode::Fate;
using Kind = TreeNode::Kind;

/// More than a window holds, in both directions.
Trace long_search(int beam) {
    return searched("translate/additive",
                    input_of("translate") + " and the political union buys new cars every day", beam);
}

TEST(TreePicture, ScrollsToWhatIsSelectedAndDrawsOnlyWhatIsInView) {
    const Trace trace = long_search(10);
    TreeParts parts;
    parts.search = trace.lattice.get();
    const TreePlan plan = tree_plan(parts, plain_style());
    TreeSettings settings;
    settings.width = 500;
    settings.height = 240;
    for (int n = -1; n < static_cast<int>(plan.nodes.size()); ++n) {
        settings.selected = n;
        const TreeLayout layout = tree_layout(plan, settings);
        const int column = n < 0 ? -1 : plan.at(n).column, row = n < 0 ? 0 : plan.at(n).row;
        EXPECT_TRUE(layout.room.contains({layout.x(column), layout.y(row)})) << n;
    }
    const Scene scene = tree_figure(plan, settings, plain_style());
    EXPECT_LT(scene.picks.size(), plan.nodes.size() / 2);
    EXPECT_EQ(unsound(scene), "");
}

TEST(TreePicture, TokensOfAColumnThatAreCutCanBeToldApart) {
    for (const int width : {4, 20}) {
        const Trace trace = searched("translate/additive",
                                     "the european economic area supports the economic agreement", width);
        TreeParts parts;
        parts.search = trace.lattice.get();
        const TreePlan plan = tree_plan(parts, plain_style());
        for (const float room : {640.0f, 900.0f, 1240.0f}) {
            TreeSettings settings;
            settings.width = room;
            settings.height = 3000;
            settings.zoom = room > 1000 ? 0 : 0.7f;
            Scene scene = tree_figure(plan, settings, plain_style());
            for (std::size_t column = 0; column < plan.columns.size(); ++column) {
                std::map<std::string, std::string> meant; // what is drawn there, and of which token
                for (const int n : plan.columns[column])
                    for (const TextItem* text : items_of<TextItem>(scene)) {
                        const TreeLayout at = tree_layout(plan, settings);
                        const Point centre{at.x(static_cast<int>(column)), at.y(plan.at(n).row)};
                        if (std::abs(text->at.x - centre.x) > 0.5f || std::abs(text->at.y - centre.y) > 0.5f)
                            continue;
                        const auto [known, first] = meant.emplace(text->text, plan.at(n).label);
                        EXPECT_EQ(known->second, plan.at(n).label) << text->text;
                    }
            }
        }
    }
}

TEST(TreePicture, ZoomsAboutThePointerFromTheWholeToLargeTokens) {
    const Trace trace = long_search(20);
    TreeParts parts;
    parts.search = trace.lattice.get();
    const TreePlan plan = tree_plan(parts, plain_style());
    TreeSettings settings;
    settings.width = 900;
    settings.height = 400;
    settings.zoom = 1;
    settings.scroll_x = 300;
    settings.scroll_y = 50;
    const Point about{420, 210};
    for (const float zoom : {0.8f, 1.25f, 2.0f}) {
        const TreeLayout before = tree_layout(plan, settings);
        const Point to = tree_scroll_for_zoom(plan, settings, zoom, about);
        TreeSettings next = settings;
        next.zoom = zoom;
        next.scroll_x = to.x;
        next.scroll_y = to.y;
        const TreeLayout after = tree_layout(plan, next);
        const bool free_x = to.x > 0 && to.x<after.most_x, free_y = to.y> 0 && to.y < after.most_y;
        int column = 0; // the one nearest to the pointer
        for (int c = 1; c < plan.length(); ++c)
            if (std::abs(before.x(c) - about.x) < std::abs(before.x(column) - about.x)) column = c;
        if (free_x) {
            EXPECT_NEAR((after.x(column) - about.x) / zoom, before.x(column) - about.x, 1.5f);
        }
        if (free_y) {
            EXPECT_NEAR((after.y(2) - about.y) / zoom, before.y(2) - about.y, 1.5f);
        }
    }
    settings.zoom = 0.001f; // the whole
    const TreeLayout whole = tree_layout(plan, settings);
    EXPECT_EQ(whole.most_x, 0);
    EXPECT_EQ(whole.most_y, 0);
    EXPECT_EQ(whole.overview.w, 0) << "all of it is in view";
    const Scene scene = tree_figure(plan, settings, plain_style());
    EXPECT_GE(scene.picks.size(), plan.nodes.size());
    EXPECT_EQ(unsound(scene), "");
}

TEST(TreePicture, TheOverviewLeadsEverywhere) {
    const Trace trace = searched("translate/additive", input_of("translate"), 40);
    TreeParts parts;
    parts.search = trace.lattice.get();
    const TreePlan plan = tree_plan(parts, plain_style());
    for (const Point size : {Point{560, 180}, Point{1240, 350}, Point{3300, 700}}) {
        TreeSettings settings;
        settings.width = size.x;
        settings.height = size.y;
        const TreeLayout at = tree_layout(plan, settings);
        if (at.overview.w == 0) continue;
        EXPECT_GE(at.overview.x, at.room.right()) << "beside the tree, not over it";
        EXPECT_LE(at.overview.right(), settings.width);
        EXPECT_LE(at.overview.bottom(), settings.height);
        const Point first = at.scroll_around({at.overview.x, at.overview.y}),
                    last = at.scroll_around({at.overview.right(), at.overview.bottom()});
        EXPECT_EQ(first.x, 0);
        EXPECT_EQ(first.y, 0);
        EXPECT_NEAR(last.x, at.most_x, 0.5f);
        EXPECT_NEAR(last.y, at.most_y, 0.5f);
        settings.scroll_x = last.x;
        settings.scroll_y = last.y;
        const Box frame = tree_layout(plan, settings).frame();
        EXPECT_NEAR(frame.right(), at.overview.right(), 0.5f);
        EXPECT_NEAR(frame.bottom(), at.overview.bottom(), 0.5f);
        EXPECT_GE(frame.w, 8);
        EXPECT_GE(frame.h, 8);
    }
}

TEST(TreePicture, GrowsWhereThereIsRoom) {
    const Lattice lattice = small_lattice();
    TreeParts parts;
    parts.search = &lattice;
    const TreePlan plan = tree_plan(parts, plain_style());
    TreeSettings settings;
    settings.width = 3300;
    settings.height = 900;
    EXPECT_EQ(tree_layout(plan, settings).zoom, 1.75f);
    settings.height = 200;
    EXPECT_GE(tree_layout(plan, settings).zoom, 1);
    EXPECT_LT(tree_layout(plan, settings).zoom, 1.75f);
    settings.height = 170;
    EXPECT_LT(tree_layout(plan, settings).zoom, 1) << "smaller, and all of it in view";
    EXPECT_EQ(tree_layout(plan, settings).most_y, 0);
}

TEST(TreePicture, NumbersThatAreNotOneOrNothingDoNotReadSo) {
    EXPECT_EQ(node_number(0.997), ".997");
    EXPECT_EQ(node_number(0.9999), ".9999");
    EXPECT_EQ(node_number(0.99996), ".99996");
    EXPECT_EQ(node_number(0.71), ".71");
    EXPECT_EQ(score_number(-0.0006), "−0.00060");
    EXPECT_EQ(score_number(-0.028), "−0.028");
    EXPECT_EQ(score_number(-1.392), "−1.39");
    EXPECT_EQ(score_number(0), "0.00");
    EXPECT_NE(score_number(-3e-9), score_number(0));
}

TEST(TreePicture, PicksNameTheirNodes) {
    const Lattice lattice = small_lattice();
    TreeParts parts;
    parts.search = &lattice;
    const Drawn d = drawn(parts);
    for (std::size_t n = 0; n < d.boxes.size(); ++n) {
        const Pick* pick = d.scene.hit(d.boxes[n].centre());
        ASSERT_NE(pick, nullptr);
        EXPECT_EQ(pick->id.k, static_cast<int>(n));
        EXPECT_EQ(pick->id.kind, PickKind::Token);
        EXPECT_NE(pick->tooltip.find("p 0."), std::string::npos) << pick->tooltip;
    }
    EXPECT_NE(tree_words(d.plan, tree_node(d.plan, {0, 1, 9})).find("score"), std::string::npos);
    EXPECT_NE(tree_words(d.plan, tree_node(d.plan, {3})).find("dropped"), std::string::npos);
}

TEST(TreePicture, NumbersUnderNodesAreShort) {
    EXPECT_EQ(node_number(1), "1");
    EXPECT_EQ(node_number(0.71), ".71");
    EXPECT_EQ(node_number(0.004), ".004");
    EXPECT_EQ(node_number(4.3e-5), "4e−5");
    EXPECT_EQ(node_number(0.0007), ".001");
    EXPECT_EQ(node_number(0), "0");
}

TEST(TreePicture, AnEmptySearchIsAnEmptyTree) {
    const TreePlan plan = tree_plan({}, plain_style());
    EXPECT_EQ(plan.length(), 0);
    const Scene scene = tree_figure(plan, {}, plain_style());
    EXPECT_EQ(unsound(scene), "");
    EXPECT_EQ(tree_move(plan, -1, TreeMove::Right), -1);
    EXPECT_NE(test::message_of([&] { paper_tree(plan, {}, plain_style()); }).find("no search"),
              std::string::npos);
}

TEST(PaperTree, IsAsWideAsAskedAndBreaksLongSentences) {
    const Trace trace = searched(
        "translate/additive", input_of("translate") + " and the political union buys new cars every day", 4);
    TreeParts parts;
    parts.search = trace.lattice.get();
    const TreePlan plan = tree_plan(parts, plain_style());
    FigureStyle style = plain_style();
    style.theme = Theme::Light;
    PaperSettings settings;
    settings.title = "A search";
    float before = 1e9f;
    for (const float width : {84.0f, 174.0f, 400.0f}) {
        settings.width_mm = width;
        const Scene scene = paper_tree(plan, settings, style);
        EXPECT_NEAR(scene.width, width / 25.4f * 72, 0.01f);
        EXPECT_LT(scene.height, before) << "a wider page needs fewer lines";
        before = scene.height;
        EXPECT_EQ(unsound(scene), "");
        EXPECT_EQ(outside(scene, metrics), "");
        EXPECT_EQ(overlapping(scene, metrics), "");
        std::map<std::string, int> numbers;
        for (const TextItem* text : items_of<TextItem>(scene)) {
            EXPECT_GE(text->size, settings.font_pt - 0.01f);
            ++numbers[text->text];
        }
        for (int n = 1; n <= 4; ++n)
            EXPECT_GE(numbers[std::to_string(n)], 2) << "a column's and a sentence's";
    }
}

} // namespace
} // namespace heed
