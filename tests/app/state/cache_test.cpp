// One store of runs, within one budget.
#include "app/state/cache.h"

#include "app/state/compare/compare.h"
#include "app/state/jobs/runs.h"
#include "app/state/update.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

Request asked(int n, const std::string& model = "m") {
    Request request;
    request.model = model;
    request.text = "text";
    request.max_steps = n;
    return request;
}

FinishedRun a_run(const Request& request, int source = 13, int outputs = 11) {
    auto trace = std::make_shared<Trace>(sample_trace(source, outputs));
    trace->parameters = nullptr;
    return {request, trace, 12, false, 4};
}

bool nothing(const FinishedRun&) { return false; }

TEST(RunCache, FindsByWhatWasAskedOfWhichModel) {
    RunCache cache;
    FinishedRun run = a_run(asked(1, "dates"));
    run.model = "abc";
    cache.keep(run);
    EXPECT_EQ(cache.find("abc", asked(1, "dates/additive"))->trace, run.trace) << "whatever it is called";
    EXPECT_EQ(cache.find("abd", asked(1, "dates")), nullptr);
    EXPECT_EQ(cache.find("abc", asked(2, "dates")), nullptr);
    cache.keep(a_run(asked(1)));
    EXPECT_NE(cache.find("m", asked(1)), nullptr) << "where nobody says which one it is, the name does";
    cache.forget("abc", asked(1));
    EXPECT_EQ(cache.find("abc", asked(1)), nullptr);
}

TEST(RunCache, HoldsItsBudgetUnderManyInputs) {
    RunCache cache;
    cache.keep(a_run(asked(-1)));
    const std::size_t one = cache.bytes();
    for (int n = 0; n < 500; ++n) {
        cache.keep(a_run(asked(n)));
        cache.trim(nothing, 0, 5 * one);
        ASSERT_LE(cache.bytes(), 5 * one);
    }
    EXPECT_EQ(cache.size(), 5u);
    for (int n = 495; n < 500; ++n) EXPECT_NE(cache.find("m", asked(n)), nullptr) << n;
    cache.trim(nothing, 2 * one, 5 * one);
    EXPECT_EQ(cache.size(), 3u) << "what is held elsewhere counts";
    for (int n = 0; n < 3000; ++n) {
        cache.keep(a_run(asked(n), 2, 1));
        cache.trim(nothing);
    }
    EXPECT_LE(cache.size(), RunCache::most_runs);
}

TEST(RunCache, WhatWasUsedLastStaysAndWhatIsSparedDoesAnyway) {
    RunCache cache;
    for (int n = 0; n < 5; ++n) cache.keep(a_run(asked(n)));
    const std::size_t one = cache.bytes() / 5;
    cache.use("m", asked(0));
    cache.keep(a_run(asked(1))); // it is there already, and newer now
    const auto spared = [](const FinishedRun& run) { return run.request.max_steps == 2; };
    cache.trim(spared, 0, 3 * one + one / 2);
    for (int n = 0; n < 5; ++n) EXPECT_EQ(cache.find("m", asked(n)) != nullptr, n < 3) << n;
    cache.trim(spared, 100 * one, one);
    EXPECT_EQ(cache.size(), 1u);
    EXPECT_NE(cache.find("m", asked(2)), nullptr) << "it would be run again and again";
}

TEST(RunCache, AJudgementGoesWithItsRun) {
    RunCache cache;
    const Judgement right{true, {{0, 0}}, {}, std::nullopt};
    cache.judge("m", asked(1), right);
    EXPECT_EQ(cache.judgement("m", asked(1)), nullptr) << "there is no run";
    cache.keep(a_run(asked(1)));
    EXPECT_EQ(cache.judgement("m", asked(1)), nullptr);
    cache.judge("m", asked(1), right);
    cache.keep(a_run(asked(1)));
    ASSERT_NE(cache.judgement("m", asked(1)), nullptr) << "the run is as it was";
    EXPECT_TRUE(cache.judgement("m", asked(1))->has_gold);
    cache.trim(nothing, 0, 0);
    EXPECT_EQ(cache.judgement("m", asked(1)), nullptr);
    EXPECT_EQ(cache.bytes(), 0u);
}

TEST(RunCache, AModelThatOnlyRunsKeepInMemoryCountsOnce) {
    const auto numbers = kept({{"W", MatrixXf::Zero(1000, 1000)}});
    RunCache cache;
    for (int n = 0; n < 3; ++n) {
        auto trace = std::make_shared<Trace>(sample_trace(4, 3));
        trace->parameters = numbers;
        cache.keep({asked(n, "big"), trace, 4, false, 4});
    }
    EXPECT_GT(cache.bytes(), 4'000'000u);
    EXPECT_LT(cache.bytes(), 4'500'000u);
    cache.keep(a_run(asked(1)));
    RunCache other = cache;
    other.trim(nothing, 0, 1'000'000);
    EXPECT_EQ(other.size(), 1u) << "the runs of the big model went";
    cache.trim([](const FinishedRun& run) { return run.request.max_steps == 0; }, 0, 1'000'000);
    EXPECT_EQ(cache.size(), 4u) << "it is looked at: it is in memory anyway";
}

/// A run that takes more than half of what may be kept.
FinishedRun a_large_run(const AppState& s, const Request& request) {
    auto trace = std::make_shared<Trace>(sample_trace(5, 4));
    trace->parameters = nullptr;
    trace->source_text = request.text;
    trace->set(Quantity::Logits, 0, MatrixXf(RunCache::budget * 6 / 10 / 4 / 100, 100)); // never touched
    FinishedRun run{request, trace, 5, false, request.text.size()};
    run.model = model_id(s);
    return run;
}

// The budget holds again as soon as the run that took its place is shown.
TEST(RunCache, ARunThatIsShownNoMoreGivesWay) {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = s.facts.name = "m";
    std::weak_ptr<const Trace> before;
    for (const char* text : {"first", "second", "third"}) {
        update(s, {"type", text});
        apply(s, RunFinished(a_large_run(s, wanted_request(s))));
        ASSERT_EQ(s.trace->source_text, text);
        EXPECT_LE(s.cache.bytes(), RunCache::budget) << text;
        EXPECT_EQ(s.cache.size(), 1u) << text;
        EXPECT_TRUE(before.expired()) << "somebody holds the run before " << text;
        before = s.trace;
        s.clock += 5;
    }
}

TEST(RunCache, WhatIsShownIsNeverDroppedWhateverComes) {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = s.facts.name = "m";
    s.models_listed = true;
    const auto type = [&](const std::string& text, int source) {
        update(s, {"type", text});
        FinishedRun run = a_run(wanted_request(s), source, 300);
        run.fitting = text.size();
        apply(s, RunFinished(run));
    };
    type("first", 300);
    const std::size_t one = s.cache.bytes();
    const int many = static_cast<int>(RunCache::budget / one) + 5;
    ASSERT_LT(many, 500) << "a trace of the size this test is about";
    const std::shared_ptr<const Trace> run = s.trace;
    // Compare shows it, and other models fill the store.
    update(s, {"view-compare"});
    ASSERT_EQ(s.compare.panels.size(), 1u);
    apply(s, PanelFinished{s.compare.panels[0].order, *known_run(s, wanted_request(s)), {}, ""});
    ASSERT_EQ(s.compare.panels[0].figure.trace, run);
    for (int n = 0; n < many; ++n) {
        FinishedRun other = a_run(asked(n, "other"), 300, 300);
        apply(s, RunFinished(other));
        ASSERT_LE(s.cache.bytes(), RunCache::budget);
        ASSERT_NE(known_run(s, wanted_request(s)), nullptr);
    }
    EXPECT_EQ(s.trace, run);
    EXPECT_NE(s.cache.judgement("m", wanted_request(s)), nullptr);
    EXPECT_EQ(s.cache.find("other", asked(0)), nullptr) << "the oldest went";
}

} // namespace
} // namespace heed
