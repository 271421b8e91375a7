#include "app/figures/search/tree.h"

#include "app/figures/search/tree_draw.h"
#include "core/io/model/model_folder.h"
#include "core/models/registry.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/app/figures/search/searched.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

namespace heed {

using namespace test::search;

namespace {

using Kind = TreeNode::Kind;

/// A tree written by hand: parent, position, token, p, fate.
Lattice lattice_of(const std::vector<LatticeNode>& nodes, int width) {
    Lattice lattice;
    lattice.settings.width = width;
    lattice.nodes = nodes;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        lattice.nodes[n].total =
            nodes[n].log_prob +
            (nodes[n].parent < 0 ? 0 : lattice.nodes[static_cast<std::size_t>(nodes[n].parent)].total);
        if (nodes[n].fate != LatticeNode::Fate::Finished) continue;
        Hypothesis h;
        for (int at = static_cast<int>(n); at >= 0; at = lattice.nodes[static_cast<std::size_t>(at)].parent)
            h.nodes.insert(h.nodes.begin(), at);
        h.log_prob = h.score = lattice.nodes[n].total;
        lattice.hypotheses.push_back(h);
    }
    std::stable_sort(lattice.hypotheses.begin(), lattice.hypotheses.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    return lattice;
}

using Fate = LatticeNode::Fate;
LatticeNode node(int parent, int position, int id, double p, Fate fate) {
    return {parent,
            position,
            0,
            id,
            std::string(1, static_cast<char>('a' + id)),
            static_cast<float>(std::log(p)),
            0,
            fate,
            false};
}

/// a b end (best), a c end, and d, which is dropped.
Lattice small_lattice() {
    return lattice_of({node(-1, 0, 0, 0.7, Fate::Kept), node(-1, 0, 3, 0.2, Fate::Kept),
                       node(-1, 0, 4, 0.1, Fate::Pruned), node(0, 1, 1, 0.6, Fate::Kept),
                       node(0, 1, 2, 0.3, Fate::Kept), node(1, 1, 5, 0.1, Fate::Pruned),
                       node(3, 2, 9, 0.9, Fate::Finished), node(4, 2, 9, 0.9, Fate::Finished)},
                      2);
}

struct Drawn {
    TreePlan plan;
    TreeSettings settings;
    Scene scene;
    std::vector<Box> boxes;
};

/// All of it, at the usual size.
Drawn drawn(const TreeParts& parts) {
    Drawn d;
    d.plan = tree_plan(parts, plain_style());
    d.settings.width = 160.0f * static_cast<float>(d.plan.length()) + 400;
    d.settings.height = 30.0f * static_cast<float>(d.plan.last_row - d.plan.first_row + 1) + 120;
    d.scene = tree_figure(d.plan, d.settings, plain_style());
    const TreeLayout layout = tree_layout(d.plan, d.settings);
    const TreeStage stage = tree_stage(d.plan, -1);
    TreeDraw draw(d.scene, d.plan, stage, d.settings, plain_style());
    draw.k = layout.zoom;
    draw.widths = layout.widths;
    for (int column = 0; column < d.plan.length(); ++column) draw.centres.push_back(layout.x(column));
    draw.row = layout.row;
    draw.start = {layout.x(-1), layout.y(0)};
    for (std::size_t n = 0; n < d.plan.nodes.size(); ++n) d.boxes.push_back(draw.box(static_cast<int>(n)));
    return d;
}

bool apart(const Box& a, const Box& b) {
    return a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
}

/// The first line that runs through a node, or nothing.
std::string line_through_a_node(const Drawn& d) {
    const auto inside = [&](Point p) -> std::string {
        for (std::size_t n = 0; n < d.boxes.size(); ++n) {
            const Box b = d.boxes[n];
            if (p.x > b.x + 0.5f && p.x < b.right() - 0.5f && p.y > b.y + 0.5f && p.y < b.bottom() - 0.5f)
                return d.plan.nodes[n].label + " in column " + std::to_string(d.plan.nodes[n].column);
        }
        return {};
    };
    for (const CurveItem* curve : items_of<CurveItem>(d.scene)) {
        if (std::abs(curve->d.x - curve->a.x) < 8 && std::abs(curve->d.y - curve->a.y) < 8)
            continue; // of the fork's sign
        for (int k = 0; k <= 32; ++k) {
            const float t = static_cast<float>(k) / 32, u = 1 - t;
            const Point p{u * u * u * curve->a.x + 3 * u * u * t * curve->b.x + 3 * u * t * t * curve->c.x +
                              t * t * t * curve->d.x,
                          u * u * u * curve->a.y + 3 * u * u * t * curve->b.y + 3 * u * t * t * curve->c.y +
                              t * t * t * curve->d.y};
            if (const std::string found = inside(p); !found.empty()) return found;
        }
    }
    return {};
}

void check_tree(const Drawn& d, const Lattice& lattice) {
    const TreePlan& plan = d.plan;
    const auto kept = std::count_if(lattice.nodes.begin(), lattice.nodes.end(),
                                    [](const LatticeNode& n) { return n.fate != Fate::Pruned; });
    EXPECT_EQ(std::ssize(plan.nodes), kept);
    for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
        const TreeNode& it = plan.nodes[n];
        EXPECT_LT(it.parent, static_cast<int>(n));
        EXPECT_EQ(it.column, it.parent < 0 ? 0 : plan.at(it.parent).column + 1);
        EXPECT_TRUE(it.kind != Kind::Best || it.row == 0);
        EXPECT_EQ(it.row % 2, 0);
        EXPECT_GE(it.row, plan.first_row);
        EXPECT_LT(it.row, plan.last_row);
        EXPECT_EQ(tree_node(plan, tree_path(plan, static_cast<int>(n))), static_cast<int>(n));
    }
    for (const auto& column : plan.columns)
        for (std::size_t a = 0; a + 1 < column.size(); ++a)
            EXPECT_TRUE(apart(d.boxes[static_cast<std::size_t>(column[a])],
                              d.boxes[static_cast<std::size_t>(column[a + 1])]));
    ASSERT_EQ(plan.sentences.size(), lattice.hypotheses.size());
    for (std::size_t n = 0; n < plan.sentences.size(); ++n) {
        EXPECT_EQ(plan.at(plan.sentences[n].end).sentence, static_cast<int>(n));
        EXPECT_EQ(plan.sentences[n].hypothesis, static_cast<int>(n));
        EXPECT_EQ(std::ssize(tree_path(plan, plan.sentences[n].end)),
                  std::ssize(lattice.hypotheses[n].nodes));
        EXPECT_FALSE(plan.at(plan.sentences[n].end).dead_end);
    }
    EXPECT_EQ(line_through_a_node(d), "");
    EXPECT_EQ(unsound(d.scene), "");
    EXPECT_EQ(overlapping(d.scene, metrics), "");
    EXPECT_EQ(outside(d.scene, metrics), "");
}

std::vector<std::string> shipped() {
    std::vector<std::string> names;
    const auto root = test::source_dir() / "assets/models";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
        if (entry.path().filename() == "model.safetensors" &&
            !answers_at_once(io::summarize_model(entry.path().parent_path()).config.architecture()->id))
            names.push_back(entry.path().parent_path().lexically_relative(root).generic_string());
    std::sort(names.begin(), names.end());
    return names;
}

class TreeOf : public testing::TestWithParam<std::string> {};

TEST_P(TreeOf, KeepsItsRulesAtEveryWidth) {
    for (const int width : {1, 2, 4, 10, 40}) {
        SCOPED_TRACE(width);
        Trace trace;
        try {
            trace = searched(GetParam(), input_of(GetParam()), width);
        } catch (const Error& error) { // a tagged model names what its first token must be
            const std::string words = error.what();
            const std::size_t quote = words.find('"');
            ASSERT_NE(quote, std::string::npos) << words;
            trace = searched(GetParam(),
                             words.substr(quote + 1, words.find('"', quote + 1) - quote - 1) +
                                 " the union buys new cars",
                             width);
        }
        TreeParts parts;
        parts.search = trace.lattice.get();
        check_tree(drawn(parts), *trace.lattice);
    }
}

INSTANTIATE_TEST_SUITE_P(Shipped, TreeOf, testing::ValuesIn(shipped()), [](const auto& named) {
    std::string name = named.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
});

// ---------------------------------------------------------------------------------------------- what is what

TEST(Tree, SaysWhatBecameOfEveryNode) {
    const Lattice lattice = small_lattice();
    TreeParts parts;
    parts.search = &lattice;
    const TreePlan plan = tree_plan(parts, plain_style());
    ASSERT_EQ(plan.nodes.size(), 6u) << "what was never kept is not shown";
    EXPECT_EQ(plan.at(tree_node(plan, {0})).kind, Kind::Best);
    EXPECT_EQ(plan.at(tree_node(plan, {0, 1, 9})).kind, Kind::Best);
    EXPECT_EQ(plan.at(tree_node(plan, {0, 2})).kind, Kind::Survivor);
    EXPECT_EQ(plan.at(tree_node(plan, {3})).kind, Kind::Dropped);
    EXPECT_TRUE(plan.at(tree_node(plan, {3})).dead_end);
    EXPECT_EQ(tree_node(plan, {4}), -2);
    EXPECT_EQ(plan.at(tree_node(plan, {0, 1, 9})).label, "end");
    EXPECT_EQ(tree_tokens(plan, tree_node(plan, {0, 2, 9})), (std::vector<std::string>{"a", "c", "j"}));
}

TEST(Tree, ShowsWhatASearchKnewOnTheWay) {
    const Lattice lattice = small_lattice();
    TreeParts parts;
    parts.search = &lattice;
    const TreePlan plan = tree_plan(parts, plain_style());
    const auto kind = [&](const TreeStage& stage, const std::vector<int>& path) {
        return stage.kinds[static_cast<std::size_t>(tree_node(plan, path))];
    };
    const TreeStage first = tree_stage(plan, 1);
    EXPECT_EQ(kind(first, {0}), Kind::Best);
    EXPECT_EQ(kind(first, {3}), Kind::Survivor) << "not yet dropped";
    EXPECT_FALSE(first.visible[static_cast<std::size_t>(tree_node(plan, {0, 1}))]);
    const TreeStage second = tree_stage(plan, 2);
    EXPECT_EQ(kind(second, {3}), Kind::Dropped);
    EXPECT_TRUE(second.dead_ends[static_cast<std::size_t>(tree_node(plan, {3}))]);
    EXPECT_EQ(kind(second, {0, 2}), Kind::Survivor);
    const TreeStage none = tree_stage(plan, 0);
    EXPECT_EQ(std::count(none.visible.begin(), none.visible.end(), 1), 0);
}

TEST(Tree, GraftsTheChangedSearchWhereItLeaves) {
    const Lattice lattice = small_lattice();
    // The user forces c: a is shared, c is another sentence's and becomes white; then f, which is new.
    const Lattice changed = lattice_of({node(-1, 0, 0, 0.7, Fate::Kept), node(0, 1, 2, 0.3, Fate::Kept),
                                        node(1, 2, 6, 0.95, Fate::Kept), node(2, 3, 9, 1, Fate::Finished)},
                                       2);
    TreeParts parts;
    parts.search = &lattice;
    parts.changed = &changed;
    parts.changed_forced = {1};
    const Drawn d = drawn(parts);
    const TreePlan& plan = d.plan;
    EXPECT_EQ(plan.nodes.size(), 8u);
    EXPECT_EQ(plan.at(tree_node(plan, {0})).kind, Kind::Best);
    EXPECT_FALSE(plan.at(tree_node(plan, {0})).forced);
    EXPECT_EQ(plan.at(tree_node(plan, {0, 2})).kind, Kind::Changed);
    EXPECT_TRUE(plan.at(tree_node(plan, {0, 2})).forced);
    EXPECT_EQ(plan.at(tree_node(plan, {0, 2, 9})).kind, Kind::Survivor);
    EXPECT_EQ(plan.at(tree_node(plan, {0, 2, 6, 9})).kind, Kind::Changed);
    ASSERT_EQ(plan.sentences.size(), 3u);
    EXPECT_TRUE(plan.sentences[1].changed) << "0.2 lies between the two of the first search";
    EXPECT_EQ(line_through_a_node(d), "");
    EXPECT_EQ(overlapping(d.scene, metrics), "");
}

TEST(Tree, ATokenWithAnotherProbabilityIsAnotherNode) {
    const Lattice lattice = small_lattice();
    // The attention of the first output was changed: the same tokens, and yet nothing is shared.
    const Lattice changed =
        lattice_of({node(-1, 0, 0, 0.5, Fate::Kept), node(0, 1, 9, 0.9, Fate::Finished)}, 2);
    TreeParts parts;
    parts.search = &lattice;
    parts.changed = &changed;
    const TreePlan plan = tree_plan(parts, plain_style());
    EXPECT_EQ(plan.roots.size(), 3u);
    const int white = tree_node(plan, {0});
    EXPECT_EQ(plan.at(white).kind, Kind::Changed);
    EXPECT_NE(plan.at(white).row, 0);
}

TEST(Tree, OpenedNodesShowWhatWasNotFollowed) {
    const Lattice lattice = small_lattice();
    TreeParts parts;
    parts.search = &lattice;
    parts.opened = {{{0}, {{"b", 1, -0.5f}, {"g", 6, -3.0f}, {"h", 7, -4.0f}, {"c", 2, -1.2f}}},
                    {{0, 1, 9}, {{"b", 1, -0.5f}}}};
    const TreeTyped typed{{0}, "xy", false};
    parts.typed = &typed;
    const Drawn d = drawn(parts);
    EXPECT_EQ(std::count_if(d.plan.nodes.begin(), d.plan.nodes.end(),
                            [](const TreeNode& n) { return n.kind == Kind::Candidate; }),
              2)
        << "what is in the tree is not there twice, and nothing follows the end";
    EXPECT_EQ(d.plan.nodes.back().kind, Kind::Typed);
    EXPECT_EQ(tree_node(d.plan, {0, 6}) >= 0, true);
    EXPECT_FALSE(d.plan.at(tree_node(d.plan, {3})).children.size());
    EXPECT_EQ(overlapping(d.scene, metrics), "");
    EXPECT_EQ(line_through_a_node(d), "");
    for (const auto& column : d.plan.columns)
        for (std::size_t a = 0; a < column.size(); ++a)
            for (std::size_t b = a + 1; b < column.size(); ++b)
                EXPECT_TRUE(apart(d.boxes[static_cast<std::size_t>(column[a])],
                                  d.boxes[static_cast<std::size_t>(column[b])]));
}

// ---------------------------------------------------------------------------------------------- ways

TEST(Tree, ArrowsReachEveryNode) {
    const Trace trace = searched("translate/additive", input_of("translate"), 10);
    TreeParts parts;
    parts.search = trace.lattice.get();
    const TreePlan plan = tree_plan(parts, plain_style());
    std::set<int> seen{-1};
    std::vector<int> waiting{-1};
    while (!waiting.empty()) {
        const int from = waiting.back();
        waiting.pop_back();
        for (const TreeMove move : {TreeMove::Right, TreeMove::Left, TreeMove::Up, TreeMove::Down})
            if (const int to = tree_move(plan, from, move); seen.insert(to).second) waiting.push_back(to);
    }
    EXPECT_EQ(seen.size(), plan.nodes.size() + 1);
}

TEST(Tree, RightFollowsTheSentenceAndLeftReturns) {
    const Lattice lattice = small_lattice();
    TreeParts parts;
    parts.search = &lattice;
    const TreePlan plan = tree_plan(parts, plain_style());
    int at = -1;
    for (const int expected : tree_sentence(plan, -1)) {
        at = tree_move(plan, at, TreeMove::Right);
        EXPECT_EQ(at, expected);
    }
    EXPECT_EQ(tree_move(plan, at, TreeMove::Right), at) << "nothing follows the end";
    for (int n = 0; n < 3; ++n) at = tree_move(plan, at, TreeMove::Left);
    EXPECT_EQ(at, -1);
    EXPECT_EQ(tree_move(plan, -1, TreeMove::Left), -1);
    const int other = tree_node(plan, {0, 2});
    const TreeMove back = plan.at(other).row > 0 ? TreeMove::Up : TreeMove::Down;
    EXPECT_EQ(tree_move(plan, other, back), tree_node(plan, {0, 1}));
    EXPECT_EQ(tree_sentence(plan, other),
              (std::vector<int>{tree_node(plan, {0}), other, tree_node(plan, {0, 2, 9})}));
}

// ---------------------------------------------------------------------------------------------- pictures

TEST(Tree, ScrollsToWhatIsSelectedAndDrawsOnlyWhatIsInView) {
    const Trace trace = searched(
        "translate/additive", input_of("translate") + " and the political union buys new cars every day", 10);
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

TEST(Tree, TokensOfAColumnThatAreCutCanBeToldApart) {
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

TEST(Tree, ZoomsAboutThePointerFromTheWholeToLargeTokens) {
    const Trace trace = searched(
        "translate/additive", input_of("translate") + " and the political union buys new cars every day", 20);
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

TEST(Tree, TheOverviewLeadsEverywhere) {
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

TEST(Tree, GrowsWhereThereIsRoom) {
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

TEST(Tree, NumbersThatAreNotOneOrNothingDoNotReadSo) {
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

TEST(Tree, PicksNameTheirNodes) {
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

TEST(Tree, NumbersUnderNodesAreShort) {
    EXPECT_EQ(node_number(1), "1");
    EXPECT_EQ(node_number(0.71), ".71");
    EXPECT_EQ(node_number(0.004), ".004");
    EXPECT_EQ(node_number(4.3e-5), "4e−5");
    EXPECT_EQ(node_number(0.0007), ".001");
    EXPECT_EQ(node_number(0), "0");
}

TEST(Tree, AnEmptySearchIsAnEmptyTree) {
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
