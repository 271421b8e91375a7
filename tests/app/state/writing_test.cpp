// A run is looked at while it is written, and stopped.
#include "app/export/numbers.h"
#include "app/state/jobs/runs.h"
#include "app/state/session/state_json.h"
#include "app/state/update.h"
#include "core/models/model.h"
#include "core/trace/partial.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

bool asks_for_work(const EffectList& effects, Effect::Kind kind) {
    return std::any_of(effects.begin(), effects.end(), [&](const Effect& e) { return e.kind == kind; });
}

/// The run of what is wanted, as far as `outputs`.
FinishedRun run_of(const AppState& s, int outputs) {
    Trace trace = sample_trace(9, outputs);
    trace.source_text = s.input;
    return {wanted_request(s), std::make_shared<const Trace>(std::move(trace)), 8, false, s.input.size()};
}

RunGrown grown_to(const AppState& s, int outputs) {
    RunGrown grown{run_of(s, outputs), {0, 0, outputs}};
    grown.run.model = s.model_name;
    Trace part = *grown.run.trace;
    part.model.doubt = unfinished_words(part);
    grown.run.trace = std::make_shared<const Trace>(with_open_place(part));
    return grown;
}

AppState asked_for_a_run() {
    AppState s;
    s.model_name = "slow";
    s.model = std::make_shared<Model>();
    s.facts = sample_trace(9, 2).model;
    update(s, {"type", "a long text"});
    return s;
}

TEST(Writing, WhatIsWrittenIsShownAndKeptNowhere) {
    AppState s = asked_for_a_run();
    ASSERT_TRUE(s.running);
    EXPECT_FALSE(s.writing());
    apply(s, grown_to(s, 3));
    EXPECT_TRUE(s.running);
    EXPECT_TRUE(s.writing());
    EXPECT_EQ(written_outputs(*s.trace), 3);
    EXPECT_EQ(s.cache.size(), 0u);
    EXPECT_EQ(state_to_json(s)["output_tokens"].size(), 3u);
    EXPECT_TRUE(state_to_json(s)["writing"]);
    const FinishedRun whole = run_of(s, 6);
    apply(s, whole);
    EXPECT_FALSE(s.running);
    EXPECT_FALSE(s.writing());
    EXPECT_EQ(s.trace, whole.trace);
    EXPECT_EQ(s.cache.size(), 1u);
}

TEST(Writing, ThePlayheadAtTheEndFollowsAndElsewhereStays) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 2));
    update(s, {"last"});
    EXPECT_EQ(s.playback.at, written_substeps(*s.trace));
    EXPECT_LT(s.playback.at, s.trace->outline.total()) << "the open place is never reached";
    apply(s, grown_to(s, 4));
    EXPECT_EQ(s.playback.at, s.total());
    update(s, {"scrub", "", 7});
    apply(s, grown_to(s, 5));
    EXPECT_EQ(s.playback.at, 7);
    apply(s, run_of(s, 6));
    EXPECT_EQ(s.playback.at, 7);
}

TEST(Writing, PlayingWaitsForWhatComes) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 2));
    update(s, {"play"});
    for (int n = 0; n < 2000; ++n) advance(s, 0.05);
    EXPECT_EQ(s.playback.at, s.total());
    EXPECT_TRUE(s.playback.playing);
    const int before = s.total();
    apply(s, run_of(s, 4));
    for (int n = 0; n < 2000; ++n) advance(s, 0.05);
    EXPECT_GT(s.playback.at, before);
    EXPECT_EQ(s.playback.at, s.total());
    EXPECT_FALSE(s.playback.playing);
}

TEST(Writing, EscStopsAndKeepsWhatIsThere) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 3));
    update(s, {"last"});
    const EffectList effects = update(s, {"clear"});
    EXPECT_TRUE(asks_for_work(effects, Effect::Kind::CancelRun));
    EXPECT_FALSE(asks_for_work(effects, Effect::Kind::Run));
    EXPECT_FALSE(s.running);
    EXPECT_FALSE(s.writing());
    EXPECT_EQ(s.trace->outputs(), 3);
    EXPECT_FALSE(has_open_place(*s.trace));
    EXPECT_EQ(s.playback.at, s.total());
    EXPECT_EQ(s.cache.size(), 0u) << "it is not the run that was asked for";
    EXPECT_EQ(state_to_json(s)["stopped"], 3);
    EXPECT_EQ(s.toasts.back().title, "Stopped after 3 outputs");
    EXPECT_FALSE(asks_for_work(update(s, {"step-back"}), Effect::Kind::Run))
        << "what is there can be looked at";
    EXPECT_EQ(s.trace->outputs(), 3);
}

// What is handed out lags behind what is written: the rest of it comes after Esc.
TEST(Writing, WhatWasWrittenUntilEscIsShownWhenItComes) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 3));
    update(s, {"last"});
    update(s, {"clear"});
    apply(s, grown_to(s, 5));
    EXPECT_FALSE(s.running);
    EXPECT_FALSE(s.writing());
    EXPECT_EQ(s.trace->outputs(), 5);
    EXPECT_FALSE(has_open_place(*s.trace));
    EXPECT_EQ(s.playback.at, s.total()) << "who stood at its end stands at its end";
    EXPECT_EQ(state_to_json(s)["stopped"], 5);
    EXPECT_EQ(s.toasts.back().title, "Stopped after 5 outputs");
    apply(s, grown_to(s, 4)); // an older one
    EXPECT_EQ(s.trace->outputs(), 5);
    update(s, {"type", "another text"});
    apply(s, grown_to(s, 1));
    EXPECT_TRUE(s.writing());
}

// The run was done before it heard that it was to stop.
TEST(Writing, AWholeRunThatComesAfterTheStopIsNotTaken) {
    AppState s = asked_for_a_run();
    const FinishedRun whole = run_of(s, 6);
    apply(s, grown_to(s, 3));
    update(s, {"last"});
    update(s, {"clear"});
    apply(s, whole);
    update(s, {"step-back"});
    EXPECT_EQ(s.trace->outputs(), 3) << "what was stopped stays as it was then";
    EXPECT_EQ(s.playback.at, s.total() - 1);
    EXPECT_EQ(state_to_json(s)["stopped"], 3);
    update(s, {"run"});
    apply(s, whole);
    EXPECT_EQ(s.trace, whole.trace);
    EXPECT_TRUE(state_to_json(s)["stopped"].is_null());
}

// Esc right after Enter, before the first output is there.
TEST(Writing, EscBeforeTheFirstOutputStopsAtIt) {
    AppState s = asked_for_a_run();
    EXPECT_FALSE(asks_for_work(update(s, {"clear"}), Effect::Kind::CancelRun)) << "there would be nothing";
    EXPECT_TRUE(s.running);
    EXPECT_TRUE(asks_for_work(apply(s, grown_to(s, 1)), Effect::Kind::CancelRun));
    EXPECT_FALSE(s.running);
    EXPECT_EQ(state_to_json(s)["stopped"], 1);
    EXPECT_EQ(s.toasts.back().title, "Stopped after 1 output");
    // Another input is another run: nobody stopped that.
    update(s, {"run"});
    update(s, {"clear"});
    update(s, {"type", "a long text!"});
    EXPECT_FALSE(asks_for_work(apply(s, grown_to(s, 1)), Effect::Kind::CancelRun));
    EXPECT_TRUE(s.writing());
}

TEST(Writing, EnterWritesAllOfItAgain) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 3));
    update(s, {"clear"});
    EXPECT_TRUE(asks_for_work(update(s, {"run"}), Effect::Kind::Run));
    EXPECT_TRUE(s.running);
    EXPECT_TRUE(state_to_json(s)["stopped"].is_null());
    EXPECT_EQ(s.trace->outputs(), 3) << "until there is more";
}

TEST(Writing, AnotherKeyAsksForAnotherRun) {
    AppState s = asked_for_a_run();
    const RunGrown late = grown_to(s, 4);
    apply(s, grown_to(s, 3));
    EXPECT_TRUE(asks_for_work(update(s, {"type", "a long text!"}), Effect::Kind::Run));
    EXPECT_FALSE(s.writing());
    EXPECT_FALSE(has_open_place(*s.trace)) << "what is shown meanwhile is not written any more";
    apply(s, late);
    EXPECT_FALSE(s.writing());
    EXPECT_EQ(s.trace->outputs(), 3);
}

/// How far the run of what is wanted is, in numbers.
RunGrown far_to(const AppState& s, decode::Progress far) {
    RunGrown grown;
    grown.run.request = wanted_request(s);
    grown.run.model = s.model_name;
    grown.far = far;
    return grown;
}

TEST(Writing, TheCountGoesOnWhereTheCopyTakesLong) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 1));
    apply(s, far_to(s, {0, 0, 17}));
    EXPECT_TRUE(s.writing());
    EXPECT_EQ(s.trace->outputs() - 1, 1); // what is shown
    EXPECT_EQ(outputs_so_far(s), 17);
    apply(s, run_of(s, 20));
    EXPECT_FALSE(s.runs.on_its_way);
    EXPECT_EQ(outputs_so_far(s), 20);
}

TEST(Writing, WhileItReadsTheLayerIsSaidAndStoppingIsAtOnce) {
    AppState s = asked_for_a_run();
    EXPECT_FALSE(reads_the_source(s));
    apply(s, far_to(s, {2, 12}));
    ASSERT_TRUE(reads_the_source(s));
    EXPECT_EQ(reading_words(s.runs.on_its_way->far), "reading: layer 3 of 12");
    EXPECT_EQ(state_to_json(s)["reading"], 3);
    EXPECT_TRUE(asks_for_work(update(s, {"clear"}), Effect::Kind::CancelRun));
    EXPECT_FALSE(s.running);
    EXPECT_NE(s.input_problem.find("Enter"), std::string::npos);
    EXPECT_EQ(state_to_json(s)["stopped"], 0);
    EXPECT_TRUE(stopped_reading(s)); // it was wanted so
    EXPECT_TRUE(state_to_json(s)["error"].is_null());
    EXPECT_TRUE(asks_for_work(update(s, {"run"}), Effect::Kind::Run));
    EXPECT_TRUE(s.input_problem.empty());
    // Asked to stop before anything was heard of it: at the first word.
    apply(s, far_to(s, {}));
    update(s, {"clear"});
    EXPECT_TRUE(s.running);
    apply(s, far_to(s, {0, 12}));
    EXPECT_FALSE(s.running);
}

TEST(Writing, AnEditOfWhatIsStoppedIsComparedWithTheWholeRun) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 3));
    update(s, {"clear"});
    EXPECT_TRUE(asks_for_work(update(s, {"set-temperature", "", 2}), Effect::Kind::Run));
    EXPECT_FALSE(s.runs.stopped);
    EXPECT_EQ(s.runs.asked.size(), 2u);
}

TEST(Writing, WhatCannotGoOnKeepsWhatIsThere) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 3));
    apply(s, RunFailed{wanted_request(s), "slow: output 4: expected probabilities, found NaN"});
    EXPECT_FALSE(s.running);
    EXPECT_FALSE(s.input_problem.empty());
    EXPECT_EQ(s.trace->outputs(), 3);
    EXPECT_FALSE(has_open_place(*s.trace));
}

TEST(Writing, AnExportSaysThatItIsUnfinished) {
    AppState s = asked_for_a_run();
    apply(s, grown_to(s, 3));
    ExportDialog csv;
    csv.figure = "heatmap";
    csv.kind = FileKind::Csv;
    const std::string numbers = export_numbers(s, csv, FileKind::Csv);
    EXPECT_TRUE(numbers.starts_with("# Unfinished: 3 outputs of a sentence that was still being written\n"));
    EXPECT_EQ(std::count(numbers.begin(), numbers.end(), '\n'), 2 + 3) << "the open place is no row";
    update(s, {"clear"});
    EXPECT_TRUE(export_numbers(s, csv, FileKind::Csv).starts_with("# Unfinished: 3 outputs"));
}

TEST(Writing, ASearchSaysHowFarItIs) {
    AppState s = asked_for_a_run();
    apply(s, run_of(s, 4));
    update(s, {"view-search"});
    ASSERT_FALSE(s.runs.asked.empty());
    RunGrown far{{}, {0, 0, 12, true}};
    far.run.request = s.runs.asked.front();
    far.run.model = s.model_name;
    apply(s, far);
    ASSERT_TRUE(s.runs.searching);
    EXPECT_EQ(s.runs.searching->far.outputs, 12);
    FinishedRun found = run_of(s, 4);
    found.request = far.run.request;
    s.runs.asked.clear();
    update(s, {"view-step"});
    EXPECT_FALSE(s.runs.searching) << "nothing is searched any more";
}

} // namespace
} // namespace heed
