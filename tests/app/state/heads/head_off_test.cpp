// Changed heads in the state: what is asked for, what a click does, and the way back.
#include "app/state/heads/head_off.h"

#include "app/figures/head_off/head_off.h"
#include "app/figures/heads/heads.h"
#include "core/analysis/heads/effect.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "tests/app/state/heads/changed_heads.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using test::changed_text, test::give, test::over_heads, test::run_wanted;

nlohmann::ordered_json dump_of(const AppState& s) { return head_off_json(s); }

TEST(HeadOffState, AHeadThatIsOffShowsWhatBecameOfIt) {
    AppState s = over_heads();
    EXPECT_FALSE(shows_head_off(s));
    EXPECT_EQ(workspace_of(s).id, "heads");
    give(s, {"heads-choose", "", 0, 1, 0});
    const double own = s.trace->log_prob;
    give(s, {"head-off"});
    ASSERT_TRUE(shows_head_off(s));
    EXPECT_EQ(workspace_of(s).id, "head-off");
    ASSERT_TRUE(head_off_is_new(s));
    EXPECT_EQ(dump_of(s)["work"]["log_prob"], own);
    EXPECT_EQ(head_options(s), "--head cross:1:0=off");
    EXPECT_EQ(head_off_figure_id(s), "head-off");
    ASSERT_TRUE(s.head_off.costs); // in the background
    EXPECT_EQ(s.head_off.costs->all.size(), 12u);
    EXPECT_EQ(head_off_words(s).find("You switched off head 1 of layer 2."), 0u) << head_off_words(s);
    s.head_off.work = nullptr; // both runs are there: nothing runs
    EXPECT_EQ(head_off_words(s), "Comparing …");
    give(s, {"head-off"}); // on again
    EXPECT_FALSE(shows_head_off(s));
    EXPECT_EQ(workspace_of(s).id, "heads");
}

/// The atlas that measured many sentences knows more than this one's run.
TEST(HeadOffState, AHeadIsCalledWhatTheAtlasCallsIt) {
    AppState s = over_heads();
    give(s, {"heads-choose", "", 0, 1, 0});
    give(s, {"head-off"});
    ASSERT_TRUE(head_off_shown(s));
    const auto own = head_off_shown(s)->types;
    EXPECT_EQ(own, head_types(head_report(*head_off_shown(s)->model), {}));
    auto corpus = std::make_shared<HeadReport>(head_report(*head_off_shown(s)->model));
    for (HeadReport::One& one : corpus->all)
        for (heads::Sums& sums : one.sums) {
            sums.diagonal = sums.before = sums.after = sums.end = sums.stop = 0;
            sums.first = sums.rows;
        }
    s.heads.corpus = corpus;
    s.heads.over_file = true;
    ASSERT_EQ(heads_shown(s), corpus);
    give(s, {"hover", "", -1});
    const auto types = head_off_shown(s)->types;
    EXPECT_EQ(types.size(), 12U);
    for (const auto& [place, type] : types) EXPECT_EQ(type, "first");
    for (const HeadOffShift& shift : head_off_shown(s)->shifts) EXPECT_EQ(shift.type, "first");
    s.heads.over_file = false;
    give(s, {"hover", "", -1});
    EXPECT_EQ(head_off_shown(s)->types, own);
}

TEST(HeadOffState, AClickAddsOneAndUndoIsToTheBit) {
    AppState s = over_heads();
    const auto own = s.trace;
    give(s, {"head-edit", "cross:1:0=off"});
    const auto one = s.trace;
    give(s, {"head-edit", "encoder:0:1=uniform"});
    EXPECT_EQ(s.edits.heads.size(), 2u);
    EXPECT_EQ(*head_in_question(s), (HeadPlace{HeadKind::Encoder, 0, 1}));
    const auto steps = head_off_steps(s);
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[0].name, "the model");
    EXPECT_EQ(steps[1].name, "2:1 off");
    EXPECT_EQ(steps[2].name, "2:1 off, encoder 1:2 even");
    EXPECT_TRUE(steps[2].now);
    for (const HeadOffStep& step : steps) EXPECT_TRUE(step.log_prob) << step.name;
    EXPECT_NEAR(*steps[0].log_prob, own->log_prob, 1e-5);
    give(s, {"undo"});
    EXPECT_EQ(s.trace->log_prob, one->log_prob);
    EXPECT_EQ(head_off_steps(s).size(), 3u); // what may be done again stays
    EXPECT_TRUE(head_off_steps(s)[1].now);
    give(s, {"go-to-step", "", 0, head_off_steps(s)[0].number});
    EXPECT_TRUE(s.edits.heads.empty());
    EXPECT_EQ(s.trace->log_prob, own->log_prob);
    EXPECT_FALSE(shows_head_off(s));
    give(s, {"go-to-step", "", 0, 2 + head_off_steps(s)[0].number});
    EXPECT_EQ(s.edits.heads.size(), 2u);
    give(s, {"reset"});
    EXPECT_TRUE(s.edits.heads.empty());
}

TEST(HeadOffState, WhatIsNoHeadOfTheModelIsNotTaken) {
    AppState s = over_heads();
    for (const char* wrong : {"cross:2:0=off", "cross:0:2=off", "cross:0:0=head:2", "cross:0:0=of",
                              "cross:0:0", "cross:0:0=input: ", "x=own"})
        give(s, {"head-edit", wrong});
    EXPECT_TRUE(s.edits.heads.empty());
    give(s, {"head-edit", "cross:0:0=off"});
    give(s, {"head-edit", "cross:0:0=own"});
    EXPECT_TRUE(s.edits.heads.empty());
}

TEST(HeadOffState, ForOneOutputAloneOrForEvery) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:0:0=off"});
    give(s, {"head-word", "", 0, 1});
    give(s, {"head-scope", "", 0, 0});
    const HeadPlace place{HeadKind::Cross, 0, 0};
    EXPECT_EQ(s.edits.heads.at(place).outputs, std::set<int>{1});
    EXPECT_EQ(head_options(s), "--head cross:0:0=off@1");
    give(s, {"head-scope", "", 0, 1});
    EXPECT_TRUE(s.edits.heads.at(place).outputs.empty());
    give(s, {"head-scope", "", 0, 0});
    EXPECT_TRUE(scoped(s, {}, HeadKind::Encoder).outputs.empty()); // it reads once, for all
}

/// Taken back, a change leaves no scope behind that nobody sees.
TEST(HeadOffState, TheScopeOfOneOutputEndsWithTheChanges) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:0:0=off"});
    give(s, {"head-scope", "", 0, 0});
    ASSERT_FALSE(s.head_off.every);
    give(s, {"reset"});
    EXPECT_TRUE(s.head_off.every);
    EXPECT_TRUE(scoped(s, {}, HeadKind::Cross).outputs.empty());
}

/// What is kept has heads changed: the model is without them still.
TEST(HeadOffState, AKeptRunIsNotTheModel) {
    AppState s = over_heads();
    const double own = s.trace->log_prob;
    give(s, {"head-edit", "cross:1:0=off"});
    give(s, {"keep"});
    for (const char* next : {"cross:0:1=off", "cross:0:0=uniform"}) {
        ASSERT_TRUE(head_off_is_new(s));
        EXPECT_EQ(head_off_shown(s)->model->log_prob, own);
        EXPECT_TRUE(head_off_shown(s)->model->request.edits.heads.empty());
        EXPECT_EQ(s.head_off.costs->run, head_off_shown(s)->model);
        EXPECT_NEAR(*head_off_steps(s).front().log_prob, own, 1e-5);
        give(s, {"head-edit", next});
    }
    EXPECT_EQ(head_off_shown(s)->changed->request.edits.heads.size(), 3u);
}

/// A step has the number that it had, whatever else is changed today.
TEST(HeadOffState, AStepIsUnderItsOwnEdits) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:1:0=off"});
    ASSERT_GE(head_off_steps(s).size(), 2u);
    const double before = *head_off_steps(s)[1].log_prob;
    give(s, {"head-edit", "cross:0:1=off"});
    give(s, {"set-temperature", "", 3});
    s.head_off.steps.clear(); // as where they are asked for anew
    s.head_off.steps_of = nullptr;
    give(s, {"hover", "", -1});
    ASSERT_EQ(head_off_steps(s).size(), 3u);
    EXPECT_EQ(*head_off_steps(s)[1].log_prob, before);
    const Edits& newest =
        s.history.steps[static_cast<std::size_t>(head_off_steps(s)[2].number)].version.edits;
    EXPECT_EQ(newest.temperature, 3);
    EXPECT_NEAR(*head_off_steps(s)[2].log_prob,
                heads::forced_run(*s.model, *head_off_shown(s)->model, newest).log_prob, 1e-5);
}

/// In a shell it makes the same run.
TEST(HeadOffState, TheCommandLineHasEverythingThatTheRunIsTold) {
    AppState s = over_heads();
    s.model_name = "/a folder/it's";
    s.languages = {"en", "de", ""};
    s.edits.heads[{HeadKind::Cross, 1, 0}] = {HeadEdit::Kind::Off};
    s.edits.forced[2] = "b c";
    s.edits.temperature = 1.5;
    s.edits.rows[1] = {RowEdit::Kind::Held, {}, {{0, 0.5f}}, {}, 0};
    const EffectList copied = update(s, {"head-copy"});
    const auto text = std::find_if(copied.begin(), copied.end(),
                                   [](const Effect& e) { return e.kind == Effect::Kind::CopyText; });
    ASSERT_NE(text, copied.end());
    EXPECT_EQ(text->text, "heed trace '/a folder/it'\\''s' 'a b c d' --head cross:1:0=off "
                          "--source-language 'en' --target-language 'de' --force '2=b c' --row 1=held:0=0.5 "
                          "--temperature 1.5");
}

TEST(HeadOffState, AnotherInputIsTypedAndTaken) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:0:0=off"});
    give(s, {"head-input"});
    EXPECT_TRUE(s.head_off.asks_input);
    EXPECT_EQ(s.head_off.input, changed_text); // to be changed
    give(s, {"head-input-text", "c d"});
    give(s, {"head-edit", "cross:0:0=input:c d"});
    EXPECT_FALSE(s.head_off.asks_input);
    EXPECT_EQ(s.edits.heads.at({HeadKind::Cross, 0, 0}).input, "c d");
    EXPECT_EQ(head_options(s), "--head 'cross:0:0=input:c d'");
    EXPECT_TRUE(head_off_is_new(s));
    EXPECT_TRUE(dump_of(s)["work"]["heads"]["cross:0:0"].contains("notes"));
    EXPECT_EQ(s.history.steps.back().name, "Another input's weights for cross head 1 of layer 1");
}

TEST(HeadOffState, EscGoesBackStepByStep) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:0:0=off"});
    give(s, {"head-another"});
    EXPECT_EQ(workspace_of(s).id, "heads"); // to choose another
    EXPECT_TRUE(leave_heads(s));
    EXPECT_EQ(workspace_of(s).id, "head-off");
    give(s, {"head-another"});
    give(s, {"heads-choose", "", 0, 1, 1});
    give(s, {"head-off"});
    EXPECT_EQ(workspace_of(s).id, "head-off");
    EXPECT_EQ(s.edits.heads.size(), 2u);
    give(s, {"head-input"});
    EXPECT_TRUE(leave_head_off(s));
    EXPECT_FALSE(s.head_off.asks_input);
    EXPECT_TRUE(leave_head_off(s));
    EXPECT_FALSE(shows_heads(s));
    EXPECT_FALSE(leave_head_off(s));
}

/// The model is one row, however often it was come back to.
TEST(HeadOffState, TheModelIsOneOfTheSteps) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:1:0=off"});
    give(s, {"reset"});
    give(s, {"type", "b c"});
    give(s, {"type", changed_text});
    give(s, {"head-edit", "cross:0:1=off"});
    std::vector<std::string> names;
    for (const HeadOffStep& step : head_off_steps(s)) names.push_back(step.name);
    EXPECT_EQ(std::count(names.begin(), names.end(), "the model"), 1);
    EXPECT_EQ(names.front(), "the model");
    EXPECT_TRUE(head_off_steps(s).back().now);
    give(s, {"reset"});
    EXPECT_TRUE(head_off_steps(s).front().now);
}

/// So is what was done to a head, however often it was taken back and done again.
TEST(HeadOffState, AChangeIsOneOfTheSteps) {
    AppState s = over_heads();
    const auto names = [&] {
        std::vector<std::string> all;
        for (const HeadOffStep& step : head_off_steps(s)) all.push_back(step.name);
        return all;
    };
    using Names = std::vector<std::string>;
    give(s, {"head-edit", "cross:1:0=off"});
    give(s, {"head-edit", "cross:1:0=own"});
    give(s, {"head-edit", "cross:1:0=off"});
    EXPECT_EQ(names(), (Names{"the model", "2:1 off"}));
    give(s, {"head-edit", "cross:1:0=uniform"});
    give(s, {"head-edit", "cross:1:0=off"});
    EXPECT_EQ(names(), (Names{"the model", "2:1 even", "2:1 off"})); // as it was done last
    EXPECT_TRUE(head_off_steps(s).back().now);
    give(s, {"undo"});
    EXPECT_EQ(names(), (Names{"the model", "2:1 off", "2:1 even"}));
    EXPECT_TRUE(head_off_steps(s).back().now);
    give(s, {"undo"});
    EXPECT_TRUE(head_off_steps(s)[1].now);
    EXPECT_TRUE(head_off_steps(s)[2].later);
    give(s, {"undo"}); // the model once more
    const auto steps = head_off_steps(s);
    EXPECT_TRUE(steps[0].now);
    EXPECT_FALSE(steps[1].later); // it was done before
}

/// Heads are measured and changed over the same pairs: those that were stopped are none.
TEST(HeadOffState, PairsThatAreNotMeasuredOverAreNotScored) {
    AppState s = over_heads();
    const test::TemporaryFolder folder;
    const auto file = folder / "head_off_stopped.tsv";
    io::write_file_atomic(file.string(), "a b c d\tb a d c\n");
    update(s, {"heads-file", file.string()});
    ASSERT_TRUE(measures_heads(s));
    give(s, {"clear"}); // Esc
    ASSERT_FALSE(measures_heads(s));
    give(s, {"head-edit", "cross:0:0=off"});
    EXPECT_FALSE(s.head_off.pairs);
    give(s, {"heads-over", "", 0, 1});
    EXPECT_TRUE(s.head_off.pairs);
}

/// Pairs that were stopped say how far they were, and are scored once they are asked for again.
TEST(HeadOffState, PairsThatWereStoppedAreAskedForAgain) {
    AppState s = over_heads();
    const test::TemporaryFolder folder;
    const auto file = folder / "head_off_again.tsv";
    io::write_file_atomic(file.string(), "a b c d\tb a d c\na b\tb a\n");
    give(s, {"heads-file", file.string()});
    give(s, {"head-edit", "cross:0:0=off"});
    EXPECT_FALSE(is_enabled(command_info("head-pairs"), s)); // they are known
    s.head_off.pairs.reset();
    s.head_off.pairs_asked = {};
    EffectList effects;
    ask_for_head_pairs(s, effects);
    ASSERT_TRUE(s.head_off.pairs_progress);
    s.head_off.pairs_progress->all = 2;
    s.head_off.pairs_progress->done = 1;
    give(s, {"head-pairs-stop"});
    EXPECT_EQ(head_pairs_words(s), "stopped at 1 of 2 pairs");
    EXPECT_FALSE(s.head_off.pairs);
    ASSERT_TRUE(is_enabled(command_info("head-pairs"), s));
    give(s, {"head-pairs"});
    EXPECT_TRUE(s.head_off.pairs) << s.head_off.pairs_problem;
    EXPECT_EQ(head_pairs_words(s), "");
    EXPECT_FALSE(is_enabled(command_info("head-pairs"), s));
}

TEST(HeadOffState, PairsOfAFileAreScoredBeforeAndAfter) {
    AppState s = over_heads();
    const test::TemporaryFolder folder;
    const auto file = folder / "head_off_pairs.tsv";
    io::write_file_atomic(file.string(), "a b c d\tb a d c\na b\tb a\n\nc d a\n");
    give(s, {"heads-file", file.string()});
    give(s, {"head-edit", "cross:0:0=off"});
    ASSERT_TRUE(s.head_off.pairs) << s.head_off.pairs_problem;
    EXPECT_EQ(s.head_off.pairs->changed.pairs, 2);
    EXPECT_EQ(s.head_off.pairs->model.outputs, 8);
    EXPECT_EQ(s.head_off.pairs->bad, 1);
    const auto model = s.head_off.pairs->model;
    const double one = s.head_off.pairs->changed.log_prob;
    give(s, {"head-edit", "cross:0:1=off"});
    EXPECT_EQ(s.head_off.pairs->model, model);
    EXPECT_NE(s.head_off.pairs->changed.log_prob, one);
    give(s, {"head-scope", "", 0, 0});
    EXPECT_EQ(head_pairs_words(s), "Over pairs: for every output alone.");
    give(s, {"head-scope", "", 0, 1});
    // In another language they are other pairs, of the model too.
    const HeadPairsOrder order = s.head_off.pairs_asked;
    auto told = std::make_shared<Trace>(*s.trace);
    told->request.target_language = "de";
    s.trace = told;
    EffectList effects;
    ask_for_head_pairs(s, effects);
    EXPECT_NE(s.head_off.pairs_asked, order);
    EXPECT_EQ(s.head_off.pairs_asked.languages.target, "de");
    EXPECT_FALSE(effects.empty());
}

TEST(HeadOffState, SessionsKeepHowItIsLookedAt) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:0:0=off"});
    give(s, {"head-word", "", 0, 2});
    give(s, {"head-above", "cross:1:1"});
    const auto choices = head_off_choices(s);
    AppState other;
    head_off_from_json(nlohmann::json::parse(choices.dump()), other);
    EXPECT_EQ(head_off_choices(other), choices);
    head_off_from_json(nlohmann::json::parse(R"({"word": "x", "above": 3, "every": true})"), other);
    EXPECT_EQ(head_off_choices(other), head_off_choices(AppState{}));
}

} // namespace
} // namespace heed
