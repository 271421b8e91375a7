// Walking the tree of a search, and forcing what it did not follow.
#include "tests/app/state/search/searching.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed::search_test {
namespace {

TEST(Search, ArrowsWalkTheTreeAndKeepTheFocusThere) {
    AppState s = translating();
    go(s, {.id = "tree-select", .i = -1});
    const std::vector<int> best = tree_sentence(*s.search.tree, -1);
    for (const int node : best) {
        const EffectList effects = update(s, {"tree-right"});
        EXPECT_TRUE(std::any_of(effects.begin(), effects.end(), [](const Effect& e) {
            return e.kind == Effect::Kind::Focus && e.text == "tree";
        }));
        answer(s);
        EXPECT_EQ(selected_node(s), node);
    }
    for (std::size_t n = best.size(); n-- > 0;) go(s, {"tree-left"});
    EXPECT_TRUE(s.search.path.empty());
}

TEST(Search, EnterShowsWhatWasNotFollowedAndHidesItAgain) {
    AppState s = translating();
    go(s, {.id = "tree-select", .i = tree_sentence(*s.search.tree, -1).front()});
    const auto count = [&] {
        return std::count_if(s.search.tree->nodes.begin(), s.search.tree->nodes.end(),
                             [](const TreeNode& n) { return n.kind == TreeNode::Kind::Candidate; });
    };
    EXPECT_EQ(count(), 0);
    go(s, {"tree-open"});
    EXPECT_EQ(count(), 5);
    EXPECT_EQ(s.search.path.size(), 1u);
    go(s, {"tree-right"}); // candidates are nodes like others
    go(s, {"tree-left"});
    EXPECT_EQ(count(), 5);
    go(s, {"tree-open"});
    EXPECT_EQ(count(), 0);
}

TEST(Search, ForcingRewritesTheRestAndUndoBringsTheTreeBack) {
    AppState s = translating();
    const auto before = s.search.found;
    const std::string best = best_text(s);
    const int node = tree_sentence(*s.search.tree, -1)[3]; // "la", the fourth
    go(s, {.id = "tree-select", .i = node});
    go(s, {.id = "tree-force-token", .text = "l'", .i = 3});
    EXPECT_EQ(s.edits.forced, (std::map<int, std::string>{{3, "l'"}}))
        << "what comes before is the model's own choice";
    ASSERT_NE(s.search.changed, nullptr);
    EXPECT_EQ(s.search.found, before);
    EXPECT_EQ(s.search.changed->steps[3].token.text, "l'");
    EXPECT_EQ(s.search.tree->at(selected_node(s)).text, "l'");
    EXPECT_EQ(s.search.tree->at(selected_node(s)).kind, TreeNode::Kind::Changed);
    EXPECT_TRUE(s.search.tree->at(selected_node(s)).forced);
    EXPECT_TRUE(search_pair(s).edited);
    EXPECT_NE(search_words(s).sentence.find("forcing “l'” costs"), std::string::npos)
        << search_words(s).sentence;
    AppState both = s;
    both.edits.heads[{HeadKind::Cross, 0, 0}] = {HeadEdit::Kind::Off}; // has its share in what is lost
    EXPECT_NE(search_words(both).sentence.find("the change costs"), std::string::npos)
        << search_words(both).sentence;
    go(s, {"undo"});
    EXPECT_FALSE(s.edits.any());
    EXPECT_EQ(s.search.changed, nullptr);
    EXPECT_EQ(s.search.found, before);
    EXPECT_EQ(best_text(s), best);
    EXPECT_GE(selected_node(s), 0) << "the selection falls back to a node that is there";
}

TEST(Search, ForcingANodeLeadsThroughItsWholeBeginning) {
    AppState s = translating();
    // Every node of the tree, forced: the changed search writes its sentence.
    const auto plan = s.search.tree;
    for (int n = 0; n < static_cast<int>(plan->nodes.size()); ++n) {
        if (plan->at(n).kind == TreeNode::Kind::Best) continue;
        const std::vector<int> path = tree_path(*plan, n);
        go(s, {.id = "tree-select", .i = tree_node(*s.search.tree, path)});
        go(s, {"tree-force"});
        ASSERT_NE(s.search.changed, nullptr) << n;
        for (std::size_t i = 0; i < path.size(); ++i)
            EXPECT_EQ(s.search.changed->steps[i].token.id, path[i]) << plan->at(n).text;
        EXPECT_EQ(s.search.path, path);
        for (const auto& [i, token] : s.edits.forced) EXPECT_LT(i, static_cast<int>(path.size()));
        go(s, {"reset"});
        ASSERT_EQ(s.search.tree->nodes.size(), plan->nodes.size());
    }
}

TEST(Search, WhatTheSearchDoesAnywayIsNoEdit) {
    AppState s = translating();
    const int node = tree_sentence(*s.search.tree, -1)[3];
    go(s, {.id = "tree-select", .i = node});
    go(s, {.id = "tree-force-token", .text = "l'", .i = 3});
    EXPECT_TRUE(s.edits.any());
    go(s, {.id = "tree-force-token",
           .text = s.search.tree->at(tree_sentence(*s.search.tree, -1)[3]).text,
           .i = 3});
    EXPECT_FALSE(s.edits.any()) << "the model's own token frees the output again";
    const std::size_t steps = s.history.steps.size();
    go(s, {"tree-force"});
    EXPECT_EQ(s.history.steps.size(), steps);
}

TEST(Search, KeepMakesTheChangedSentenceTheOneToCompareWith) {
    AppState s = translating();
    go(s, {.id = "tree-select", .i = tree_sentence(*s.search.tree, -1)[3]});
    go(s, {.id = "tree-force-token", .text = "l'", .i = 3});
    const std::string changed = s.search.changed->target_text;
    go(s, {"keep"});
    EXPECT_EQ(s.search.changed, nullptr);
    EXPECT_EQ(best_text(s), changed);
    const int node = tree_sentence(*s.search.tree, -1)[3];
    EXPECT_TRUE(s.search.tree->at(node).forced) << "it is still the user's own";
    EXPECT_FALSE(s.search.tree->at(tree_sentence(*s.search.tree, -1)[2]).forced);
}

TEST(Search, CharactersAreTokensToo) {
    AppState s = searching("dates/additive", "3 March 1987");
    go(s, {.id = "tree-select", .i = tree_sentence(*s.search.tree, -1)[6]});
    go(s, {"tree-type", "7"});
    EXPECT_EQ(s.search.typed->offered, std::vector<std::string>{"7"});
    go(s, {"tree-take"});
    EXPECT_EQ(s.search.changed->steps[6].token.text, "7");
}

} // namespace
} // namespace heed::search_test
