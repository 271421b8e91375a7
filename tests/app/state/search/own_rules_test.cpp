// Search of models whose files say how they write: their width, their rule for lengths, their limit, and
// their pieces as they read.
#include "app/figures/base/format.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/state/search/search_maps.h"
#include "app/state/step/layers/words.h"
#include "app/state/token_offers.h"
#include "core/io/open/model_library.h"
#include "core/models/generation.h"
#include "tests/app/state/search/searching.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::search_test {
namespace {

AppState searching_folder(const std::string& folder, const std::string& text) {
    AppState s;
    s.model = std::make_shared<const Model>(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints" / folder).string()));
    s.model_name = folder;
    s.facts = s.model->facts;
    s.input = text;
    go(s, {"view-search"});
    return s;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(SearchOwnRules, WidthPenaltyAndLimitAreTheFoldersUntilTheyAreChanged) {
    AppState s = searching_folder("hf_pegasus_sharded_bin", "the old ministers were not important");
    ASSERT_NE(s.search.tree, nullptr);
    const auto shown = search_to_json(s);
    EXPECT_EQ(shown["width"], 8);
    EXPECT_EQ(shown["length_penalty"], 0.8);
    EXPECT_EQ(shown["longest"], 17); // max_length 18 counts the token that writing starts from
    EXPECT_EQ(s.search.tree->beam.width, 8);
    EXPECT_TRUE(says(setting_words(s).length, "log P / N^α")) << setting_words(s).length;
    EXPECT_TRUE(says(setting_words(s).length, "0.8 is the model’s own"));
    EXPECT_TRUE(says(setting_words(s).longest, "max_length 18"));
    for (const TreeSentence& t : s.search.tree->sentences)
        EXPECT_NEAR(t.score, t.log_prob / std::pow(t.length, 0.8), 1e-6);
    EXPECT_EQ(ranking_words(s.search.tree->beam), "log P / N^0.8");
    go(s, {"beam-wider"});
    EXPECT_EQ(s.search.tree->beam.width, 9);
    go(s, {.id = "longest-output", .value = 5});
    EXPECT_LE(search_length(s), 5);
    EXPECT_EQ(search_to_json(s)["longest"], 5);
}

TEST(SearchOwnRules, WhatWasChangedByHandIsSaidAndStaysWithItsModel) {
    AppState s = searching_folder("hf_pegasus_sharded_bin", "the old ministers were not important");
    EXPECT_FALSE(setting_words(s).changed.width);
    go(s, {.id = "beam-width", .value = 3});
    go(s, {.id = "length-penalty", .value = 0});
    go(s, {.id = "longest-output", .value = 5});
    EXPECT_TRUE(says(setting_words(s).width, "Changed by hand; the model’s own is 8"));
    EXPECT_TRUE(says(setting_words(s).length, "Changed by hand; the model’s own is 0.8"));
    EXPECT_TRUE(says(setting_words(s).longest, "Changed by hand; the model’s own is 17"));
    EXPECT_TRUE(setting_words(s).changed.width && setting_words(s).changed.length);

    const AppState other =
        searching_folder("hf_marian_toy_enfr", "the old ministers of his council were not important");
    ModelLoaded loaded;
    loaded.name = s.opening = other.model_name;
    loaded.loaded.model = other.model;
    loaded.loaded.facts = other.facts;
    apply(s, loaded);
    ASSERT_EQ(s.model, other.model);
    EXPECT_EQ(search_beam(s).width, search_beam(other).width);
    EXPECT_EQ(search_beam(s).exponent, search_beam(other).exponent);
    EXPECT_EQ(s.search.settings, SearchSettings{});
    EXPECT_FALSE(setting_words(s).changed.width || setting_words(s).changed.longest);
}

TEST(SearchOwnRules, ZeroIsLogPAlone) {
    AppState s =
        searching_folder("hf_marian_toy_enfr", "the old ministers of his council were not important");
    ASSERT_NE(s.search.tree, nullptr);
    EXPECT_EQ(length_penalty_of(search_beam(s)), 1);
    const TreeSentence own = s.search.tree->sentences.front();
    EXPECT_NEAR(own.score, own.log_prob / own.length, 1e-6);
    go(s, {.id = "length-penalty", .value = 0});
    EXPECT_EQ(length_penalty_of(search_beam(s)), 0);
    ASSERT_GT(s.search.tree->sentences.size(), 1u);
    for (const TreeSentence& t : s.search.tree->sentences) EXPECT_DOUBLE_EQ(t.score, t.log_prob);
    EXPECT_NEAR(s.search.tree->sentences.front().score, -0.2625, 2e-3);
    EXPECT_EQ(ranking_words(s.search.tree->beam), "log P");
    go(s, {.id = "length-penalty", .value = 1});
    EXPECT_NEAR(s.search.tree->sentences.front().score, own.score, 1e-9);
    go(s, {"undo"}); // both, which followed one another
    EXPECT_FALSE(s.search.settings.length_penalty);
}

TEST(SearchOwnRules, OfOtherModelsTheRuleIsWuEtAls) {
    AppState s = translating();
    EXPECT_TRUE(says(setting_words(s).length, "log P / ((5 + N) / 6)^α"));
    EXPECT_FALSE(search_beam(s).exponent);
    go(s, {.id = "length-penalty", .value = 0.6});
    const TreeSentence& best = s.search.tree->sentences.front();
    EXPECT_NEAR(best.score, best.log_prob / std::pow((5.0 + best.length) / 6, 0.6), 1e-6);
    EXPECT_EQ(ranking_words(s.search.tree->beam), "log P / ((5 + N) / 6)^0.6");
}

TEST(SearchOwnRules, WhatTheRulesForceCostsNothingInTheNarrationEither) {
    AppState s = searching_folder("hf_bart_gelu_f16", "our large trees were old");
    ASSERT_NE(s.search.tree, nullptr);
    go(s, {.id = "longest-output", .value = 6}); // the end is forced there
    const TreeSentence& best = s.search.tree->sentences.front();
    const std::string words = search_words(s).sentence;
    const Trace& run = *s.search.found;
    ASSERT_GT(std::abs(run.log_prob - best.log_prob), 0.5) << "nothing was forced";
    EXPECT_TRUE(says(words, "mean log P per token is " + score_number(per_token(best.log_prob, best.length))))
        << words;
}

TEST(SearchOwnRules, WhyTheSearchCountsAnotherLogPIsSaid) {
    AppState s = searching_folder("hf_mbart50_sharded_relu", "our large trees were old");
    go(s, {"write-language", "de_DE"}); // which it finds unlikely
    ASSERT_NE(s.search.tree, nullptr);
    const Trace& run = *s.search.found;
    const double counted = run.lattice->hypotheses.front().log_prob;
    ASSERT_GT(std::abs(run.log_prob - counted), 0.5) << "no language was forced";
    EXPECT_TRUE(says(search_words(s).sentence, "a token that the model's files force counts 0 in a search"))
        << search_words(s).sentence;
    EXPECT_FALSE(says(search_words(s).sentence, "change what tokens count"));
    // Step's run, beside whose output it stands, says how much of it that is.
    const std::string step = run_words(*s.trace);
    EXPECT_TRUE(says(step, " without what its files force")) << step;
    const AppState other = searching_folder("hf_marian_toy_enfr", "the council helps her students");
    EXPECT_FALSE(says(search_words(other).sentence, "force")) << search_words(other).sentence;
    EXPECT_FALSE(says(run_words(*other.trace), "force"));
}

TEST(SearchOwnRules, APenaltyIsNoForcedToken) {
    auto model = std::make_shared<Model>(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string()));
    GenerationRules rules = *model->generation;
    rules.repetition_penalty = 3;
    model->generation = std::make_shared<const GenerationRules>(rules);
    AppState s;
    s.model = model;
    s.model_name = "hf_marian_toy_enfr";
    s.facts = model->facts;
    s.input = "the old ministers of the old council were old";
    go(s, {"view-search"});
    ASSERT_NE(s.search.found, nullptr);
    const std::string words = search_words(s).sentence;
    EXPECT_FALSE(says(words, "force")) << words;
    EXPECT_TRUE(says(words, "in Step: rules of the model's files change what tokens count in a search"))
        << words;
}

TEST(SearchOwnRules, SentencesHaveNoTokensThatOnlySayWhereOrInWhatLanguageTheyBegin) {
    for (const char* folder : {"hf_mbart50_sharded_relu", "hf_bart_gelu_f16", "hf_m2m100_bf16"}) {
        AppState s = searching_folder(folder, "our large trees were old");
        ASSERT_NE(s.search.tree, nullptr) << folder;
        const Trace& run = *s.search.found;
        const std::string first = run.steps.front().token.text; // "fr_XX", "<s>"
        ASSERT_NE(s.model->generation->forced_first, std::nullopt);
        EXPECT_EQ(written_text(run), run.target_text) << folder;
        EXPECT_FALSE(says(written_text(run, 3), first)) << written_text(run, 3);
        EXPECT_EQ(written_text(run, 1), "") << folder;
        const std::vector<std::string> tokens{first, run.steps[1].token.text, run.steps[2].token.text};
        EXPECT_FALSE(says(text_written(run, tokens), first)) << text_written(run, tokens);
        EXPECT_FALSE(says(text_written(run, tokens), "‹")) << text_written(run, tokens);
    }
}

TEST(SearchOwnRules, MapsSayWhichHeadsTheyShowAndFollowTheChoiceOfStep) {
    AppState s = searching_folder("hf_marian_toy_enfr", "the council helps her students");
    s.pieces = true;
    const SearchPair pair = search_pair(s);
    ASSERT_TRUE(pair.first);
    EXPECT_EQ(search_map_words(s), "layer 2, mean of 4 heads");
    ASSERT_TRUE(has_search_heads(s));
    s.words.maps = false;
    EXPECT_EQ(search_maps(s, pair).first, pair.first);
    go(s, {"search-head"});
    const std::string head = head_of_step_words(s);
    EXPECT_EQ(search_map_words(s), head);
    EXPECT_TRUE(head.starts_with("layer ") && says(head, ", head ")) << head;
    const SearchPair by_head = search_maps(s, pair);
    EXPECT_EQ(by_head.first->outputs(), pair.first->outputs());
    EXPECT_NE(by_head.first->at(Quantity::Weights), pair.first->at(Quantity::Weights));
    s.layers.front.cross = 2;
    EXPECT_TRUE(search_map_words(s).ends_with(", head 3")) << search_map_words(s);

    const std::size_t pieces = pair.first->source.size();
    go(s, {"words"}); // key V
    EXPECT_TRUE(shows_words(s));
    const SearchPair words = search_maps(s, pair);
    EXPECT_LT(words.first->source.size(), pieces);
    EXPECT_EQ(row_in_maps(s, *pair.first, pair.first->outputs() - 1), words.first->outputs() - 1);

    // A change has one number: that of its row in the maps.
    const int last = pair.first->outputs() - 2;
    s.edits.forced[last] = pair.first->steps[static_cast<std::size_t>(last)].token.text;
    const SearchPair edited{pair.first, pair.first, true};
    const int row = row_in_maps(s, *pair.first, last);
    ASSERT_LT(row, last);
    EXPECT_EQ(search_what_if(s, edited).first_edited(), row);
    EXPECT_TRUE(says(search_question(s, edited), "output " + std::to_string(row + 1) + " "))
        << search_question(s, edited);
    s.edits.forced.clear();

    AppState kept;
    tree_view_from_json(nlohmann::json::parse(tree_view_to_json(s).dump()), kept);
    EXPECT_TRUE(kept.search.by_head);
    EXPECT_TRUE(search_map_words(translating()).empty()) << "it has one map";
}

// Of letters that take two bytes, too: what is typed is compared with how a piece reads.
TEST(SearchOwnRules, PiecesOfBytesAnswerToWhatTheyRead) {
    AppState s = searching_folder("hf_bart_gelu_f16", "our large trees were old");
    ASSERT_NE(s.search.tree, nullptr);
    go(s, {.id = "tree-select", .i = tree_sentence(*s.search.tree, -1)[2]});
    const auto offered = [&](const std::string& text) {
        go(s, {"tree-type", text});
        return s.search.typed->offered;
    };
    const auto has = [](const std::vector<std::string>& all, const std::string& token) {
        return std::find(all.begin(), all.end(), token) != all.end();
    };
    EXPECT_EQ(offered("ét").front(), "ĠÃ©t"); // the one that reads exactly so, first
    EXPECT_TRUE(s.search.tree->nodes.back().kind == TreeNode::Kind::Typed);
    EXPECT_TRUE(has(offered("ét"), "ĠÃ©tÃ©"));
    EXPECT_TRUE(has(offered(" é"), "ĠÃ©"));
    EXPECT_FALSE(has(offered(" é"), "Ã©")) << "it begins no word";
    EXPECT_TRUE(has(offered("é"), "Ã©"));
    EXPECT_TRUE(has(offered("ç"), "Ã§"));
    for (const std::string& token : offered("ét"))
        EXPECT_TRUE(says(shown_written(*s.search.found, token), "t")) << token;
    go(s, {"tree-type", "ét"});
    go(s, {"tree-take"});
    EXPECT_EQ(s.edits.forced.at(2), "ĠÃ©t");
    // In Step's field the same are offered.
    const Trace& run = *s.search.probe;
    const auto ids = answering_tokens(run, run.at(Quantity::LogProbs).col(2), "ét", 8);
    ASSERT_FALSE(ids.empty());
    EXPECT_EQ((*run.target_vocabulary)[static_cast<std::size_t>(ids.front())], "ĠÃ©t");
}

TEST(SearchOwnRules, PiecesOfBytesReadAsInStep) {
    AppState s = searching_folder("hf_bart_gelu_f16", "our large trees were old");
    ASSERT_NE(s.search.tree, nullptr);
    const TreePlan& plan = *s.search.tree;
    const Trace& run = *s.search.found;
    bool other = false;
    int output = 0;
    for (const int node : tree_sentence(plan, -1)) {
        EXPECT_EQ(plan.at(node).label, shown_output(run, output++));
        other = other || (!plan.at(node).is_end && plan.at(node).label != shown(plan.at(node).text));
    }
    EXPECT_TRUE(other) << "no piece was one that reads otherwise";
    for (const TreeNode& node : plan.nodes) EXPECT_FALSE(says(node.label, "Ã")) << node.label;
}

} // namespace
} // namespace heed::search_test
