// Typing in the table of candidates.
#include "app/state/token_offers.h"
#include "tests/app/state/search/searching.h"

#include "core/models/model.h"
#include <gtest/gtest.h>

#include <cmath>

namespace heed::search_test {
namespace {

TEST(Search, WhatIsTypedIsOfferedByProbabilityAndSaysIt) {
    AppState s = translating();
    go(s, {.id = "tree-select", .i = tree_sentence(*s.search.tree, -1)[3]});
    go(s, {"tree-type", "e"});
    ASSERT_TRUE(s.search.typed);
    ASSERT_GE(s.search.typed->offered.size(), 2u);
    double before = 1;
    for (std::size_t n = 0; n < s.search.typed->offered.size(); ++n) {
        const std::string& token = s.search.typed->offered[n];
        const auto p = typed_probability(s, token);
        ASSERT_TRUE(p) << token;
        const bool exact = token == "e";
        if (n > 0 && !exact && s.search.typed->offered[n - 1] != "e") {
            EXPECT_LE(*p, before) << token;
        }
        before = *p;
    }
    // What F shows at that output is the same number.
    for (const Candidate& c : s.search.candidates.list)
        EXPECT_NEAR(*typed_probability(s, c.text), std::exp(static_cast<double>(c.log_prob)), 1e-6);
}

TEST(Search, TypingOffersTheVocabularyAndEnterForces) {
    AppState s = translating();
    const int node = tree_sentence(*s.search.tree, -1)[4]; // "zone"
    go(s, {.id = "tree-select", .i = node});
    const std::string own = s.search.tree->at(node).text;
    go(s, {"tree-type"});
    ASSERT_TRUE(s.search.typed);
    EXPECT_TRUE(s.search.typed->offered.empty());
    go(s, {"tree-type", "guer"});
    ASSERT_FALSE(s.search.typed->offered.empty());
    EXPECT_EQ(s.search.typed->offered.front(), "guerre");
    EXPECT_EQ(s.search.tree->nodes.back().kind, TreeNode::Kind::Typed);
    EXPECT_EQ(s.search.tree->nodes.back().column, 4);
    go(s, {"tree-take"});
    EXPECT_FALSE(s.search.typed);
    EXPECT_EQ(s.edits.forced.at(4), "guerre");
    EXPECT_EQ(s.search.changed->steps[4].token.text, "guerre");
    EXPECT_EQ(s.search.tree->at(selected_node(s)).text, "guerre");
    EXPECT_NE(own, "guerre");
    go(s, {"undo"});
    // A token that no search has come across.
    go(s, {.id = "tree-select", .i = tree_sentence(*s.search.tree, -1)[4]});
    go(s, {"tree-type", "ses"});
    go(s, {"tree-take"});
    EXPECT_EQ(s.search.tree->at(selected_node(s)).text, "ses");
    EXPECT_EQ(s.search.tree->at(selected_node(s)).kind, TreeNode::Kind::Changed);
}

TEST(Search, AWordThatTheVocabularyLacksIsNotForced) {
    AppState s = translating();
    go(s, {"tree-type", "zyzzyva"});
    EXPECT_TRUE(s.search.typed->offered.empty());
    go(s, {"tree-take"});
    EXPECT_TRUE(s.search.typed) << "the field stays, to be mended";
    EXPECT_FALSE(s.edits.any());
    go(s, {"clear"});
    EXPECT_FALSE(s.search.typed);
    EXPECT_EQ(target_token(s, "‹unknown›"), "");
    EXPECT_EQ(target_token(s, "<unk>"), "");
    EXPECT_EQ(target_token(s, "end"), "</s>");
}

TEST(Search, OffersAreChosenByArrow) {
    AppState s = translating();
    go(s, {"tree-type", "s"});
    const auto count = static_cast<int>(s.search.typed->offered.size());
    ASSERT_GT(count, 2);
    go(s, {.id = "tree-offer", .i = -1});
    EXPECT_EQ(s.search.typed->chosen, count - 1);
    go(s, {.id = "tree-offer", .i = 1});
    go(s, {.id = "tree-offer", .i = 1});
    EXPECT_EQ(s.search.typed->chosen, 1);
    const std::string token = s.search.typed->offered[1];
    go(s, {.id = "tree-take", .i = -1});
    EXPECT_EQ(s.edits.forced.rbegin()->second, token);
}

TEST(Offers, WhatMayBeTypedIsTheBeginningOfTheModelsWords) {
    Model model;
    EXPECT_EQ(known_words(model, 3), "");
    model.tokenizer.level = TokenLevel::Word;
    model.source = Vocabulary({"<pad>", "<s>", "</s>", "<unk>", "cold", "<2fr>", "hot", "été"});
    EXPECT_EQ(known_words(model, 12), "It knows 3 words: cold, hot, été");
    EXPECT_EQ(known_words(model, 2), "It knows 3 words: cold, hot, …");
    model.tokenizer.level = TokenLevel::Given;
    EXPECT_EQ(known_words(model, 1), "It knows 3 tokens: cold, …");
}

} // namespace
} // namespace heed::search_test
