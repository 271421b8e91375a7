#include "app/state/jobs/jobs.h"

#include "core/base/error.h"
#include "core/models/model.h"
#include "core/trace/partial.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

namespace heed {
namespace {

using namespace std::chrono_literals;

/// An engine whose runs wait until they are let go or cancelled.
struct FakeEngine {
    std::atomic<bool> hold{false};
    std::atomic<int> started{0}, cancelled{0};

    Engine engine() {
        Engine e;
        e.list = [](const auto&) { return std::vector<ModelChoice>{{"a", "A", "", "", "", false}}; };
        e.load = [](const std::string& name, const OpenAnswers&) -> LoadedModel {
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
            if (request.text == "wrong") throw Error("the input", "cannot be read");
            while (hold && !cancel) std::this_thread::sleep_for(1ms);
            if (cancel) {
                ++cancelled;
                return nullptr;
            }
            auto trace = std::make_shared<Trace>(sample_trace(4, 3));
            trace->request = request;
            return trace;
        };
        e.kind_of = [](const std::filesystem::path& path) {
            return std::pair{"kind of " + path.filename().string(), true};
        };
        e.inspect = [](const std::filesystem::path& path, const std::string&) {
            return FilePreview{path, path.filename().string(), "", "", {}};
        };
        return e;
    }
};

/// A picture does not wait for all of what switching each head off costs, which nobody asked for.
TEST(Jobs, WhatIsBegunByItselfIsToldApart) {
    FakeEngine fake;
    Jobs jobs(fake.engine(), [] {});
    std::atomic<bool> hold{true};
    const WorkspaceJob waits = [&](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        while (hold && !cancelled) std::this_thread::sleep_for(1ms);
        return {};
    };
    jobs.work("head-costs", waits, true, true);
    EXPECT_FALSE(jobs.idle());
    EXPECT_TRUE(jobs.idle_but_unasked());
    jobs.work("head-pairs", waits, true, true);
    EXPECT_FALSE(jobs.idle_but_unasked());
    hold = false;
    const auto limit = std::chrono::steady_clock::now() + 60s;
    while (!jobs.idle() && std::chrono::steady_clock::now() < limit) jobs.take();
    EXPECT_TRUE(jobs.idle());
}

std::vector<Event> wait_for(Jobs& jobs, std::size_t count) {
    std::vector<Event> events;
    for (int n = 0; n < 5000 && events.size() < count; ++n) {
        for (Event& event : jobs.take()) events.push_back(std::move(event));
        std::this_thread::sleep_for(1ms);
    }
    return events;
}

Request asked(std::string text) {
    Request request;
    request.model = "m";
    request.text = std::move(text);
    return request;
}

TEST(Jobs, TheNewestRequestWins) {
    FakeEngine fake;
    fake.hold = true;
    std::atomic<int> woken{0};
    Jobs jobs(fake.engine(), [&] { ++woken; });
    const auto model = std::make_shared<Model>();
    jobs.run(model, {asked("first")});
    while (fake.started == 0) std::this_thread::sleep_for(1ms);
    for (const char* text : {"second", "third", "fourth"}) jobs.run(model, {asked(text)});
    while (fake.started < 2) std::this_thread::sleep_for(1ms);
    fake.hold = false;
    const auto events = wait_for(jobs, 1);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(std::get<RunFinished>(events[0]).request.text, "fourth");
    EXPECT_EQ(fake.cancelled, fake.started - 1);
    EXPECT_EQ(woken, 1);
}

/// Writes an output, waits until it is cancelled, and has written another by then.
std::shared_ptr<const Trace> written_until_cancelled(const std::atomic<bool>& cancel,
                                                     const decode::Telling& telling) {
    telling.so_far(sample_trace(4, 1));
    while (!cancel) std::this_thread::sleep_for(1ms);
    if (telling.last && telling.last()) telling.so_far(sample_trace(4, 2));
    return nullptr;
}

TEST(Jobs, WhatIsStoppedByHandIsToldALastTimeAndWhatIsReplacedIsNot) {
    for (const bool by_hand : {true, false}) {
        FakeEngine fake;
        Engine engine = fake.engine();
        engine.run_telling = [](const Model&, const Request& request, const std::atomic<bool>& cancel,
                                const decode::Telling& telling) -> std::shared_ptr<const Trace> {
            if (request.text == "next") return std::make_shared<const Trace>(sample_trace(4, 3));
            return written_until_cancelled(cancel, telling);
        };
        Jobs jobs(std::move(engine), [] {});
        const auto model = std::make_shared<Model>();
        jobs.run(model, {asked("first")});
        auto events = wait_for(jobs, 1);
        ASSERT_EQ(events.size(), 1u);
        EXPECT_EQ(written_outputs(*std::get<RunGrown>(events[0]).run.trace), 1);
        if (by_hand) jobs.stop_run();
        jobs.run(model, {asked("next")}); // another is asked for at once: the stop still counts
        events = wait_for(jobs, by_hand ? 2 : 1);
        ASSERT_EQ(events.size(), by_hand ? 2u : 1u);
        if (by_hand) {
            EXPECT_EQ(written_outputs(*std::get<RunGrown>(events[0]).run.trace), 2);
        }
        EXPECT_EQ(std::get<RunFinished>(events.back()).request.text, "next");
    }
}

Request edited(float temperature) {
    Request request = asked("text");
    request.edits.temperature = static_cast<double>(temperature);
    return request;
}

TEST(Jobs, SeveralRunsComeInTheirOrder) {
    FakeEngine fake;
    Jobs jobs(fake.engine(), [] {});
    jobs.run(std::make_shared<Model>(), {edited(2), edited(1), edited(3)});
    const auto events = wait_for(jobs, 3);
    ASSERT_EQ(events.size(), 3u);
    const std::vector<Request> wanted{edited(2), edited(1), edited(3)};
    for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(std::get<RunFinished>(events[n]).request, wanted[n]);
}

TEST(Jobs, AnEditOfTheSameTextDoesNotCancelTheOneBeforeIt) { // else a drag faster than a run shows nothing
    FakeEngine fake;
    fake.hold = true;
    Jobs jobs(fake.engine(), [] {});
    const auto model = std::make_shared<Model>();
    jobs.run(model, {edited(1)});
    while (fake.started == 0) std::this_thread::sleep_for(1ms);
    jobs.run(model, {edited(2)});
    jobs.run(model, {edited(3)});
    fake.hold = false;
    const auto events = wait_for(jobs, 2);
    ASSERT_EQ(events.size(), 2u);
    EXPECT_EQ(std::get<RunFinished>(events[0]).request, edited(1));
    EXPECT_EQ(std::get<RunFinished>(events[1]).request, edited(3));
    EXPECT_EQ(fake.cancelled, 0);
}

TEST(Jobs, WhatIsUnderWayIsNotRunTwice) {
    FakeEngine fake;
    fake.hold = true;
    Jobs jobs(fake.engine(), [] {});
    const auto model = std::make_shared<Model>();
    jobs.run(model, {edited(1)});
    while (fake.started == 0) std::this_thread::sleep_for(1ms);
    jobs.run(model, {edited(1), edited(2)});
    fake.hold = false;
    EXPECT_EQ(wait_for(jobs, 2).size(), 2u);
    EXPECT_EQ(fake.started, 2);
}

TEST(Jobs, AnInputThatIsTooLongIsRunAsFarAsItFits) {
    FakeEngine fake;
    Jobs jobs(fake.engine(), [] {});
    jobs.run(std::make_shared<Model>(), {asked("twelve chars")});
    const auto events = wait_for(jobs, 1);
    ASSERT_EQ(events.size(), 1u);
    const auto& done = std::get<RunFinished>(events[0]);
    EXPECT_TRUE(done.too_long);
    EXPECT_EQ(done.tokens, 12);
    EXPECT_EQ(done.fitting, 10u);
    EXPECT_EQ(done.request.text, "twelve chars");
    EXPECT_EQ(done.trace->request.text, "twelve cha");
}

TEST(Jobs, WhatGoesWrongIsAnEventNotAnException) {
    FakeEngine fake;
    Jobs jobs(fake.engine(), [] {});
    jobs.run(std::make_shared<Model>(), {asked("wrong")});
    jobs.load_model("bad", {});
    for (const Event& event : wait_for(jobs, 2)) {
        if (const auto* run = std::get_if<RunFailed>(&event))
            EXPECT_EQ(run->problem, "the input: cannot be read");
        else
            EXPECT_EQ(std::get<ModelFailed>(event).problem, "bad: cannot be read");
    }
}

TEST(Jobs, AFolderIsListedAtOnceAndItsKindsAfter) {
    const test::TemporaryFolder folder;
    std::filesystem::create_directory(folder / "zoo");
    std::ofstream(folder / "b.txt") << "12345";
    std::ofstream(folder / ".hidden") << "";
    FakeEngine fake;
    Jobs jobs(fake.engine(), [] {});
    jobs.list_folder(folder.path());
    const auto events = wait_for(jobs, 3);
    ASSERT_EQ(events.size(), 3u);
    const auto& listed = std::get<FolderListed>(events[0]);
    ASSERT_EQ(listed.entries.size(), 2u);
    EXPECT_EQ(listed.entries[0].name, "zoo"); // folders first
    EXPECT_EQ(listed.entries[1].size, 5u);
    EXPECT_FALSE(listed.entries[1].known);
    EXPECT_EQ(std::get<FileKnown>(events[2]).kind, "kind of b.txt");
    jobs.list_folder(folder / "nowhere");
    const auto none = wait_for(jobs, 1);
    ASSERT_EQ(none.size(), 1u);
    EXPECT_EQ(std::get<FolderListed>(none[0]).error,
              (folder / "nowhere").string() + ": not read: No such file or directory.");
}

TEST(Jobs, AFolderOfMoreThanAreListedSaysSo) {
    const test::TemporaryFolder folder;
    for (int n = 0; n < 5000; ++n) std::ofstream(folder / std::to_string(n));
    FakeEngine fake;
    Engine engine = fake.engine();
    engine.kind_of = [](const std::filesystem::path&) { return std::pair{std::string(), false}; };
    Jobs jobs(engine, [] {});
    const auto error_of = [&] {
        jobs.list_folder(folder.path());
        const auto events = wait_for(jobs, 5001);
        const auto& listed = std::get<FolderListed>(events.front());
        EXPECT_EQ(listed.entries.size(), 5000u);
        return listed.error;
    };
    EXPECT_EQ(error_of(), "");
    std::ofstream(folder / "one more");
    EXPECT_EQ(error_of().find("Only 5"), 0u);
}

TEST(Jobs, WhatIsToBeSavedIsSavedThoughTheProgramLeavesOrALoadIsCancelled) {
    const test::TemporaryFolder folder;
    FakeEngine fake;
    {
        Engine engine = fake.engine();
        engine.list = [](const auto&) {
            std::this_thread::sleep_for(100ms);
            return std::vector<ModelChoice>{};
        };
        Jobs jobs(engine, [] {});
        jobs.list_models({});
        jobs.save_session("a", {folder / "a.json", ""});
        jobs.cancel_load();
        jobs.save_session("b", {folder / "b.json", "", true});
    }
    EXPECT_TRUE(std::filesystem::exists(folder / "a.json"));
    EXPECT_TRUE(std::filesystem::exists(folder / "b.json"));
}

TEST(Jobs, EndsWhileARunIsUnderWay) {
    FakeEngine fake;
    fake.hold = true;
    const auto begun = std::chrono::steady_clock::now();
    {
        Jobs jobs(fake.engine(), [] {});
        jobs.run(std::make_shared<Model>(), {asked("x")});
        while (fake.started == 0) std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(fake.cancelled, 1);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 5s);
}

TEST(Jobs, AChosenFileDoesNotWaitForTheKindsOfAllOthers) {
    const test::TemporaryFolder folder;
    for (int n = 0; n < 12; ++n) std::ofstream(folder / ("file" + std::to_string(n))) << n;
    FakeEngine fake;
    Engine engine = fake.engine();
    engine.kind_of = [](const std::filesystem::path&) {
        std::this_thread::sleep_for(30ms);
        return std::pair{std::string("text"), false};
    };
    Jobs jobs(engine, [] {});
    jobs.list_folder(folder.path());
    jobs.inspect(folder / "file3", "");
    const std::vector<Event> events = wait_for(jobs, 1 + 12 + 1);
    ASSERT_EQ(events.size(), 14u);
    EXPECT_TRUE(std::holds_alternative<FolderListed>(events.front()));
    const auto inspected = std::find_if(events.begin(), events.end(), [](const Event& e) {
        return std::holds_alternative<FileInspected>(e);
    });
    EXPECT_LT(inspected - events.begin(), 8);
}

TEST(JobsFragility, ComesOutputByOutputInTheOrderAskedForAndTheNewestOrderWins) {
    FakeEngine fake;
    Engine engine = fake.engine();
    std::atomic<bool> hold{true};
    std::vector<int> looked_at;
    std::mutex lock;
    engine.fragility = [&](const Model&, const Trace&, int output, const std::atomic<bool>& cancel) {
        {
            const std::lock_guard guard(lock);
            looked_at.push_back(output);
        }
        while (hold && !cancel) std::this_thread::sleep_for(1ms);
        FragileRow row;
        row.mark.state = cancel ? FragilityMark::State::Pending : FragilityMark::State::None;
        return row;
    };
    Jobs jobs(engine, [] {});
    const auto model = std::make_shared<const Model>();
    const auto run = std::make_shared<const Trace>(sample_trace(4, 3));
    Request first, second;
    first.text = "a";
    second.text = "b";
    const auto started = [&](std::size_t count) {
        for (int n = 0; n < 5000; ++n) {
            {
                const std::lock_guard guard(lock);
                if (looked_at.size() >= count) return;
            }
            std::this_thread::sleep_for(1ms);
        }
    };
    jobs.fragility(model, {"m", run, first, {2, 0, 1}});
    started(1);
    jobs.fragility(model, {"m", run, second, {1, 0}}); // in its place
    started(2);
    hold = false;
    const std::vector<Event> events = wait_for(jobs, 2);
    ASSERT_EQ(events.size(), 2u);
    for (std::size_t n = 0; n < 2; ++n) {
        const auto* found = std::get_if<FragilityFound>(&events[n]);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->request.text, "b");
        EXPECT_EQ(found->output, n == 0 ? 1 : 0);
    }
    EXPECT_EQ(looked_at, (std::vector<int>{2, 1, 0})); // outputs 0 and 1 of the first were never begun
}

TEST(JobsFlip, OfAnotherOutputOfTheSameRunIsAnotherJob) {
    FakeEngine fake;
    Engine engine = fake.engine();
    std::atomic<bool> hold{true};
    std::atomic<int> begun{0};
    engine.flip = [&](const Model&, const Trace&, int output, const std::atomic<bool>& cancel) {
        ++begun;
        while (hold && !cancel) std::this_thread::sleep_for(1ms);
        FlipState flip;
        flip.output = output;
        return flip;
    };
    Jobs jobs(engine, [] {});
    const auto model = std::make_shared<const Model>();
    const auto run = std::make_shared<const Trace>(sample_trace(4, 3));
    Request request;
    request.text = "a";
    jobs.flip(model, request, 1, run);
    for (int n = 0; n < 5000 && begun == 0; ++n) std::this_thread::sleep_for(1ms);
    jobs.flip(model, request, 2, run);
    hold = false;
    const std::vector<Event> events = wait_for(jobs, 1);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(std::get<FlipFound>(events[0]).flip.output, 2);
}

} // namespace
} // namespace heed
