// A search is stopped by hand, and begins again when it is asked for or is another.
#include "app/state/session/state_json.h"
#include "tests/app/state/search/searching.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::search_test {
namespace {

constexpr const char* sentence = "the agreement on the economic area was signed in august";

bool asks_for_searches(const AppState& s) {
    return std::any_of(s.runs.asked.begin(), s.runs.asked.end(),
                       [](const Request& r) { return r.beam.width > 0; });
}

bool has(const EffectList& effects, Effect::Kind kind) {
    return std::any_of(effects.begin(), effects.end(), [&](const Effect& e) { return e.kind == kind; });
}

void answer_one(AppState& s, const Request& request) {
    apply(s, RunFinished{request, std::make_shared<const Trace>(decode::run(*s.model, request)), 1, false,
                         request.text.size()});
}

/// The sentence is there, its search is asked for and nothing has come of it.
AppState on_its_way() {
    AppState s;
    s.model = shipped("translate/additive");
    s.model_name = "translate/additive";
    s.facts = s.model->facts;
    s.input = sentence;
    update(s, {"view-search"});
    answer_one(s, wanted_runs(s).shown);
    EXPECT_FALSE(s.running);
    EXPECT_TRUE(asks_for_searches(s));
    return s;
}

void search_has_come_to(AppState& s, int outputs) {
    RunGrown far{{}, {0, 0, outputs, true}};
    far.run.request = *wanted_runs(s).found;
    far.run.model = s.model_name;
    apply(s, far);
}

TEST(SearchStopping, EscStopsItAndItIsNotBegunAnew) {
    AppState s = on_its_way();
    search_has_come_to(s, 12);
    EXPECT_EQ(search_words(s).sentence, "A beam of 4, 12 outputs so far. Esc stops.");
    const EffectList effects = update(s, {"clear"});
    EXPECT_TRUE(has(effects, Effect::Kind::CancelRun));
    EXPECT_FALSE(has(effects, Effect::Kind::Run));
    EXPECT_TRUE(stopped_search(s));
    EXPECT_FALSE(asks_for_searches(s));
    EXPECT_EQ(search_words(s).title, "Search stopped");
    EXPECT_EQ(search_words(s).sentence, "The search was stopped after 12 outputs. Enter searches again.");
    EXPECT_EQ(state_to_json(s)["search"]["stopped"], 12);
    EXPECT_FALSE(has(update(s, {"inspector"}), Effect::Kind::Run)) << "nothing else begins it";
    EXPECT_EQ(s.input, sentence) << "what there is stays";
}

TEST(SearchStopping, ItIsStillStoppedWhereSearchIsShownAgain) {
    AppState s = on_its_way();
    update(s, {"clear"});
    EXPECT_EQ(search_words(s).sentence,
              "The search was stopped before its first output. Enter searches again.");
    update(s, {"view-step"});
    EXPECT_FALSE(stopped_search(s));
    EXPECT_FALSE(has(update(s, {"view-search"}), Effect::Kind::Run));
    EXPECT_TRUE(stopped_search(s));
    EXPECT_FALSE(has(update(s, {"clear"}), Effect::Kind::CancelRun)) << "there is nothing more to stop";
}

TEST(SearchStopping, EnterSearchesAgain) {
    AppState s = on_its_way();
    update(s, {"clear"});
    const CommandInfo* enter = command_for("Enter", s, false);
    ASSERT_NE(enter, nullptr);
    EXPECT_EQ(enter->id, "search-again");
    EXPECT_TRUE(has(update(s, {enter->id}), Effect::Kind::Run));
    EXPECT_FALSE(stopped_search(s));
    answer(s);
    EXPECT_NE(s.search.tree, nullptr);
    EXPECT_NE(command_for("Enter", s, false)->id, "search-again");
}

TEST(SearchStopping, AnotherSettingOrInputIsAnotherSearch) {
    for (const Command& another : {Command{"beam-wider"}, Command{"length-penalty", "", 0.5},
                                   Command{"longest-output", "", 9}, Command{"type", "the area"}}) {
        AppState s = on_its_way();
        update(s, {"clear"});
        ASSERT_TRUE(stopped_search(s));
        update(s, another);
        if (s.running) answer_one(s, wanted_runs(s).shown);
        EXPECT_TRUE(asks_for_searches(s)) << another.id;
        EXPECT_FALSE(stopped_search(s)) << another.id;
        EXPECT_TRUE(state_to_json(s)["search"]["stopped"].is_null());
    }
}

// What stands there was searched for with other settings: it is not shown as what was stopped.
TEST(SearchStopping, TheTreeOfOtherSettingsGoesAndUndoBringsItBack) {
    AppState s = on_its_way();
    answer(s);
    const auto before = s.search.found;
    update(s, {"beam-wider"});
    ASSERT_NE(s.search.tree, nullptr) << "until there is another";
    update(s, {"clear"});
    EXPECT_TRUE(stopped_search(s));
    EXPECT_EQ(s.search.tree, nullptr);
    go(s, {"undo"});
    EXPECT_FALSE(stopped_search(s));
    EXPECT_EQ(s.search.found, before);
    EXPECT_NE(s.search.tree, nullptr);
}

TEST(SearchStopping, TheSearchWithChangesAloneIsStopped) {
    AppState s = on_its_way();
    answer(s);
    const auto before = s.search.found;
    go(s, {.id = "tree-select", .i = tree_sentence(*s.search.tree, -1)[3]});
    update(s, {.id = "tree-force-token", .text = "l'", .i = 3});
    answer_one(s, wanted_runs(s).shown);
    ASSERT_TRUE(asks_for_searches(s));
    update(s, {"clear"});
    EXPECT_TRUE(stopped_search(s));
    EXPECT_EQ(s.search.found, before);
    EXPECT_EQ(s.search.changed, nullptr);
    ASSERT_NE(s.search.tree, nullptr);
    EXPECT_EQ(search_words(s).sentence, "The search with your changes was stopped before its first output; "
                                        "this is the one without them. Enter searches again.");
    EXPECT_EQ(command_for("Enter", s, false)->id, "search-again");
    go(s, {"search-again"});
    EXPECT_NE(s.search.changed, nullptr);
}

// Right after Enter: the run goes on to its first output, the search does not begin.
TEST(SearchStopping, OneEscStopsTheRunAndTheSearch) {
    AppState s = on_its_way();
    update(s, {"type", "the area was signed"});
    ASSERT_TRUE(s.running);
    update(s, {"clear"});
    EXPECT_TRUE(s.running);
    EXPECT_TRUE(s.runs.stop_soon);
    EXPECT_TRUE(stopped_search(s));
    EXPECT_EQ(s.runs.asked.size(), 1u) << "the sentence alone";
    answer_one(s, wanted_runs(s).shown); // it was over before it could be stopped
    EXPECT_FALSE(asks_for_searches(s));
    EXPECT_TRUE(stopped_search(s));
}

TEST(SearchStopping, WhatIsThereAfterAllIsShown) {
    AppState s = on_its_way();
    const Request found = *wanted_runs(s).found;
    update(s, {"clear"});
    answer_one(s, found); // it was over before it heard of it
    EXPECT_FALSE(stopped_search(s));
    EXPECT_NE(s.search.tree, nullptr);
}

} // namespace
} // namespace heed::search_test
