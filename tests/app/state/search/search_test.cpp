// The Search workspace as values: what follows from a search.
#include "app/state/step/what_if.h"
#include "core/base/error.h"
#include "core/io/open/model_library.h"
#include "tests/app/state/search/searching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::search_test {
namespace {

TEST(Search, OpensOnTheTokenTheModelWasLeastSureOf) {
    AppState s = translating();
    ASSERT_NE(s.search.tree, nullptr);
    EXPECT_EQ(s.search.tree->sentences.size(), 4u);
    const int node = selected_node(s);
    ASSERT_GE(node, 0);
    EXPECT_EQ(s.search.tree->at(node).kind, TreeNode::Kind::Best);
    for (const int other : tree_sentence(*s.search.tree, -1))
        EXPECT_TRUE(s.search.tree->at(other).is_end ||
                    s.search.tree->at(other).log_prob >= s.search.tree->at(node).log_prob);
    EXPECT_EQ(search_revealed(s), search_length(s));
    EXPECT_EQ(search_words(s).title, "Search finished");
    EXPECT_TRUE(search_words(s).sentence.starts_with("Four sentences reached the end token."));
}

TEST(Search, CandidatesAreTheWholeDistributionAtTheSelectedOutput) {
    AppState s = translating();
    for (int n = -1; n < static_cast<int>(s.search.tree->nodes.size()); ++n) {
        go(s, {.id = "tree-select", .i = n});
        const SearchCandidates& c = s.search.candidates;
        ASSERT_EQ(c.output, n < 0 ? 0 : s.search.tree->at(n).column);
        ASSERT_EQ(c.list.size(), 8u);
        double sum = c.rest;
        for (const Candidate& candidate : c.list) sum += std::exp(static_cast<double>(candidate.log_prob));
        EXPECT_NEAR(sum, 1, 1e-4);
        EXPECT_EQ(c.others + 8, s.model->target.size());
        if (n < 0) continue;
        const auto own = std::find_if(c.list.begin(), c.list.end(),
                                      [&](const Candidate& candidate) { return candidate.id == c.chosen; });
        ASSERT_NE(own, c.list.end()) << "what is selected is always shown";
        EXPECT_NEAR(own->log_prob, s.search.tree->at(n).log_prob, 1e-3f)
            << "the run of its sentence and the search agree";
    }
}

TEST(Search, WithAnEditedRowEachOfTwoNodesHasItsOwnCandidates) {
    AppState s = translating();
    go(s, {.id = "edit-row", .text = "uniform", .i = 4});
    ASSERT_NE(s.search.changed, nullptr);
    const auto plan = s.search.tree;
    int changed = 0;
    for (int n = 0; n < static_cast<int>(plan->nodes.size()); ++n) {
        go(s, {.id = "tree-select", .i = n});
        ASSERT_EQ(s.search.tree, plan);
        ASSERT_EQ(s.search.tree, plan);
        EXPECT_EQ(selected_node(s), n) << "the orange one is not the white one";
        const auto& list = s.search.candidates.list;
        const auto own = std::find_if(list.begin(), list.end(),
                                      [&](const Candidate& c) { return c.id == s.search.candidates.chosen; });
        ASSERT_NE(own, list.end());
        EXPECT_NEAR(own->log_prob, plan->at(n).log_prob, 2e-3f)
            << plan->at(n).text << " at " << plan->at(n).column;
        changed += plan->at(n).from_changed;
    }
    EXPECT_GT(changed, 5);
    EXPECT_NE(search_words(s).sentence.find(" reached the end token, and "), std::string::npos);
    EXPECT_NE(search_words(s).sentence.find(" with your changes. "), std::string::npos);
}

TEST(Search, BeginsWithThePenaltiesOfTheCommandLine) {
    const AppState s = translating();
    EXPECT_EQ(search_beam(s).length_penalty, Beam{}.length_penalty);
    EXPECT_EQ(search_beam(s).coverage_penalty, Beam{}.coverage_penalty);
    EXPECT_EQ(search_beam(s).width, 4);
}

TEST(Search, HowTheTreeIsLookedAtIsKeptInASession) {
    AppState s = translating();
    go(s, {"tree-share", "", 0.62});
    go(s, {"search-side", "", 480});
    go(s, {.id = "tree-zoom", .value = 1.5, .i = 40, .j = 10});
    EXPECT_EQ(s.search.scroll_x, 40);
    const auto json = nlohmann::json::parse(tree_view_to_json(s).dump());
    AppState other;
    tree_view_from_json(json, other);
    EXPECT_FLOAT_EQ(other.search.tree_share, 0.62f);
    EXPECT_EQ(other.search.side, 480);
    EXPECT_EQ(other.search.zoom, 1.5f);
    EXPECT_EQ(other.search.path, s.search.path);
    tree_view_from_json(nlohmann::json::array({4, 5}), other); // of before
    EXPECT_EQ(other.search.path, (std::vector<int>{4, 5}));
    EXPECT_EQ(other.search.zoom, 0);
    go(s, {"tree-whole"});
    go(s, {"tree-whole"});
    EXPECT_EQ(s.search.zoom, 0) << "and back";
}

TEST(Search, BothScoresAreNamedAndNeitherReadsAsNothing) {
    AppState s = translating();
    go(s, {.id = "length-penalty", .value = 1});
    const std::string words = search_words(s).sentence;
    const auto& best = s.search.tree->sentences.front();
    EXPECT_NE(words.find("scores " + score_number(best.score)), std::string::npos) << words;
    EXPECT_NE(words.find("mean log P per token is " + score_number(per_token(best.log_prob, best.length))),
              std::string::npos)
        << words;
    EXPECT_NE(best.score, best.log_prob);
    EXPECT_EQ(words.find("0.00 "), std::string::npos);
}

TEST(Search, SettingsSearchAgainAndTheSelectionStaysWhereItCan) {
    AppState s = translating();
    const std::vector<int> path = s.search.path;
    for (const double width : {1.0, 7.0, 2.0}) {
        update(s, {.id = "beam-width", .value = width});
        EXPECT_NE(s.search.tree, nullptr) << "the tree before stays while the next is on its way";
        answer(s);
        EXPECT_EQ(s.search.tree->beam.width, static_cast<int>(width));
        EXPECT_LE(s.search.tree->sentences.size(), static_cast<std::size_t>(width));
        EXPECT_EQ(s.search.path, path);
    }
    go(s, {.id = "length-penalty", .value = 1.5});
    EXPECT_EQ(s.search.tree->beam.length_penalty, 1.5);
    go(s, {.id = "longest-output", .value = 3});
    EXPECT_EQ(search_length(s), 3);
    EXPECT_LE(s.search.path.size(), 3u);
    EXPECT_EQ(search_words(s).title, "Search cut off");
    for (int n = 0; n < 12; ++n) go(s, {"beam-wider"});
    EXPECT_EQ(s.search.settings.width, 4) << "after ten comes one";
}

TEST(Search, ASentenceIsSelectedWhereItBecomesItself) {
    AppState s = translating();
    for (int rank = 3; rank >= 0; --rank) {
        go(s, {.id = "tree-sentence", .i = rank});
        EXPECT_EQ(selected_rank(s), rank);
        const SearchPair pair = search_pair(s);
        EXPECT_EQ(pair.second != nullptr, rank != 0);
        EXPECT_EQ(pair.rank, rank > 0 ? rank : -1);
        const auto& sentence = s.search.tree->sentences[static_cast<std::size_t>(rank)];
        const Trace& run = rank == 0 ? *pair.first : *pair.second;
        EXPECT_NEAR(run.log_prob, sentence.log_prob, 1e-3) << "the maps are of that very sentence";
    }
}

TEST(Search, ThePlayheadShowsTheSearchBeingBuilt) {
    AppState s = translating();
    const int all = search_length(s);
    go(s, {"play"}); // from the end it begins again
    EXPECT_TRUE(s.playback.playing);
    EXPECT_EQ(search_revealed(s), 0);
    int before = -1;
    for (int n = 0; n < 1000 && s.playback.playing; ++n) {
        advance(s, 0.05);
        EXPECT_GE(search_revealed(s), before);
        EXPECT_LE(search_revealed(s), std::max(before, 0) + 1);
        before = search_revealed(s);
    }
    EXPECT_EQ(search_revealed(s), all);
    EXPECT_FALSE(s.playback.playing);
    go(s, {.id = "scrub", .value = 4});
    EXPECT_EQ(search_revealed(s), 4);
    EXPECT_EQ(s.search.path.size(), 4u) << "the selection goes along";
    EXPECT_EQ(search_words(s).title, "Output 4");
    go(s, {"token-back"});
    EXPECT_EQ(s.search.path.size(), 3u);
    go(s, {"token"});
    go(s, {"token"});
    EXPECT_EQ(s.search.path.size(), 5u);
    go(s, {"first"});
    EXPECT_TRUE(s.search.path.empty());
    EXPECT_FALSE(is_enabled(command_info("token-back"), s));
    go(s, {"last"});
    EXPECT_EQ(s.search.revealed, -1);
    EXPECT_EQ(s.playback.at, 0) << "Step's own playhead is left alone";
}

TEST(Search, ASelectedNodeIsAlwaysOnTheScreen) {
    AppState s = translating();
    go(s, {.id = "scrub", .value = 2});
    go(s, {.id = "tree-select", .i = tree_sentence(*s.search.tree, -1)[6]});
    EXPECT_EQ(search_revealed(s), 7);
}

TEST(Search, AModelWithoutAttentionHasATreeAndNoMaps) {
    AppState s = searching("reverse/none", "seashells");
    ASSERT_NE(s.search.tree, nullptr);
    EXPECT_EQ(search_pair(s).first, nullptr);
    go(s, {"tree-right"});
    EXPECT_FALSE(s.search.candidates.list.empty());
}

TEST(Search, AnotherInputBeginsAnew) {
    AppState s = translating();
    go(s, {"tree-open"});
    go(s, {.id = "scrub", .value = 3});
    go(s, {.id = "tree-force-token", .text = "l'", .i = 1});
    go(s, {"type", "the economic reports were not new"});
    EXPECT_FALSE(s.edits.any());
    EXPECT_TRUE(s.search.opened.empty());
    EXPECT_EQ(search_revealed(s), search_length(s));
    EXPECT_GE(selected_node(s), 0);
    go(s, {"type", ""});
    EXPECT_EQ(s.search.tree, nullptr);
    EXPECT_EQ(search_words(s).title, "Search");
    s.input = "the economic reports were not new"; // on its way
    EXPECT_EQ(search_words(s).title, "Searching");
    EXPECT_EQ(search_words(s).sentence, "");
    s.runs.searching.emplace().far.outputs = 7;
    EXPECT_EQ(search_words(s).sentence, "A beam of 4, 7 outputs so far. Esc stops.");
    s.runs.searching.reset();
    s.input.clear();
    s.maps.emplace_back();
    EXPECT_EQ(search_words(s).title, "No search");
}

// An encoder alone writes nothing: that is said, not which part of a request was refused.
TEST(Search, OfAModelThatWritesNothingItSaysSo) {
    AppState s;
    s.model = std::make_shared<const Model>(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_bert_uncased_old").string()));
    s.facts = s.model->facts;
    s.input = "the council";
    update(s, {"view-search"});
    for (int n = 0; n < 20 && !s.runs.asked.empty(); ++n)
        for (const Request& request : std::vector<Request>(s.runs.asked)) try {
                apply(s, RunFinished{request, std::make_shared<const Trace>(decode::run(*s.model, request)),
                                     1, false, request.text.size()});
            } catch (const Error& error) {
                apply(s, RunFailed{request, error.what()});
            }
    EXPECT_EQ(search_words(s).title, "No search");
    EXPECT_EQ(search_words(s).sentence, "This model writes nothing token by token: there are no other "
                                        "sentences to be found.");
}

TEST(Search, LeftAloneItAsksForNothing) {
    AppState s = translating();
    go(s, {"view-step"});
    const std::size_t known = s.cache.size();
    go(s, {.id = "force-token", .text = "l'", .i = 3});
    EXPECT_EQ(s.cache.size(), known + 1) << "no search while Search is not on the screen";
    go(s, {"view-search"});
    EXPECT_NE(s.search.changed, nullptr) << "an edit made in Step is there";
}

} // namespace
} // namespace heed::search_test
