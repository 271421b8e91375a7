// Which functions are compared, and what a panel shows.
#include "app/state/session/settings.h"
#include "app/state/session/state_json.h"
#include "core/models/seq2seq/phases.h"
#include "core/trace/words/words.h"
#include "tests/app/state/compare/family.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed::compare_test {
namespace {

TEST(Compare, BeginsWithSixFunctionsThatHaveWeightsAndEverythingRevealed) {
    AppState s = with_family();
    EXPECT_TRUE(wanted_panels(s).empty()); // Step asks for none
    EXPECT_TRUE(asks(update(s, {"view-compare"})));
    EXPECT_EQ(keys_of(s), (Keys{"additive", "dot", "scaled", "general", "location", "local-p"}));
    EXPECT_EQ(s.playback.at, s.total());
    EXPECT_EQ(revealed_outputs(s), -1);
    EXPECT_EQ(s.compare.panels[0].order.loaded, s.model); // what is open is not read again
    EXPECT_EQ(s.compare.panels[1].order.loaded, nullptr);
    EXPECT_EQ(s.compare.panels[1].order.model, "dates/dot");
}

TEST(Compare, TheOpenModelIsAmongTheFirstSix) {
    AppState s = with_family();
    s.facts.name = "dates/token";
    update(s, {"view-compare"});
    EXPECT_EQ(keys_of(s), (Keys{"additive", "dot", "scaled", "general", "location", "token"}));
}

TEST(Compare, ARunThatIsUnderWayKeepsItsPlace) {
    AppState s = with_family();
    const int at = at_of(s.trace->outline, {seq2seq::Softmax, 0}, 4);
    update(s, {"go-to", "", static_cast<double>(at)});
    update(s, {"view-compare"});
    EXPECT_EQ(s.playback.at, at);
    EXPECT_EQ(revealed_outputs(s), 5);
    update(s, {"first"});
    EXPECT_EQ(revealed_outputs(s), 0);
}

/// Of a model of pieces the words that panels show are counted, whatever steps the run is made of.
TEST(Compare, OutputsAreCountedInWordsWhereWordsAreShown) {
    AppState s = with_family();
    auto run = std::make_shared<Trace>(*s.trace);
    for (std::size_t i = 0; i < run->steps.size(); ++i)
        if (!run->steps[i].token.is_end) run->steps[i].token.text = i % 2 == 0 ? "▁new" : "er";
    auto vocabulary = *run->target_vocabulary;
    vocabulary.insert(vocabulary.end(), {"▁new", "er"});
    run->target_vocabulary = std::make_shared<const std::vector<std::string>>(std::move(vocabulary));
    const std::vector<Word> words = words_of(*run).outputs;
    ASSERT_LT(words.size(), run->steps.size());
    s.trace = run;
    s.pieces = true;
    s.cache = {};
    s.cache.keep({wanted_request(s), s.trace, 12, false, s.input.size()});
    update(s, {"view-compare"});
    EXPECT_EQ(output_count(s), static_cast<int>(words.size()));
    update(s, {"go-to", "", static_cast<double>(at_of(run->outline, {seq2seq::Softmax, 0}, 2))});
    EXPECT_EQ(revealed_outputs(s), 1); // three pieces: a word and a half
    for (const int count : {0, 1, 3}) {
        update(s, {"go-to", "", static_cast<double>(place_of_outputs(s, count))});
        EXPECT_EQ(revealed_outputs(s), count);
    }
    EXPECT_EQ(place_of_outputs(s, output_count(s)), s.total());
    s.words.maps = false;
    EXPECT_EQ(output_count(s), run->outputs());
}

TEST(Compare, NumberKeysShowAndHideFromOneToAll) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"function", "3"});
    EXPECT_EQ(keys_of(s), (Keys{"additive", "scaled", "general", "location", "local-p"}));
    update(s, {"function", "1"}); // none
    EXPECT_EQ(keys_of(s).front(), "none");
    for (const char* key : {"none", "additive", "scaled", "general", "local-p"})
        update(s, {"compare-toggle", key});
    EXPECT_EQ(keys_of(s), Keys{"location"});
    update(s, {"compare-toggle", "location"}); // the last one stays
    EXPECT_EQ(keys_of(s), Keys{"location"});
    EXPECT_EQ(s.toasts.back().title, "At least one function is shown");
    EXPECT_TRUE(s.toasts.back().refused) << "nothing was done";
    for (const CompareMember& m : compare_members(s))
        if (m.key != "location") update(s, {"compare-toggle", m.key});
    EXPECT_EQ(keys_of(s).size(), 11u) << "the whole family";
    EXPECT_EQ(settings_from_json(settings_to_json(s.settings)), s.settings);
}

TEST(Compare, KeysCountFromTheFirstChipThatIsSeen) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-chips", "", 0, 8});
    update(s, {"function", "2"}); // the tenth
    EXPECT_EQ(keys_of(s)[5], "local-m");
}

TEST(Compare, WhatIsShownInAnotherFamilyIsKept) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-toggle", "local-m"});
    const Keys before = keys_of(s);
    s.facts.task = "reverse";
    s.facts.name = "reverse/additive";
    update(s, {"close-menu"});
    EXPECT_EQ(keys_of(s), Keys{"additive"});
    update(s, {"compare-toggle", "additive"}); // refused: it is the last one
    s.facts.task = "dates";
    s.facts.name = "dates/additive";
    update(s, {"close-menu"});
    EXPECT_EQ(keys_of(s), before);
}

TEST(Compare, InStepANumberKeyOpensTheFunction) {
    AppState s = with_family();
    const EffectList effects = update(s, {"function", "3"});
    EXPECT_TRUE(
        std::any_of(effects.begin(), effects.end(), [](const Effect& e) { return e.text == "dates/dot"; }));
    EXPECT_EQ(s.opening, "dates/dot");
}

TEST(Compare, OnePanelHasAllTheRoomUntilEsc) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"compare-enlarge", "", 0, 2});
    EXPECT_EQ(s.compare.enlarged, "scaled");
    update(s, {"compare-enlarge", "", 0, 2});
    EXPECT_EQ(s.compare.enlarged, "");
    update(s, {"compare-enlarge", "", 0, 1});
    update(s, {"clear"});
    EXPECT_EQ(s.compare.enlarged, "");
    update(s, {"compare-models"});
    answer_all(s);
    update(s, {"compare-enlarge", "", 0, 2});
    EXPECT_EQ(s.compare.enlarged, "difference");
    update(s, {"compare-inputs"});
    EXPECT_EQ(s.compare.enlarged, "");
}

TEST(Compare, APanelsNameOpensItStepByStep) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-open", "", 0, 1});
    EXPECT_EQ(s.view, "step");
    EXPECT_EQ(s.opening, "dates/dot");
    EXPECT_TRUE(s.compare.panels.empty());
}

TEST(Compare, ItsFigureIsExportedFromItAlone) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"export"});
    EXPECT_EQ(s.exporting.figure, "compare");
    EXPECT_EQ(s.exporting.paper.width_mm, 174);
    update(s, {"close-dialog"});
    update(s, {"view-step"});
    update(s, {"export"});
    EXPECT_EQ(s.exporting.figure, "heatmap");
    EXPECT_EQ(s.exporting.paper.width_mm, 84);
    update(s, {"export-figure", "", 0, 2});
    EXPECT_EQ(s.exporting.figure, "heatmap");
}

} // namespace
} // namespace heed::compare_test
