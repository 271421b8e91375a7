#include "app/state/jobs/jobs.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"

#include <chrono>
#include <gtest/gtest.h>

namespace heed {
namespace {

using namespace std::chrono_literals;

/// An engine whose panels wait until they are let go or cancelled; and what came of them.
struct FakePanels {
    std::atomic<bool> hold{false};
    std::atomic<int> loaded{0}, started{0}, judged{0}, cancelled{0};

    Engine engine() {
        Engine e;
        e.load = [this](const std::string& name, const OpenAnswers&) -> LoadedModel {
            ++loaded;
            if (name == "bad") throw Error("bad", "cannot be read");
            return {std::make_shared<Model>(), {}, 2000, ""};
        };
        e.fit = [](const Model&, const std::string& text) {
            return Engine::Fit{static_cast<int>(text.size()), text.size() > 10,
                               std::min<std::size_t>(text.size(), 10)};
        };
        e.run = [this](const Model&, const Request& request,
                       const std::atomic<bool>& cancel) -> std::shared_ptr<const Trace> {
            ++started;
            if (request.text == "wrong") throw std::bad_alloc();
            while (hold && !cancel) std::this_thread::sleep_for(1ms);
            if (cancel) {
                ++cancelled;
                return nullptr;
            }
            auto trace = std::make_shared<Trace>(sample_trace(4, 3));
            trace->request = request;
            return trace;
        };
        e.judge = [this](const Model&, const Request& request, const Trace& run, const std::atomic<bool>&) {
            ++judged;
            EXPECT_EQ(request.text, run.request.text) << "of the part that fitted";
            return Judgement{true, {}, {}, std::nullopt};
        };
        return e;
    }
};

std::vector<PanelFinished> panels_of(Jobs& jobs, std::size_t count) {
    std::vector<PanelFinished> done;
    for (int n = 0; n < 5000 && done.size() < count; ++n) {
        for (Event& event : jobs.take()) done.push_back(std::get<PanelFinished>(std::move(event)));
        std::this_thread::sleep_for(1ms);
    }
    return done;
}

PanelWork order(const std::string& model, const std::string& text) {
    PanelWork work;
    PanelOrder& o = work.order;
    o.key = o.model = o.request.model = model;
    o.request.text = text;
    return work;
}

TEST(PanelJobs, ComputesSeveralAtOnceAndReadsEachModelOnce) {
    FakePanels fake;
    fake.hold = true;
    Jobs jobs(
        fake.engine(), [] {}, 3);
    jobs.compare({order("a", "x"), order("b", "x"), order("c", "x"), order("d", "x")});
    while (fake.started < 3) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(fake.started, 3);
    EXPECT_FALSE(jobs.idle());
    fake.hold = false;
    EXPECT_EQ(panels_of(jobs, 4).size(), 4u);
    jobs.compare({order("a", "y"), order("b", "y")});
    EXPECT_EQ(panels_of(jobs, 2).size(), 2u);
    EXPECT_EQ(fake.loaded, 4);
}

TEST(PanelJobs, TheNewestOrdersWinAndWhatIsStillWantedGoesOn) {
    FakePanels fake;
    fake.hold = true;
    Jobs jobs(
        fake.engine(), [] {}, 2);
    jobs.compare({order("a", "old"), order("b", "old"), order("c", "old")});
    while (fake.started < 2) std::this_thread::sleep_for(1ms);
    jobs.compare({order("a", "old"), order("b", "new")});
    while (fake.started < 3) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(fake.cancelled, 1);
    fake.hold = false;
    const auto done = panels_of(jobs, 2);
    ASSERT_EQ(done.size(), 2u);
    for (const PanelFinished& d : done) EXPECT_EQ(d.order.request.text, d.order.key == "a" ? "old" : "new");
    EXPECT_EQ(fake.started, 3); // c was never begun
}

TEST(PanelJobs, ARunThatIsKnownIsOnlyJudged) {
    FakePanels fake;
    Jobs jobs(
        fake.engine(), [] {}, 2);
    jobs.compare({order("a", "twelve chars")});
    const auto first = panels_of(jobs, 1);
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0].run.model, "a") << "the engine does not say which one it is";
    PanelWork again = order("a", "twelve chars");
    again.run = first[0].run.trace;
    jobs.compare({again});
    const auto second = panels_of(jobs, 1);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_EQ(second[0].run.trace, first[0].run.trace);
    EXPECT_TRUE(second[0].judgement.has_gold && second[0].run.too_long);
    EXPECT_EQ(second[0].run.fitting, 10u);
    EXPECT_EQ(fake.started, 1);
    EXPECT_EQ(fake.judged, 2);
}

TEST(PanelJobs, WhatIsNoModelIsSaidOfItsPanel) { // a file of weights as the second model
    FakePanels fake;
    Engine engine = fake.engine();
    engine.load = [](const std::string&, const OpenAnswers&) { return LoadedModel{}; };
    Jobs jobs(
        engine, [] {}, 2);
    jobs.compare({order("weights.npz", "x")});
    const auto done = panels_of(jobs, 1);
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].problem, "weights.npz: not compared: expected a model that can be run, found none");
}

TEST(PanelJobs, WhatGoesWrongIsSaidOfItsPanel) {
    FakePanels fake;
    Jobs jobs(
        fake.engine(), [] {}, 2);
    jobs.compare({order("bad", "x"), order("a", "wrong"), order("b", "fine"), order("c", "")});
    const auto done = panels_of(jobs, 3);
    ASSERT_EQ(done.size(), 3u);
    for (const PanelFinished& d : done) {
        const std::string& key = d.order.key;
        EXPECT_EQ(d.problem, key == "bad" ? "bad: cannot be read"
                             : key == "a" ? "there is not enough memory"
                                          : "");
    }
    while (!jobs.idle()) std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(jobs.take().empty()); // nothing for the panel without text
}

TEST(PanelJobs, AnInputThatIsTooLongIsRunAsFarAsItFits) {
    FakePanels fake;
    Jobs jobs(
        fake.engine(), [] {}, 2);
    jobs.compare({order("a", "twelve chars")});
    const auto done = panels_of(jobs, 1);
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].run.trace->request.text, "twelve cha");
    EXPECT_EQ(done[0].order.request.text, "twelve chars");
}

/// The same for the weights of panels.
struct FakeMeanings : FakePanels {
    std::atomic<int> measuring{0}, given_up{0};

    Engine engine() {
        Engine e = FakePanels::engine();
        e.meaning = [this](const Model&, const Trace& run, const std::atomic<bool>& cancel) {
            ++measuring;
            while (hold && !cancel) std::this_thread::sleep_for(1ms);
            if (cancel) {
                ++given_up;
                throw decode::Cancelled{};
            }
            if (run.request.text == "odd") throw Error("the weights are no numbers");
            PanelMeaning meaning;
            meaning.gradient = {0.5, 0.4, 0.6, 3};
            return meaning;
        };
        return e;
    }
};

std::vector<PanelMeasured> meanings_of(Jobs& jobs, std::size_t count) {
    std::vector<PanelMeasured> done;
    for (int n = 0; n < 5000 && done.size() < count; ++n) {
        for (Event& event : jobs.take()) done.push_back(std::get<PanelMeasured>(std::move(event)));
        std::this_thread::sleep_for(1ms);
    }
    return done;
}

TEST(PanelJobs, WeightsAreMeasuredOfARunThatIsKnownOrMade) {
    FakeMeanings fake;
    Jobs jobs(
        fake.engine(), [] {}, 2);
    PanelMeasure known{order("a", "x").order, std::make_shared<Trace>(sample_trace(4, 3))};
    jobs.measure({known, {order("b", "odd").order, nullptr}});
    const auto done = meanings_of(jobs, 2);
    ASSERT_EQ(done.size(), 2u);
    EXPECT_EQ(fake.started, 1) << "the other run is known";
    for (const PanelMeasured& d : done) {
        EXPECT_EQ(d.meaning.gradient.has_value(), d.work.order.key == "a");
        EXPECT_EQ(d.meaning.none, d.work.order.key == "a" ? "" : "The weights are no numbers.");
    }
}

TEST(PanelJobs, WeightsThatNobodyWaitsForAreGivenUp) {
    FakeMeanings fake;
    fake.hold = true;
    Jobs jobs(
        fake.engine(), [] {}, 2);
    const auto run = std::make_shared<Trace>(sample_trace(4, 3));
    const PanelMeasure a{order("a", "x").order, run}, b{order("b", "x").order, run};
    jobs.measure({a, b});
    while (fake.measuring < 2) std::this_thread::sleep_for(1ms);
    jobs.measure({b});
    while (fake.given_up < 1) std::this_thread::sleep_for(1ms);
    fake.hold = false;
    const auto done = meanings_of(jobs, 1);
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].work.order.key, "b");
    while (!jobs.idle()) std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(jobs.take().empty());
    EXPECT_EQ(fake.measuring, 2);
}

/// The numbers of the jobs that were told of, in order.
std::vector<int> answers_of(Jobs& jobs) {
    std::vector<int> numbers;
    for (const Event& event : jobs.take())
        numbers.push_back(std::any_cast<int>(std::get<WorkDone>(event).result));
    return numbers;
}

TEST(WorkspaceJobs, ANewQuestionReplacesTheOneUnderWayWhereItsRowSaysSo) {
    for (const bool replaces : {false, true}) {
        Jobs jobs(
            Engine{}, [] {}, 1);
        std::atomic<int> begun{0};
        std::atomic<bool> go_on{false}, was_cancelled{false}; // of the first
        const auto job = [&](int n) {
            return [&, n](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
                ++begun;
                while (n == 0 && !go_on) std::this_thread::sleep_for(1ms);
                if (n == 0) was_cancelled = cancelled.load();
                return n;
            };
        };
        jobs.work("why", job(0), false, replaces);
        while (begun < 1) std::this_thread::sleep_for(1ms);
        jobs.work("why", job(1), false, replaces); // waits, and is dropped
        jobs.work("why", job(2), false, replaces);
        go_on = true; // not before both were asked: the one between them would have its turn
        std::vector<int> told;
        for (int n = 0; n < 5000 && (told.empty() || told.back() != 2); ++n) {
            for (const int answer : answers_of(jobs)) told.push_back(answer);
            std::this_thread::sleep_for(1ms);
        }
        EXPECT_EQ(told, replaces ? std::vector<int>{2} : (std::vector<int>{0, 2}));
        EXPECT_EQ(begun, 2);
        EXPECT_EQ(was_cancelled, replaces);
    }
}

// A window that was closed while sentences were measured ended with std::terminate: what is measured says by
// throwing that it was cancelled.
TEST(WorkspaceJobs, WhatIsCancelledMayThrowAndIsNotToldOf) {
    std::atomic<bool> begun{false};
    {
        Jobs jobs(
            Engine{}, [] {}, 1);
        jobs.work(
            "survey",
            [&](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
                begun = true;
                while (!cancelled) std::this_thread::sleep_for(1ms);
                throw decode::Cancelled{};
            },
            false, false);
        while (!begun) std::this_thread::sleep_for(1ms);
    }
    EXPECT_TRUE(begun);
}

TEST(PanelJobs, EndsWhilePanelsAreUnderWay) {
    FakePanels fake;
    fake.hold = true;
    const auto begun = std::chrono::steady_clock::now();
    {
        Jobs jobs(
            fake.engine(), [] {}, 2);
        jobs.compare({order("a", "x"), order("b", "x"), order("c", "x")});
        while (fake.started < 2) std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(fake.cancelled, 2);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 5s);
}

} // namespace
} // namespace heed
