// The tree of a search: which nodes it has, where they stand, and how the keys go through it.
#include "core/base/error.h"
#include "core/io/model/model_folder.h"
#include "core/models/registry.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/app/figures/search/drawn_tree.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

namespace heed {

using namespace test::search;

namespace {

using Kind = TreeNode::Kind;

using Fate = LatticeNode::Fate;

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

} // namespace
} // namespace heed
